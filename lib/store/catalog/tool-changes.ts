import { contentHash } from 'assay-verify/canonical-json'
import type { CatalogTool } from 'assay-verify/catalog-tool'
import { chunksOf } from 'assay-verify/chunks'
import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { toolIdOf } from 'assay-verify/subject-id'
import type { SQL } from 'drizzle-orm'
import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { compareTools, contractHash, worstDrift } from '../../core/drift/drift'
import type { DriftClass, ToolChange } from '../../core/drift/types'
import { CHANGES_PER_TOOL, SAME_CHANGE_HOURS, TOOL_CHANGE_DAYS } from '../../core/retention'
import { breakages } from '../breakages/breakages-schema'
import { mapInTurns } from '../chunks'
import type { Database } from '../database'
import { instantOf, msOf, type Read, readOf } from '../read-together'
import { tools } from './catalog-schema'
import { toolChanges } from './drift-schema'

/** How one tool changed from its server's previous listing to this one. */
export interface ToolDrift {
  toolId: string
  /** Class of the worst change. */
  class: DriftClass
  /** The worst first; never empty. */
  changes: ToolChange[]
  /** Hashes of its contract before and now; see `contractHash`. */
  contractBefore: string
  contractAfter: string
}

/**
 * How the tools of a listing differ from what their server listed before. Reads only those whose content differs. A
 * tool that returns is compared with its former row if its server had removed it; a tool that only a catalog listed is
 * not compared.
 */
export async function listDrift(
  tx: Database,
  serverKey: number,
  serverId: string,
  listed: readonly CatalogTool[],
): Promise<ToolDrift[]> {
  const offered = new Map(listed.map((tool) => [toolIdOf(serverId, tool.name), tool]))
  const known = await tx
    .select({ id: tools.id, hash: tools.contentHash, removedAt: tools.removedAt })
    .from(tools)
    .where(eq(tools.serverKey, serverKey))
  const returned = known.filter(({ id, removedAt }) => removedAt !== null && offered.has(id)).map(({ id }) => id)
  const dropped = await listEverDropped(tx, serverKey, returned)
  const changed = await mapInTurns(known, ({ id, hash, removedAt }) => {
    const tool = offered.get(id)
    const isCompared = tool !== undefined && (removedAt === null || dropped.has(id))
    return isCompared && contentHash(tool) !== hash ? [id] : []
  })
  const drift: ToolDrift[] = []
  for (const ids of chunksOf(changed.flat().sort(), COMPARED_AT_ONCE)) {
    const versions = await tx.select().from(tools).where(inArray(tools.id, ids)).orderBy(tools.id)
    drift.push(...versions.flatMap((before) => driftOf(before, offered.get(before.id))))
  }
  return drift
}

/** Tools with their schemas, read at once. */
const COMPARED_AT_ONCE = 25

function driftOf(before: typeof tools.$inferSelect, after: CatalogTool | undefined): ToolDrift[] {
  if (after === undefined) return []
  const changes = compareTools(before, after)
  const worst = worstDrift(changes)
  if (worst === null) return []
  const contracts = { contractBefore: contractHash(before), contractAfter: contractHash(after) }
  return [{ toolId: before.id, class: worst, changes, ...contracts }]
}

/** Those of these tools that their server once listed itself and then removed. */
async function listEverDropped(tx: Database, serverKey: number, toolIds: readonly string[]): Promise<Set<string>> {
  if (toolIds.length === 0) return new Set()
  const rows = await tx
    .selectDistinct({ toolId: breakages.toolId })
    .from(breakages)
    .where(
      and(
        eq(breakages.serverKey, serverKey),
        eq(breakages.kind, 'tool_removed'),
        inArray(breakages.toolId, [...toolIds]),
      ),
    )
  return new Set(rows.flatMap(({ toolId }) => toolId ?? []))
}

