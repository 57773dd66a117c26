import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import type { Grade } from 'assay-verify/score/grade'
import type { ScoreFacts } from 'assay-verify/score/score'
import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import { shorterIds } from 'assay-verify/subject-id'
import type { Access } from 'assay-verify/verdict'
import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { SignIn } from '../../core/access/sign-in'
import type { AuthScheme, Package, Remote } from '../../core/catalog/catalog'
import { signIns } from '../access/access-schema'
import { type Database, rowsOf } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { servers, subjects, tools } from './catalog-schema'

/** A listed subject with everything an answer contains about it and its server. */
export interface FoundSubject {
  id: string
  kind: 'server' | 'tool'
  name: string
  description: string
  serverKey: number
  serverId: string
  serverTitle: string
  repository: string | null
  packages: Package[]
  remotes: Remote[]
  /** The protocol revision its server last negotiated; null: never probed, or it speaks none. */
  protocolVersion: string | null
  inputSchema: JsonSchema | null
  annotations: ToolAnnotations | null
  score: number
  grade: Grade
  declaredAccess: Access
  /** null: its source does not say. */
  declaredAuth: AuthScheme | null
  hasInputSchema: boolean
  /** Since when its server no longer lists it; null or left out: it is listed. */
  removedAt?: Date | null
  /** What is known of it apart from its server's evidence; null: nothing. */
  facts: StoredToolFacts | null
  /** Both null: its server was never probed. */
  serverState: ServerState | null
  scoreFacts: ScoreFacts | null
  /** How to sign in at its server, the newest reading first; null or left out: not known. */
  signIns?: SignIn[] | null
}

/** The columns needed for ranking: everything but the texts and sign-ins, which are most of the bytes. */
export type FoundFacts = Omit<FoundSubject, 'description' | 'inputSchema' | 'signIns'>

/** What a search decides by, besides the facts. */
export interface SearchFacts extends FoundFacts {
  /** Slugs. */
  categories: string[]
  /** Equal for equal descriptions; null: it has none. */
  descriptionHash: string | null
}

/** The texts of a subject. */
export type FoundTexts = Pick<FoundSubject, 'id' | 'description' | 'inputSchema'>

/** The listed ones of these subjects in the order given; ids that are not listed are left out. */
export function listFound(db: Database, ids: readonly string[]): Promise<FoundSubject[]> {
  return listInOrder(db, ids, foundStatements, prepareFound)
}

/** The same without the texts. */
export function listFoundFacts(db: Database, ids: readonly string[]): Promise<FoundFacts[]> {
  return listInOrder(db, ids, factsStatements, prepareFacts)
}

/**
 * What a search decides by, of the listed ones of these subjects, of the servers among them that list tools, and of
 * removed tools, in the order given; other ids are left out.
 */
export function listSearchFacts(db: Database, ids: readonly string[]): Promise<SearchFacts[]> {
  return listInOrder(db, ids, searchStatements, prepareSearchFacts)
}

/** The texts of these subjects, in the order given; ids that are not known are left out. */
export function listTexts(db: Database, ids: readonly string[]): Promise<FoundTexts[]> {
  return listInOrder(db, ids, textStatements, prepareTexts)
}

interface Statement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>
}
const foundStatements = new WeakMap<Database, Map<number, Statement<FoundSubject>>>()
const searchStatements = new WeakMap<Database, Map<number, Statement<SearchFacts>>>()
const textStatements = new WeakMap<Database, Map<number, Statement<FoundTexts>>>()
const factsStatements = new WeakMap<Database, Map<number, Statement<FoundFacts>>>()

