import { DAY_MS } from 'assay-verify/duration'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CREDITS_A_KEY_AND_DAY, CREDITS_A_TOOL_AND_DAY } from '../../core/caller/credits'
import type { OutcomeSums } from '../../core/caller/outcome'
import { eraseKey, findKeyUsage, insertKey } from '../../keys/sql/keys'
import { recordServers } from '../catalog/catalog'
import { openDatabase, rowsOf } from '../database'
import { findKey } from '../keys/keys'
import { apiKeys, countedBatches } from '../keys/keys-schema'
import { testServer, testTool, uncategorized } from '../test-catalog'
import { onEveryDriver } from '../test-databases'
import { type Batch, keylessReporter, recordBatches } from './ingest'
import { outcomeCounts, reporters, usageDue } from './usage-schema'

const now = new Date('2026-11-20T12:30:00Z')
const TOOLS = Array.from({ length: 30 }, (_, n) => `t${n}`)
const idOf = (n: number) => `o/s/t${n}`
const sums = (successes: number, more: Partial<OutcomeSums> = {}): OutcomeSums => ({
  successes,
  transportFailures: 0,
  callerFailures: 0,
  otherFailures: 0,
  ...more,
})

describe('batches', () => {
  onEveryDriver((database) => {
    const { db } = database
    let reporterOf: Record<string, number>

    beforeAll(async () => {
      const catalog = [testServer('o/s', { tools: TOOLS.map((name) => testTool(name)) })]
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, now, uncategorized)
    })
    beforeEach(async () => {
      for (const table of [outcomeCounts, usageDue, countedBatches, apiKeys, reporters]) await db.delete(table)
      reporterOf = {}
      for (const keyId of ['key_a', 'key_b']) {
        await insertKey(db, { keyId, hash: keyId, ownLimit: null }, now)
        reporterOf[keyId] = (await findKey(db, keyId, now))?.reporterKey ?? 0
      }
    })
    /** A batch of a key, or without one: events by id. */
    const batchOf = (
      keyId: string | null,
      reported: Record<string, OutcomeSums>,
      more: Partial<Batch> = {},
    ): Batch => ({
      keyId,
      reporterKey: keyId === null ? -1 : (reporterOf[keyId] ?? 0),
      hash: null,
      network: null,
      outcomes: [],
      sums: new Map(Object.entries(reported)),
      ignored: 0,
      ...more,
    })
    const record = (...batches: Batch[]) => recordBatches(db, batches, now)
    const events = async () =>
      (
        await rowsOf<{ n: number }>(
          db,
          sql`SELECT coalesce(sum(successes + transport_failures + caller_failures + other_failures), 0)::int AS n FROM outcome_counts`,
        )
      )[0]?.n
    const usage = (keyId: string, at = now) => findKeyUsage(db, keyId, at)

    test('are counted with what they earn, in the counts, in the ledger and in the sum', async () => {
      const reported = { [idOf(0)]: sums(2, { transportFailures: 1 }), 'o/s': sums(0, { otherFailures: 4 }) }
      expect(await record(batchOf('key_a', reported, { ignored: 3 }))).toEqual([
        { accepted: 7, ignored: 3, credits: 7 },
      ])
      expect(await usage('key_a')).toEqual({
        credits: 7,
        recentCredits: 7,
        creditsToday: 7,
        recentEvents: 7,
        eventsToday: 7,
      })
      expect(await events()).toBe(7)
      expect(await db.$count(usageDue)).toBe(2)
      expect(await usage('key_b')).toMatchObject({ credits: 0, recentEvents: 0 })
    })

    test('without a key are counted and earn nothing', async () => {
      const reporterKey = await keylessReporter(db)
      expect(await record(batchOf(null, { [idOf(0)]: sums(5) }, { reporterKey }))).toEqual([
        { accepted: 5, ignored: 0, credits: 0 },
      ])
      expect(await events()).toBe(5)
    })

    test('with ids that were deleted meanwhile ignore those', async () => {
      const reported = { [idOf(0)]: sums(1), 'o/s/gone': sums(2) }
      expect(await record(batchOf('key_a', reported))).toEqual([{ accepted: 1, ignored: 2, credits: 1 }])
      expect(await usage('key_a')).toMatchObject({ eventsToday: 1, credits: 1 })
    })

    test('without events are counted as nothing', async () => {
      expect(await record(batchOf('key_a', {}, { ignored: 2, hash: 'h' }))).toEqual([
        { accepted: 0, ignored: 2, credits: 0 },
      ])
      expect(await record(batchOf('key_a', {}, { hash: 'h' }))).toEqual([{ accepted: 0, ignored: 2, credits: 0 }])
      expect(await record()).toEqual([])
    })

    test('earn up to the cap of a tool, in one batch, in one group and one after another', async () => {
      expect(await record(batchOf('key_a', { [idOf(0)]: sums(30) }))).toMatchObject([{ credits: 30 }])
      const group = [
        batchOf('key_a', { [idOf(0)]: sums(15) }),
        batchOf('key_a', { [idOf(0)]: sums(15), [idOf(1)]: sums(60) }),
        batchOf('key_b', { [idOf(0)]: sums(15) }),
      ]
      expect(await record(...group)).toMatchObject([{ credits: 15 }, { credits: 55 }, { credits: 15 }])
      expect(await record(batchOf('key_a', { [idOf(0)]: sums(1) }))).toEqual([{ accepted: 1, ignored: 0, credits: 0 }])
      expect(await usage('key_a')).toMatchObject({ credits: 100, creditsToday: 100, eventsToday: 121 })
    })

    test('earn up to the cap of a day, and again after midnight', async () => {
      const all = Object.fromEntries(TOOLS.map((_, n) => [idOf(n), sums(CREDITS_A_TOOL_AND_DAY)]))
      expect(await record(batchOf('key_a', all))).toMatchObject([{ accepted: 1500, credits: CREDITS_A_KEY_AND_DAY }])
      expect(await record(batchOf('key_a', { 'o/s': sums(10) }))).toMatchObject([{ accepted: 10, credits: 0 }])
      const midnight = new Date(Math.ceil(now.getTime() / DAY_MS) * DAY_MS)
      const [before] = await recordBatches(
        db,
        [batchOf('key_a', { [idOf(0)]: sums(3) })],
        new Date(midnight.getTime() - 1),
      )
      const [after] = await recordBatches(db, [batchOf('key_a', { [idOf(0)]: sums(3) })], midnight)
      expect([before?.credits, after?.credits]).toEqual([0, 3])
      expect(await usage('key_a', midnight)).toMatchObject({ credits: 1003, creditsToday: 3, eventsToday: 3 })
    })

    test('of one key at the same time never earn the same credit', async () => {
      const earned = await Promise.all(
        TOOLS.map((_, n) => record(batchOf('key_a', { [idOf(n)]: sums(CREDITS_A_TOOL_AND_DAY) }))),
      )
      const credits = earned.flat().reduce((sum, one) => sum + (one?.credits ?? 0), 0)
      expect(credits).toBe(CREDITS_A_KEY_AND_DAY)
      expect(await usage('key_a')).toMatchObject({ credits: CREDITS_A_KEY_AND_DAY, eventsToday: 1500 })
      const ofOneTool = await Promise.all(
        Array.from({ length: 8 }, () => record(batchOf('key_b', { [idOf(0)]: sums(20) }))),
      )
      expect(ofOneTool.flat().reduce((sum, one) => sum + (one?.credits ?? 0), 0)).toBe(CREDITS_A_TOOL_AND_DAY)
    })

    test('sent again count once and get the same answer', async () => {
      const batch = batchOf('key_a', { [idOf(0)]: sums(4) }, { hash: 'h1', ignored: 1 })
      const first = await record(batch)
      expect(first).toEqual([{ accepted: 4, ignored: 1, credits: 4 }])
      expect(await record(batch)).toEqual(first)
      expect(await record(batchOf('key_a', { [idOf(1)]: sums(900) }, { hash: 'h1' }))).toEqual(first)
      const later = new Date(now.getTime() + DAY_MS)
      expect(await recordBatches(db, [batch], later)).toEqual(first)
      expect(await events()).toBe(4)
    })

    test('sent twice in one group count once', async () => {
      const batch = (hash: string | null) => batchOf('key_a', { [idOf(0)]: sums(4) }, { hash })
      const twice = await record(batch('h1'), batch(null), batch('h1'), batch(null))
      expect(twice).toEqual(Array(4).fill({ accepted: 4, ignored: 0, credits: 4 }))
      expect(await events()).toBe(12)
    })

    test('sent again at the same time count once', async () => {
      const one = () => batchOf('key_a', { [idOf(0)]: sums(3) }, { hash: 'h1' })
      const answers = await Promise.all(Array.from({ length: 12 }, () => record(one())))
      expect(answers.flat()).toEqual(Array(12).fill({ accepted: 3, ignored: 0, credits: 3 }))
      expect(await events()).toBe(3)
      expect(await usage('key_a')).toMatchObject({ credits: 3, eventsToday: 3 })
    })

    test('of a revoked key are not counted, nor a retry; other batches of the group are', async () => {
      await eraseKey(db, 'key_a')
      const gone = () => batchOf('key_a', { [idOf(0)]: sums(4) }, { hash: 'h1' })
      const living = batchOf('key_b', { [idOf(1)]: sums(2) }, { hash: 'h2' })
      expect(await record(gone(), living, gone())).toEqual([null, { accepted: 2, ignored: 0, credits: 2 }, null])
      expect(await record(gone())).toEqual([null])
      expect(await events()).toBe(2)
      expect(await db.$count(countedBatches)).toBe(1)
    })

    test('are counted all or none: a failure leaves nothing behind', async () => {
      const bad = batchOf('key_a', { [idOf(0)]: sums(2 ** 40) }, { hash: 'h1' })
      await expect(record(batchOf('key_b', { [idOf(1)]: sums(2) }), bad)).rejects.toThrow()
      expect(await events()).toBe(0)
      expect(await db.$count(countedBatches)).toBe(0)
      expect(await usage('key_b')).toMatchObject({ credits: 0 })
      expect(await record(batchOf('key_a', { [idOf(0)]: sums(2) }, { hash: 'h1' }))).toMatchObject([{ accepted: 2 }])
    })

    test('of many senders at once, over the same tools in different orders, all count without deadlock', async () => {
      const shuffled = (seed: number) => TOOLS.map((_, n) => idOf((n * 7 + seed * 11) % TOOLS.length))
      const groups = Array.from({ length: 40 }, (_, g) =>
        Array.from({ length: 4 }, (_b, b) => {
          const reported = Object.fromEntries(shuffled(g + b).map((id) => [id, sums(1)]))
          const hash = `h${(g * 3 + b * 5) % 50}`
          return batchOf((g + b) % 2 === 0 ? 'key_a' : 'key_b', reported, { hash: b === 3 ? null : hash })
        }),
      )
      const answers = await Promise.all(
        groups.map((group) => record(...(group[0] === undefined ? [] : group.reverse()))),
      )
      expect(answers.flat().every((one) => one?.accepted === TOOLS.length)).toBe(true)
      const hashes = new Set(groups.flat().flatMap(({ hash }) => hash ?? []))
      expect(await events()).toBe((hashes.size + 40) * TOOLS.length)
    })

    test('are counted whole or not at all when their key is erased at the same time', async () => {
      const telling = Array.from({ length: 10 }, (_, n) => record(batchOf('key_a', { [idOf(n)]: sums(1) })))
      const [answers] = await Promise.all([Promise.all(telling), eraseKey(db, 'key_a')])
      const counted = answers.flat().filter((one) => one !== null).length
      expect(await events()).toBe(counted)
      expect(await db.$count(apiKeys)).toBe(1)
    })

    test('all senders without a key share one reporter, also when many ask at once', async () => {
      const other = database.url === null ? null : await openDatabase({ databaseUrl: database.url, dataDir: '' })
      try {
        const asking = Array.from({ length: 8 }, (_, n) => keylessReporter(n % 2 === 0 ? db : (other?.db ?? db)))
        const voices = new Set(await Promise.all(asking))
        expect(voices.size).toBe(1)
        expect(await keylessReporter(db)).toBe([...voices][0])
        expect(Object.values(reporterOf)).not.toContain([...voices][0])
      } finally {
        await other?.close()
      }
    })
  })
})
