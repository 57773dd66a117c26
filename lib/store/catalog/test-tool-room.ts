import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../database'
import { testServer, testTool, uncategorized } from '../test-catalog'
import { TEST_EPOCH } from '../test-databases'
import { recordServers } from './catalog'
import { servers, subjects, tools } from './catalog-schema'
import { type ListingChange, recordListing } from './observed-listing'

export const FILE = { source: 'file', precedence: 1 }
export const QUARTER_MS = 15 * 60_000

export const names = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${prefix}${from + index}`)

/** One server that lists tools, and how many of them are kept. */
export function openToolRoom(db: Database) {
  let now = TEST_EPOCH
  let serverKey = 0
  const reset = async () => {
    await db.delete(servers)
    now = TEST_EPOCH
    await recordServers(db, FILE, [testServer('r/one')], now, uncategorized)
    serverKey = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
  }

  /** One probe, a quarter of an hour after the last. */
  const probe = (listed: readonly string[], complete: boolean): Promise<ListingChange> => {
    now = new Date(now.getTime() + QUARTER_MS)
    const record = {
      serverKey,
      tools: listed.map((name) => testTool(name)),
      complete,
      protocolVersion: null,
    }
    return db.transaction((tx) => recordListing(tx, record, now, uncategorized))
  }
  const count = async () => {
    const rows = await db
      .select({ id: tools.id, removedAt: tools.removedAt })
      .from(tools)
      .where(eq(tools.serverKey, serverKey))
    const ofSubjects = await db
      .select({ id: subjects.id, removedAt: subjects.removedAt })
      .from(subjects)
      .where(and(eq(subjects.serverKey, serverKey), eq(subjects.kind, 'tool')))
    const live = rows.filter(({ removedAt }) => removedAt === null).map(({ id }) => id)
    expect(ofSubjects.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
    expect(ofSubjects.filter(({ removedAt }) => removedAt === null).length).toBe(live.length)
    return { live: live.length, rows: rows.length }
  }
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const room = { reset, probe, count, later, now: () => now, serverKey: () => serverKey }
  return room
}