/** Tools of a server that are marked as removed. */
export async function listGoneToolIds(tx: Database, serverKey: number): Promise<string[]> {
  const rows = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.serverKey, serverKey), isNotNull(tools.removedAt)))
    .orderBy(tools.id)
  return rows.map((row) => row.id)
}

/** Writes changes to the history of their tools and keeps it within its bound. */
export async function recordToolChanges(
  tx: Database,
  serverKey: number,
  drift: readonly ToolDrift[],
  now: Date,
): Promise<void> {
  if (drift.length === 0) return
  const ids = drift.map(({ toolId }) => toolId)
  const newest = await tx
    .selectDistinctOn([toolChanges.toolId])
    .from(toolChanges)
    .where(inArray(toolChanges.toolId, ids))
    .orderBy(toolChanges.toolId, desc(toolChanges.at), desc(toolChanges.key))
  const textOf = (changes: readonly ToolChange[]) => changes.map((change) => change.text).join('\n')
  const lastOf = new Map(newest.map((row) => [row.toolId, row]))
  const isSame = ({ toolId, changes }: ToolDrift) => {
    const last = lastOf.get(toolId)
    return (
      last !== undefined &&
      now.getTime() - last.at.getTime() < SAME_CHANGE_HOURS * HOUR_MS &&
      textOf(last.changes) === textOf(changes)
    )
  }
  const again = drift.filter(isSame).flatMap(({ toolId }) => lastOf.get(toolId)?.key ?? [])
  if (again.length > 0) {
    await tx
      .update(toolChanges)
      .set({ times: sql`${toolChanges.times} + 1` })
      .where(inArray(toolChanges.key, again))
  }
  const fresh = drift.filter((entry) => !isSame(entry))
  if (fresh.length === 0) return
  const rows = fresh.map(({ toolId, class: name, changes }) => ({ serverKey, toolId, at: now, class: name, changes }))
  await tx.insert(toolChanges).values(rows)
  await deleteSurplus(
    tx,
    fresh.map(({ toolId }) => toolId),
  )
}

async function deleteSurplus(tx: Database, toolIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    DELETE FROM tool_changes WHERE key IN (
      SELECT key FROM (
        SELECT key, row_number() OVER (PARTITION BY tool_id ORDER BY at DESC, key DESC) AS nth
        FROM tool_changes WHERE tool_id IN ${[...toolIds]}
      ) AS ranked WHERE nth > ${CHANGES_PER_TOOL})`)
}

/** A change of a tool: `at` is when it was first seen, `times` how often within the day. */
export type StoredToolChange = Omit<typeof toolChanges.$inferSelect, 'key' | 'serverKey'>

/** The changes of one tool, newest first. */
export function toolChangesRead(toolId: string, limit: number): Read<StoredToolChange[]> {
  return newestRead(sql`tool_id = ${toolId}`, limit)
}

/** The changes of a server's tools, newest first. */
export function toolChangesOfServerRead(serverKey: number, limit: number): Read<StoredToolChange[]> {
  return newestRead(sql`server_key = ${serverKey}`, limit)
}

function newestRead(condition: SQL, limit: number): Read<StoredToolChange[]> {
  return readOf<Omit<StoredToolChange, 'at'> & { ms: number }, StoredToolChange[]>(
    sql`SELECT tool_id AS "toolId", ${msOf(toolChanges.at)} AS ms, class, changes, times
      FROM tool_changes WHERE ${condition} ORDER BY at DESC, key DESC LIMIT ${limit}`,
    (rows) => rows.map(({ ms, ...row }) => ({ ...row, at: instantOf(ms) })),
  )
}

/** Deletes changes older than the time they are kept; answers how many. */
export async function deleteOldToolChanges(db: Database, now: Date): Promise<number> {
  const gone = await db
    .delete(toolChanges)
    .where(lt(toolChanges.at, new Date(now.getTime() - TOOL_CHANGE_DAYS * DAY_MS)))
    .returning({ key: toolChanges.key })
  return gone.length
}
