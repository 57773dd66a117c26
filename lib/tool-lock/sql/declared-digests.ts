import { DAY_MS } from 'assay-verify/duration'
import { grouped } from 'assay-verify/grouped'
import { digestOf } from 'assay-verify/leaves/leaf'
import type { DeclaredPart } from 'assay-verify/lock/declared-part'
import {
  listDigests,
  type ServerDigests,
  serverDigests,
  type ToolDigests,
  toolDigests,
} from 'assay-verify/lock/server-digests'
import { PROBE_REASONS } from 'assay-verify/state/observation'
import { and, asc, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import { servers, subjects, tools } from '../../store/catalog/catalog-schema'
import { mapInTurns, pagesByKey } from '../../store/chunks'
import type { Database } from '../../store/database'
import { serverDeclarations } from '../../store/declarations/declarations-schema'
import { observations, vantages } from '../../store/evidence/evidence-schema'

/** What a server declares, as digests, and since when. */
export interface DeclaredDigests {
  serverKey: number
  serverId: string
  /** Its source dropped it: nothing is probed any more. */
  isDeleted: boolean
  digests: ServerDigests
  /** By the name of each tool. */
  tools: Map<string, ListedDigests>
  /** When each part was first seen as it is, ISO 8601; left out: it was never read. */
  partSince: Partial<Record<DeclaredPart, string>>
}

/** What of a tool is known besides the digests that the document of its server has. */
interface ListedDigests {
  /** When it was first seen as it is. */
  since: Date
  /** Digest of its input schema with lists in the order in which it is written; null: it has none. */
  inputSchemaAsWritten: string | null
}

/**
 * The servers of these ids of servers and tools, by id; ids that are not known are left out. `tools`: how many its
 * server lists itself.
 */
export async function listServersOfIds(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, { serverKey: number; tools: number }>> {
  if (ids.length === 0) return new Map()
  const count = sql<number>`CASE WHEN ${servers.listingHash} IS NULL THEN 0 ELSE
    (SELECT count(*)::int FROM tools AS listed WHERE listed.server_key = ${servers.key} AND listed.removed_at IS NULL) END`
  const rows = await db
    .select({ id: subjects.id, serverKey: subjects.serverKey, tools: count })
    .from(subjects)
    .innerJoin(servers, sql`${servers.key} = ${subjects.serverKey}`)
    .where(sql`${subjects.id} IN (SELECT value FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Digests of what these servers declare now, in the order of their keys. Reads the schemas of all their tools. */
export async function listDeclaredDigests(db: Database, serverKeys: readonly number[]): Promise<DeclaredDigests[]> {
  if (serverKeys.length === 0) return []
  const keys = [...serverKeys]
  const { key, id, lifecycle, listingHash } = servers
  const found = await db
    .select({ key, id, lifecycle, listingHash })
    .from(servers)
    .where(inArray(key, keys))
    .orderBy(key)
  const stored = await db.select().from(serverDeclarations).where(inArray(serverDeclarations.serverKey, keys))
  const declaredOf = new Map(stored.map((row) => [row.serverKey, row]))
  const toolsOf = await readTools(
    db,
    found.filter((server) => server.listingHash !== null).map((server) => server.key),
  )
  return found.map((server) => {
    const row = declaredOf.get(server.key)
    const listed = server.listingHash === null ? null : (toolsOf.get(server.key) ?? [])
    const digests = serverDigests({ tools: null, declarations: row?.declared ?? null })
    return {
      serverKey: server.key,
      serverId: server.id,
      isDeleted: server.lifecycle === 'deleted',
      digests: { ...digests, tools: listed === null ? null : listDigests(listed.map((tool) => tool.digests)) },
      tools: new Map(listed?.map((tool) => [tool.digests.name, tool])),
      partSince: row?.since ?? {},
    }
  })
}

interface ReadTool extends ListedDigests {
  digests: ToolDigests
}

/** Tools with their schemas, read at once. */
const TOOLS_READ_AT_ONCE = 100

async function readTools(db: Database, serverKeys: readonly number[]): Promise<Map<number, ReadTool[]>> {
  if (serverKeys.length === 0) return new Map()
  const ofServers = and(inArray(tools.serverKey, [...serverKeys]), isNull(tools.removedAt))
  const pages = pagesByKey(
    '',
    TOOLS_READ_AT_ONCE,
    (after, size) =>
      db
        .select()
        .from(tools)
        .where(and(ofServers, gt(tools.id, after)))
        .orderBy(asc(tools.id))
        .limit(size),
    (row) => row.id,
  )
  const read: (ReadTool & { serverKey: number })[] = []
  for await (const page of pages) read.push(...(await mapInTurns(page, readTool)))
  return grouped(read.map(({ serverKey, ...tool }) => [serverKey, tool]))
}

function readTool(row: typeof tools.$inferSelect): ReadTool & { serverKey: number } {
  const { serverKey, inputSchema, updatedAt: since } = row
  return { serverKey, since, digests: toolDigests(row), inputSchemaAsWritten: inputSchema && digestOf(inputSchema) }
}

/** How long an observation by a vantage counts, in ms. */
const SEEN_BY_MS = DAY_MS

/** Reasons of probes that read what a server declares. */
const DECLARING = [
  PROBE_REASONS.answered,
  PROBE_REASONS.answered_without_tools,
  PROBE_REASONS.answered_other_than_tools,
  PROBE_REASONS.started,
].map(({ code }) => code)

/** A vantage, and when its newest probe of a server was answered with what the server declares. */
export interface Sighting {
  vantage: string
  at: Date
}

/** By which vantages these servers were seen within `SEEN_BY_MS`, by server, in the order of their names. */
export async function listSightings(
  db: Database,
  serverKeys: readonly number[],
  now: Date,
): Promise<Map<number, Sighting[]>> {
  if (serverKeys.length === 0) return new Map()
  const { serverKey, vantageKey, observedAt, reason } = observations
  const newest = sql<number>`max(${observedAt})`
  const rows = await db
    .select({ serverKey, vantage: vantages.name, newest })
    .from(observations)
    .innerJoin(vantages, sql`${vantages.key} = ${vantageKey}`)
    .where(
      and(
        inArray(serverKey, [...serverKeys]),
        gte(observedAt, new Date(now.getTime() - SEEN_BY_MS)),
        inArray(reason, DECLARING),
      ),
    )
    .groupBy(serverKey, vantages.name)
    .orderBy(serverKey, vantages.name)
  return grouped(rows.map(({ serverKey: key, vantage, newest }) => [key, { vantage, at: new Date(newest * 1000) }]))
}
