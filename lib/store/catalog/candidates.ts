import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import type { Grade } from 'assay-verify/score/grade'
import type { ScoreFacts } from 'assay-verify/score/score'
import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import { shorterIds } from 'assay-verify/subject-id'
import type { Access } from 'assay-verify/verdict'
import type { SQLWrapper } from 'drizzle-orm'
import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { SignIn } from '../../core/access/sign-in'
import type { AuthScheme, Package, Remote } from '../../core/catalog/catalog'
import { signIns } from '../access/access-schema'
import { type Database, rowsOf } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { orderWithinServer } from '../listings/listing-order'
import { oncePerDatabase, preparedByIds, type Statement } from '../prepared'
import { servers, subjects, tools } from './catalog-schema'

/** A listed subject with everything an answer contains about it and its server. */
export interface SubjectDetails {
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
export type SubjectFacts = Omit<SubjectDetails, 'description' | 'inputSchema' | 'signIns'>

/** What a search decides by, besides the facts. */
export interface SearchFacts extends SubjectFacts {
  /** Slugs. */
  categories: string[]
  /** Equal for equal descriptions; null: it has none. */
  descriptionHash: string | null
}

/** The texts of a subject. */
export type SubjectTexts = Pick<SubjectDetails, 'id' | 'description' | 'inputSchema'>

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
const TEXTS = { id: subjects.id, description, inputSchema: tools.inputSchema }
/** Equal for equal descriptions; null: there is none. */
export const descriptionHash = sql<string | null>`md5(nullif(${description}, ''))`
const SEARCH_FACTS = { ...FACTS, removedAt: subjects.removedAt, categories: subjects.categories, descriptionHash }

const isServer = and(eq(subjects.kind, 'server'), isNull(subjects.removedAt), ne(servers.lifecycle, 'deleted'))
const isRemovedTool = and(eq(subjects.kind, 'tool'), isNotNull(subjects.removedAt))

type ListByIds<Row> = (db: Database, ids: readonly string[]) => Promise<Row[]>

function listed<Row extends { id: string }>(
  name: string,
  fields: { [Name in keyof Row]: SelectedFields[string] },
  condition?: SQLWrapper,
): ListByIds<Row> {
  const list = preparedByIds((db, ids) => {
    const statement = db
      .select(fields as SelectedFields)
      .from(subjects)
      .innerJoin(servers, eq(servers.key, subjects.serverKey))
      .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
      .leftJoin(tools, and(eq(tools.id, subjects.id), eq(subjects.kind, 'tool')))
      .leftJoin(signIns, eq(signIns.serverKey, subjects.serverKey))
      .where(and(inArray(subjects.id, ids), condition))
    return statement.prepare(`${name}_${ids.length}`) as unknown as Statement<Row>
  })
  return async (db, ids) => {
    const byId = new Map((await list(db, ids)).map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
}

/** The listed ones of these subjects in the order given; ids that are not listed are left out. */
export const listSubjectDetails = listed<SubjectDetails>(
  'list_found',
  { ...FACTS, ...TEXTS, signIns: signIns.signIns },
  subjects.listed,
)

/** The same without the texts. */
export const listSubjectFacts = listed<SubjectFacts>('list_found_facts', FACTS, subjects.listed)

/**
 * What a search decides by, of the listed ones of these subjects, of the servers among them that list tools, and of
 * removed tools, in the order given; other ids are left out.
 */
export const listSearchFacts = listed<SearchFacts>(
  'list_search_facts',
  SEARCH_FACTS,
  or(subjects.listed, isServer, isRemovedTool),
)

/** The texts of these subjects, in the order given; ids that are not known are left out. */
export const listTexts = listed<SubjectTexts>('list_texts', TEXTS)

/** Ids of the first tools of a server in the published order, removed ones last. */
export async function listToolIds(db: Database, serverKey: number, limit: number): Promise<string[]> {
  const rows = await toolIds(db).execute({ serverKey, limit })
  return rows.map(({ id }) => id)
}

const toolIds = oncePerDatabase((db) =>
  db
    .select({ id: subjects.id })
    .from(subjects)
    .where(and(eq(subjects.serverKey, sql.placeholder('serverKey')), eq(subjects.kind, 'tool')))
    .orderBy(sql`${subjects.removedAt} IS NOT NULL`, orderWithinServer())
    .limit(sql.placeholder('limit'))
    .prepare('list_tool_ids'),
)

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
