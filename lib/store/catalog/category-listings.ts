import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import type { Grade } from 'assay-verify/score/grade'
import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Access } from 'assay-verify/verdict'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Remote } from '../../core/catalog/catalog'
import type { ListingSort } from '../../core/verdict/ranking'
import { type Database, rowsOf } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { servers, subjects, tools } from './catalog-schema'
import { type ListingFilter, listedMatching } from './listing-filter'
import { orderWithinServer, publishedOrder, sortedOrder } from './listing-order'

export interface ListedSubject {
  id: string
  kind: 'server' | 'tool'
  name: string
  summary: string
  serverId: string
  serverTitle: string
  remotes: Remote[]
  score: number
  grade: Grade
  declaredAccess: Access
  removedAt: Date | null
  facts: StoredToolFacts | null
  serverState: ServerState | null
  /** Milliseconds; null: too few answers. */
  latencyP50Ms: number | null
  latencyP95Ms: number | null
  /** Whether it declares that it changes nothing; null: it says neither, or is a server. */
  readOnly: boolean | null
}

const listedColumns = {
  id: subjects.id,
  kind: subjects.kind,
  name: subjects.name,
  summary: subjects.summary,
  serverId: servers.id,
  serverTitle: servers.title,
  remotes: servers.remotes,
  score: subjects.score,
  grade: subjects.grade,
  declaredAccess: servers.declaredAccess,
  removedAt: subjects.removedAt,
  facts: subjects.facts,
  serverState: serverStates.serverState,
  latencyP50Ms: sql<number | null>`(${serverStates.scoreFacts} ->> 'latencyP50Ms')::float8`,
  latencyP95Ms: sql<number | null>`(${serverStates.scoreFacts} ->> 'latencyP95Ms')::float8`,
  // No cast: what is no boolean would fail the whole list.
  readOnly: sql<
    boolean | null
  >`CASE ${tools.annotations} ->> 'readOnlyHint' WHEN 'true' THEN true WHEN 'false' THEN false END`,
}

function selectListed(db: Database) {
  return db
    .select(listedColumns)
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .leftJoin(tools, eq(tools.id, subjects.id))
}

/** Which part of a listing is read. */
export interface ListingPart {
  filter: ListingFilter
  sort: ListingSort
  limit: number
  offset: number
}

/**
 * One page of a category: a row for each subject that the filter leaves, in the published order or sorted by something
 * else.
 */
