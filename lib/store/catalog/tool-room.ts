import { DAY_MS } from 'assay-verify/duration'
import { grouped } from 'assay-verify/grouped'
import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { idsWithRoom, MOST_TOOL_ROWS, REMOVED_TOOL_DAYS, type ToolIds } from '../../core/catalog/tool-room'
import type { Database } from '../database'
import { noteChangedRatings } from '../ratings/ratings'
import { subjects, tools } from './catalog-schema'
import { toolChanges } from './drift-schema'

/**
 * Those of these tools that exceed the most a server may have. Tools removed long ago are deleted where that makes
 * room.
 */
export async function idsWithoutRoom(
  tx: Database,
  entries: readonly { key: number; id: string }[],
  now: Date,
): Promise<Set<string>> {
  const byServer = idsByServer(entries)
  const keys = [...byServer.keys()]
  const kept = await listToolIds(tx, keys)
  const crowded = keys.filter((key) => rowsWith(byServer.get(key) ?? [], kept.get(key)) > MOST_TOOL_ROWS)
  const forgotten = await forgetRemovedTools(tx, crowded, new Date(now.getTime() - REMOVED_TOOL_DAYS * DAY_MS))
  const current = forgotten === 0 ? kept : await listToolIds(tx, keys)
  const room = new Map([...byServer].map(([key, ids]) => [key, idsWithRoom(ids, current.get(key) ?? NONE)]))
  return new Set(entries.flatMap(({ key, id }) => (room.get(key)?.has(id) === true ? [] : [id])))
}

const NONE: ToolIds = { live: new Set(), removed: new Set() }

/** Rows a server would have with all these tools. */
function rowsWith(ids: readonly string[], { live, removed }: ToolIds = NONE): number {
  return new Set([...live, ...removed, ...ids]).size
}

function idsByServer(entries: readonly { key: number; id: string }[]): Map<number, string[]> {
  return grouped(entries.map(({ key, id }) => [key, id]))
}

async function listToolIds(tx: Database, serverKeys: readonly number[]): Promise<Map<number, ToolIds>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await tx
    .select({ id: tools.id, key: tools.serverKey, removedAt: tools.removedAt })
    .from(tools)
    .where(inArray(tools.serverKey, [...serverKeys]))
  const live = idsByServer(rows.filter(({ removedAt }) => removedAt === null))
  const removed = idsByServer(rows.filter(({ removedAt }) => removedAt !== null))
  return new Map(serverKeys.map((key) => [key, { live: new Set(live.get(key)), removed: new Set(removed.get(key)) }]))
}

/**
 * Deletes tools of these servers that were removed before a moment, with the history of their changes; answers how
 * many.
 */
async function forgetRemovedTools(tx: Database, serverKeys: readonly number[], before: Date): Promise<number> {
  if (serverKeys.length === 0) return 0
  const old = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(inArray(tools.serverKey, [...serverKeys]), isNotNull(tools.removedAt), lt(tools.removedAt, before)))
  const ids = old.map((row) => row.id)
  if (ids.length === 0) return 0
  // Locked in the order of ids, like every writer of subjects.
  await tx
    .select({ id: subjects.id })
    .from(subjects)
    .where(inArray(subjects.id, ids))
    .orderBy(subjects.id)
    .for('update')
  await tx.delete(toolChanges).where(inArray(toolChanges.toolId, ids))
  await tx.delete(subjects).where(and(inArray(subjects.id, ids), sql`${subjects.kind} = 'tool'`))
  await tx.delete(tools).where(inArray(tools.id, ids))
  await noteChangedRatings(tx, serverKeys)
  return ids.length
}