// Postgres reuses a plan for a list of fixed length, so there is one prepared statement for each power of two of ids.
async function listInOrder<Row extends { id: string }>(
  db: Database,
  ids: readonly string[],
  statementsOf: WeakMap<Database, Map<number, Statement<Row>>>,
  prepare: (db: Database, size: number) => Statement<Row>,
): Promise<Row[]> {
  if (ids.length === 0) return []
  const size = 2 ** Math.ceil(Math.log2(ids.length))
  const statements = statementsOf.get(db) ?? new Map<number, Statement<Row>>()
  const statement = statements.get(size) ?? prepare(db, size)
  statementsOf.set(db, statements.set(size, statement))
  // The rest is filled with the first id: the index finds each value once.
  const rows = await statement.execute(
    Object.fromEntries(Array.from({ length: size }, (_, place) => [`id${place}`, ids[place] ?? ids[0]])),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const FACTS = {
  id: subjects.id,
  kind: subjects.kind,
  name: subjects.name,
  serverKey: servers.key,
  serverId: servers.id,
  serverTitle: servers.title,
  repository: servers.repository,
  packages: servers.packages,
  remotes: servers.remotes,
  protocolVersion: servers.protocolVersion,
  annotations: tools.annotations,
  score: subjects.score,
  grade: subjects.grade,
  declaredAccess: servers.declaredAccess,
  declaredAuth: servers.declaredAuth,
  hasInputSchema: sql<boolean>`${tools.inputSchema} IS NOT NULL`,
  facts: subjects.facts,
  serverState: serverStates.serverState,
  scoreFacts: serverStates.scoreFacts,
}
const description = sql<string>`coalesce(${tools.description}, ${servers.description})`
const TEXTS = { description, inputSchema: tools.inputSchema }
const SEARCH_FACTS = {
  ...FACTS,
  removedAt: subjects.removedAt,
  categories: subjects.categories,
  descriptionHash: sql<string | null>`md5(nullif(${description}, ''))`,
}

const isOneOf = (size: number) =>
  inArray(
    subjects.id,
    Array.from({ length: size }, (_, place) => sql.placeholder(`id${place}`)),
  )
const isListedOneOf = (size: number) => and(isOneOf(size), subjects.listed)
const isServer = and(eq(subjects.kind, 'server'), isNull(subjects.removedAt), ne(servers.lifecycle, 'deleted'))
const isRemovedTool = and(eq(subjects.kind, 'tool'), isNotNull(subjects.removedAt))
const ownTool = and(eq(tools.id, subjects.id), eq(subjects.kind, 'tool'))

function prepareFound(db: Database, size: number) {
  return db
    .select({ ...FACTS, ...TEXTS, signIns: signIns.signIns })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .leftJoin(tools, ownTool)
    .leftJoin(signIns, eq(signIns.serverKey, subjects.serverKey))
    .where(isListedOneOf(size))
    .prepare(`list_found_${size}`)
}

function prepareFacts(db: Database, size: number) {
  return db
    .select(FACTS)
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .leftJoin(tools, ownTool)
    .where(isListedOneOf(size))
    .prepare(`list_found_facts_${size}`)
}

function prepareSearchFacts(db: Database, size: number) {
  return db
    .select(SEARCH_FACTS)
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .leftJoin(tools, ownTool)
    .where(and(isOneOf(size), or(subjects.listed, isServer, isRemovedTool)))
    .prepare(`list_search_facts_${size}`)
}

function prepareTexts(db: Database, size: number) {
  return db
    .select({ id: subjects.id, ...TEXTS })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(tools, ownTool)
    .where(isOneOf(size))
    .prepare(`list_texts_${size}`)
}

/**
 * Known ids that an unknown one may have meant: under its longest known prefix, and next to it in the order of ids.
 * Unordered.
 */
export async function listNearbyIds(db: Database, id: string, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`(SELECT id FROM subjects WHERE server_key = (
        SELECT server_key FROM subjects WHERE id IN ${[id, ...shorterIds(id)]} ORDER BY length(id) DESC LIMIT 1) ORDER BY id LIMIT ${limit})
      UNION (SELECT id FROM subjects WHERE id > ${id} ORDER BY id LIMIT 10)
      UNION (SELECT id FROM subjects WHERE id < ${id} ORDER BY id DESC LIMIT 10)`,
  )
  return rows.map((row) => row.id)
}