export async function listCategory(db: Database, slug: string, part: ListingPart): Promise<ListedSubject[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT ${subjects.id} ${listedMatching(slug, part.filter, part.sort === 'latency')}
      ORDER BY ${sortedOrder(part.sort)} LIMIT ${part.limit} OFFSET ${part.offset}`,
  )
  return listListed(
    db,
    rows.map(({ id }) => id),
  )
}

/** Of one server in a listing: its best subject, how many others there are, and the ids of the first of them. */
interface FoldedIds {
  best: string
  others: number
  first: string[]
}

/** A server of a listing by its best subject. */
export interface FoldedListing {
  best: ListedSubject
  /** How many other subjects of the server the filter leaves. */
  others: number
  /** The best of those. What is left out they have in common with `best`. */
  first: FoldedSubject[]
}

/** A subject under the best one of its server. */
export type FoldedSubject = Pick<ListedSubject, 'id' | 'name' | 'score' | 'grade' | 'removedAt' | 'facts'>

/**
 * The same with one row for each server: its best subject by the published order, with its others under it, at most
 * `othersShown` of them. Servers come in the order of their best subjects.
 */
export async function listCategoryByServer(
  db: Database,
  slug: string,
  part: ListingPart,
  othersShown: number,
): Promise<FoldedListing[]> {
  const folded = await foldedIds(db, slug, part, othersShown)
  const best = await listListed(
    db,
    folded.map((server) => server.best),
  )
  const under = await listFolded(
    db,
    folded.flatMap(({ first }) => first),
  )
  const bestById = new Map(best.map((row) => [row.id, row]))
  return folded.flatMap(({ best: id, others, first }) => {
    const row = bestById.get(id)
    return row === undefined ? [] : [{ best: row, others, first: first.flatMap((one) => under.get(one) ?? []) }]
  })
}

// Servers are joined to the best subject of each only, and the others are read for one page of them. What is
// sorted has only what the order asks for: with the facts of tools its rows were several times as wide.
async function foldedIds(db: Database, slug: string, part: ListingPart, othersShown: number): Promise<FoldedIds[]> {
  const { id, kind, facts, name, verdict, score, serverKey } = subjects
  const rows = await rowsOf<{ ids: string[]; of_server: number }>(
    db,
    sql`WITH best AS (
        SELECT DISTINCT ON (${serverKey}) ${id}, ${kind}, CASE ${kind} WHEN 'server' THEN ${facts} END AS facts,
          ${part.sort === 'name' ? sql`${name},` : sql.empty()} ${verdict}, ${score}, ${serverKey}
        ${listedMatching(slug, part.filter)} ORDER BY ${serverKey}, ${orderWithinServer()}
      ), shown AS (
        SELECT ${serverKey}, row_number() OVER (ORDER BY ${sortedOrder(part.sort)}) AS place
        FROM best AS subjects JOIN ${servers} ON ${servers.key} = ${serverKey} ${statesFor(part.sort)}
        ORDER BY place LIMIT ${part.limit} OFFSET ${part.offset}
      ), matched AS (
        SELECT shown.place, ${id}, row_number() OVER (PARTITION BY shown.place ORDER BY ${orderWithinServer()}) AS nth
        ${listedMatching(slug, part.filter, false, sql`JOIN shown ON shown.server_key = ${serverKey}`)}
      )
      SELECT (array_agg(id ORDER BY nth))[1:${sql.raw(String(othersShown + 1))}] AS ids, count(*)::int AS of_server
      FROM matched GROUP BY place ORDER BY place`,
  )
  return rows.map(({ ids: [best = '', ...first], of_server: ofServer }) => ({ best, others: ofServer - 1, first }))
}

function statesFor(sort: ListingSort): SQL {
  return sort === 'latency'
    ? sql`LEFT JOIN ${serverStates} ON ${serverStates.serverKey} = ${subjects.serverKey}`
    : sql.empty()
}

/** Listed subjects in the order of the ids given. */
async function listListed(db: Database, ids: readonly string[]): Promise<ListedSubject[]> {
  if (ids.length === 0) return []
  const rows = await selectListed(db).where(inArray(subjects.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Without their server and its state: those of a server have them in common. */
async function listFolded(db: Database, ids: readonly string[]): Promise<Map<string, FoldedSubject>> {
  if (ids.length === 0) return new Map()
  const { id, name, score, grade, removedAt, facts } = subjects
  const rows = await db
    .select({ id, name, score, grade, removedAt, facts })
    .from(subjects)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The tools of one server in the published order, removed ones last. */
export async function listToolsOfServer(db: Database, serverKey: number, limit: number) {
  const { id, name, summary, removedAt, facts } = subjects
  return db
    .select({ id, name, summary, annotations: tools.annotations, removedAt, facts })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(tools, eq(tools.id, subjects.id))
    .where(sql`${subjects.serverKey} = ${serverKey} AND ${subjects.kind} = 'tool'`)
    .orderBy(sql`${subjects.removedAt} IS NOT NULL, ${publishedOrder()}`)
    .limit(limit)
}

/** The input schemas of these tools, by id; those without one are left out. */
export async function listInputSchemas(db: Database, ids: readonly string[]): Promise<Map<string, JsonSchema>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: tools.id, inputSchema: tools.inputSchema })
    .from(tools)
    .where(inArray(tools.id, [...ids]))
  return new Map(rows.flatMap(({ id, inputSchema }) => (inputSchema === null ? [] : [[id, inputSchema]])))
}
