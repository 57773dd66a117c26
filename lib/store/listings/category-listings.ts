import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import type { Grade } from 'assay-verify/score/grade'
import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Access } from 'assay-verify/verdict'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Remote } from '../../core/catalog/catalog'
import type { PublisherState } from '../../core/catalog/publisher'
import type { ListingSort } from '../../core/verdict/ranking'
import type { SearchFacts } from '../catalog/candidates'
import { servers, subjects, tools } from '../catalog/catalog-schema'
import { openSubjectFacts, type SubjectFactsReader } from '../catalog/subject-facts'
import { type Database, rowsOf } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { instantOf, msOf, type Read, readAlone, readOf } from '../read-together'
import { IS_RATED, type ListingFilter, listedMatching } from './listing-filter'
import { orderWithinServer, publishedOrder, sortedOrder } from './listing-order'

interface ListedSubject {
  id: string
  kind: 'server' | 'tool'
  name: string
  summary: string
  serverId: string
  serverTitle: string
  /** Its product, and who publishes that; all null: not resolved yet. */
  productId: string | null
  publisher: string | null
  publisherState: PublisherState | null
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
  productId: servers.productId,
  publisher: servers.publisher,
  publisherState: servers.publisherState,
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
  /** `wanted`: what the most registries list first. */
  sort: ListingSort | 'wanted'
  limit: number
  offset: number
}

/** A listed subject with its place among the rated ones, from 1; null: it is not rated, or unsafe. */
export type RankedSubject = ListedSubject & { rank: number | null }

/**
 * One page of a category: a row for each subject that the filter leaves, in the published order or sorted by something
 * else.
 */
export async function listCategory(db: Database, slug: string, part: ListingPart): Promise<RankedSubject[]> {
  const order = orderOf(part.sort)
  const rows = await rowsOf<{ id: string; rank: number | null }>(
    db,
    sql`SELECT ${subjects.id}, ${rankBy(order)} AS rank ${listedMatching(slug, part.filter, part.sort === 'latency')}
      ORDER BY ${order} LIMIT ${part.limit} OFFSET ${part.offset}`,
  )
  const listed = await listListed(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, rank }) => {
    const row = listed.get(id)
    return row === undefined ? [] : [{ ...row, rank }]
  })
}

/** The rank in this order, over `subjects` and `servers`: what is not rated has none, and takes none from others. */
function rankBy(order: SQL): SQL {
  return sql`CASE WHEN ${IS_RATED} AND NOT ${servers.unsafe} THEN
    (count(*) FILTER (WHERE ${IS_RATED}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING))::int END`
}

/** What the rows of a folded listing stand for. */
export type FoldedBy = 'server' | 'product'

/** The product of a server, which is a product of its own until one is resolved; over `servers`. */
export const PRODUCT_OF = sql`coalesce(${servers.productId}, '/' || ${servers.key})`

const FOLDED_BY: Readonly<Record<FoldedBy, { key: SQL; orderWithin: () => SQL }>> = {
  server: { key: sql`${subjects.serverKey}`, orderWithin: orderWithinServer },
  product: { key: PRODUCT_OF, orderWithin: publishedOrder },
}

/** A server or product of a listing by its best subject. */
export interface FoldedListing {
  best: RankedSubject
  /** How many other subjects of it the filter leaves. */
  others: number
  /** The best of those. */
  first: FoldedSubject[]
}

/** A subject under the best one of its row. */
export type FoldedSubject = Pick<
  ListedSubject,
  'id' | 'kind' | 'name' | 'serverId' | 'score' | 'grade' | 'removedAt' | 'facts' | 'declaredAccess' | 'serverState'
>

/**
 * The same with one row for each server or product: its best subject by the published order, with its others under it,
 * at most `othersShown` of them. Rows come in the order of their best subjects. `facts`: reads what is known of them.
 */
export async function listFoldedCategory(
  db: Database,
  slug: string,
  part: ListingPart,
  folding: Folding,
  facts: ReadsFacts = openSubjectFacts(db),
): Promise<FoldedListing[]> {
  return withFacts(await readAlone(db, foldedRead(slug, part, folding)), facts)
}

export interface Folding {
  by: FoldedBy
  othersShown: number
}

/** The rows of that list without the facts of their subjects. */
// Servers are joined to the best subject of each row only, and the others are read for one page of them. What is
// sorted has only what the order asks for: with the facts of tools its rows were several times as wide.
export function foldedRead(slug: string, part: ListingPart, { by, othersShown }: Folding): Read<FoldedRow[]> {
  const { id, kind, facts, name, verdict, score, grade, serverKey } = subjects
  const { key, orderWithin } = FOLDED_BY[by]
  const order = orderOf(part.sort)
  return readOf<FoldedRow, FoldedRow[]>(
    sql`WITH best AS (
        SELECT DISTINCT ON (${key}) ${key} AS row_key, ${id}, ${kind}, CASE ${kind} WHEN 'server' THEN ${facts} END AS facts,
          ${part.sort === 'name' ? sql`${name},` : sql.empty()} ${verdict}, ${score}, ${grade}, ${serverKey}
        ${listedMatching(slug, part.filter)} ORDER BY ${key}, ${orderWithin()}
      ), shown AS (
        SELECT row_key, row_number() OVER (ORDER BY ${order}) AS place, ${rankBy(order)} AS rank
        FROM best AS subjects JOIN ${servers} ON ${servers.key} = ${serverKey} ${statesFor(part.sort)}
        ORDER BY place LIMIT ${part.limit} OFFSET ${part.offset}
      ), matched AS (
        SELECT shown.place, shown.rank, ${id}, row_number() OVER (PARTITION BY shown.place ORDER BY ${orderWithin()}) AS nth
        ${listedMatching(slug, part.filter, false, sql`JOIN shown ON shown.row_key = ${key}`)}
      ), folded AS (
        SELECT place, rank, (array_agg(id ORDER BY nth))[1:${sql.raw(String(othersShown + 1))}] AS ids, count(*)::int - 1 AS others
        FROM matched GROUP BY place, rank
      )
      SELECT rank, ids, others, ${BESIDES} FROM folded JOIN ${subjects} ON ${id} = ids[1]
        JOIN ${servers} ON ${servers.key} = ${serverKey} ORDER BY place`,
    (rows) => [...rows],
  )
}

