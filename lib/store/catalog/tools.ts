import { contentHash } from 'assay-verify/canonical-json'
import type { CatalogTool } from 'assay-verify/catalog-tool'
import { chunksOf } from 'assay-verify/chunks'
import { idFault, toolIdOf } from 'assay-verify/subject-id'
import { and, inArray, isNull } from 'drizzle-orm'
import type { CatalogServer } from '../../core/catalog/catalog'
import type { Categorizer } from '../../core/catalog/categorizer'
import { mapInTurns } from '../chunks'
import type { Database } from '../database'
import { excludedColumns } from '../excluded-columns'
import { upsertRows } from '../upsert-rows'
import { subjects, tools } from './catalog-schema'
import { recordSubjects, toolSubject } from './subjects'
import { idsWithoutRoom } from './tool-room'

const OVERWRITTEN_BY_LISTING = [
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'contentHash',
  'tokens',
  'updatedAt',
  'removedAt',
] as const satisfies (keyof typeof tools.$inferInsert)[]

/** Tools that a catalog or a server itself lists. */
export interface ToolOffer {
  key: number
  server: CatalogServer
  tools: readonly CatalogTool[]
}

/**
 * Writes tools and answers what changed. Left out and counted: a tool whose id no path could hold, or that another
 * subject has, and one beyond the most that its server may have.
 */
export async function recordTools(tx: Database, offers: readonly ToolOffer[], now: Date, categorize: Categorizer) {
  const given = offers.flatMap(({ key, server, tools: offered }) => offered.map((tool) => ({ key, server, tool })))
  const wanted = await mapInTurns(given, ({ key, server, tool }) => {
    return { key, server, tool, id: toolIdOf(server.id, tool.name), hash: contentHash(tool) }
  })
  const usable = wanted.filter(({ id }) => idFault(id) === undefined)
  const known = await findKnownTools(
    tx,
    offers.map((offer) => offer.key),
  )
  const offered = usable.filter(({ id, hash }) => known.get(id) !== hash)
  const notLive = offered.filter(({ id }) => !known.has(id))
  const leftOut = await idsWithoutRoom(tx, notLive, now)
  const changed = offered.filter(({ id }) => !leftOut.has(id))
  // Subjects first: their primary key decides who owns an id, and a tool without a subject is not kept.
  const taken = await recordSubjects(
    tx,
    await mapInTurns(changed, ({ key, server, tool, id }) => toolSubject(key, server, tool, id, categorize)),
  )
  const firstOfEach = [...new Map([...changed].reverse().map((entry) => [entry.id, entry])).values()]
  const owned = taken === 0 ? firstOfEach : await withoutTakenIds(tx, firstOfEach)
  await writeTools(tx, owned, now)
  const added = owned.filter(({ id }) => !known.has(id)).length
  return {
    added,
    changed: owned.length - added,
    taken,
    refused: wanted.length - usable.length,
    leftOut,
    /** Servers of which tools were written. */
    serverKeys: new Set(owned.map(({ key }) => key)),
  }
}

interface WrittenTool {
  key: number
  id: string
  hash: string
  tool: CatalogTool
}

/** A tool has at most some 45 kB, and the embedded database works on the main thread. */
const WRITTEN_AT_ONCE = 25

async function writeTools(tx: Database, entries: readonly WrittenTool[], now: Date): Promise<void> {
  for (const chunk of chunksOf(entries, WRITTEN_AT_ONCE)) {
    const values = chunk.map(({ key, id, hash, tool }) => ({
      id,
      serverKey: key,
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      annotations: tool.annotations,
      contentHash: hash,
      tokens: null,
      firstSeenAt: now,
      updatedAt: now,
      removedAt: null,
    }))
    const set = excludedColumns(tools, OVERWRITTEN_BY_LISTING)
    await tx.execute(upsertRows(tools, values, { target: 'id', set }))
  }
}

async function withoutTakenIds<Entry extends { id: string; key: number }>(
  tx: Database,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const ids = entries.map((entry) => entry.id)
  const rows = await tx
    .select({ id: subjects.id, key: subjects.serverKey, kind: subjects.kind })
    .from(subjects)
    .where(inArray(subjects.id, ids))
  const owners = new Map(rows.map((row) => [row.id, row.kind === 'tool' ? row.key : undefined]))
  return entries.filter((entry) => owners.get(entry.id) === entry.key)
}

/** Content hashes of the tools these servers have now. A removed tool has none, so that its return is written. */
export async function findKnownTools(tx: Database, serverKeys: number[]): Promise<Map<string, string>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await tx
    .select({ id: tools.id, hash: tools.contentHash })
    .from(tools)
    .where(and(inArray(tools.serverKey, serverKeys), isNull(tools.removedAt)))
  return new Map(rows.map((row) => [row.id, row.hash]))
}

export async function markRemovedTools(tx: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(tools)
    .set({ removedAt: now })
    .where(inArray(tools.id, [...ids]))
  await tx
    .update(subjects)
    .set({ removedAt: now })
    .where(inArray(subjects.id, [...ids]))
}