/** A row of a folded listing by the ids of its best subject and of the first of the others. */
export interface FoldedRow extends Pick<ListedSubject, 'summary' | 'productId' | 'publisher' | 'publisherState'> {
  rank: number | null
  ids: string[]
  others: number
}

/** What a row has of its best subject besides the facts, over `subjects` and `servers`. */
export const BESIDES = sql`${subjects.summary}, ${servers.productId} AS "productId", ${servers.publisher}, ${servers.publisherState} AS "publisherState"`

export type ReadsFacts = Pick<SubjectFactsReader, 'listSearchFacts'>

/** These rows with the facts of their subjects; one whose best subject is gone meanwhile is left out. */
export async function withFacts<Row extends FoldedRow>(
  rows: readonly Row[],
  facts: ReadsFacts,
): Promise<(FoldedListing & { row: Row })[]> {
  const found = await facts.listSearchFacts([...new Set(rows.flatMap(({ ids }) => ids))])
  const factsOf = new Map(found.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const { rank, others, summary, productId, publisher, publisherState } = row
    const [best, ...under] = row.ids.flatMap((id) => factsOf.get(id) ?? [])
    if (best === undefined || best.id !== row.ids[0]) return []
    const besides = { summary, productId, publisher, publisherState, rank }
    return [{ row, best: { ...listedOf(best), ...besides }, others, first: under.map(foldedOf) }]
  })
}

function foldedOf({ id, kind, name, serverId, score, grade, removedAt = null, ...found }: SearchFacts): FoldedSubject {
  const { facts, declaredAccess, serverState } = found
  return { id, kind, name, serverId, score, grade, removedAt, facts, declaredAccess, serverState }
}

function listedOf(found: SearchFacts) {
  const { serverTitle, remotes, scoreFacts, annotations } = found
  const [latencyP50Ms, latencyP95Ms] = [scoreFacts?.latencyP50Ms ?? null, scoreFacts?.latencyP95Ms ?? null]
  const readOnly = typeof annotations?.readOnlyHint === 'boolean' ? annotations.readOnlyHint : null
  return { ...foldedOf(found), serverTitle, remotes, latencyP50Ms, latencyP95Ms, readOnly }
}

/** What a list is ordered by, over `subjects` and `servers`. */
export function orderOf(sort: ListingPart['sort']): SQL {
  if (sort !== 'wanted') return sortedOrder(sort)
  return sql`${servers.unsafe}, (SELECT count(DISTINCT entries.registry) FROM ${servers} AS entries
    WHERE entries.product_id = ${servers.productId}) DESC, ${publishedOrder()}`
}

function statesFor(sort: ListingPart['sort']): SQL {
  return sort === 'latency'
    ? sql`LEFT JOIN ${serverStates} ON ${serverStates.serverKey} = ${subjects.serverKey}`
    : sql.empty()
}

/** Listed subjects by id. */
async function listListed(db: Database, ids: readonly string[]): Promise<Map<string, ListedSubject>> {
  if (ids.length === 0) return new Map()
  const rows = await selectListed(db).where(inArray(subjects.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** A tool of a server. `inputSchema` null: it has none, or is not one of those that are described. */
export interface ToolOfServer extends Pick<ListedSubject, 'id' | 'name' | 'summary' | 'removedAt' | 'facts'> {
  annotations: ToolAnnotations | null
  inputSchema: JsonSchema | null
}

/**
 * The tools of one server in the published order, removed ones last; the first `described` that are not removed with
 * their input schemas.
 */
export function toolsOfServerRead(serverKey: number, limit: number, described: number): Read<ToolOfServer[]> {
  const { id, name, summary, removedAt, facts } = subjects
  const order = sql`${removedAt} IS NOT NULL, ${publishedOrder()}`
  const schema = sql`CASE WHEN ${removedAt} IS NULL AND row_number() OVER (ORDER BY ${order}) <= ${described} THEN ${tools.inputSchema} END`
  return readOf<Omit<ToolOfServer, 'removedAt'> & { removedMs: number | null }, ToolOfServer[]>(
    sql`SELECT ${id}, ${name}, ${summary}, ${tools.annotations}, ${msOf(removedAt)} AS "removedMs", ${facts}, ${schema} AS "inputSchema"
      FROM ${subjects} JOIN ${servers} ON ${servers.key} = ${subjects.serverKey} LEFT JOIN ${tools} ON ${tools.id} = ${id}
      WHERE ${subjects.serverKey} = ${serverKey} AND ${subjects.kind} = 'tool' ORDER BY ${order} LIMIT ${limit}`,
    (rows) =>
      rows.map(({ removedMs, ...row }) => ({ ...row, removedAt: removedMs === null ? null : instantOf(removedMs) })),
  )
}
