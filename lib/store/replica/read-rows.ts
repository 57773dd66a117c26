import { and, eq, inArray, sql } from 'drizzle-orm'
import { maintenanceOf } from '../../core/history/maintenance'
import { signIns } from '../access/access-schema'
import { descriptionHash } from '../catalog/candidates'
import { servers, subjects, tools } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { preparedByIds } from '../prepared'
import { RATING } from '../ratings/ratings'
import type { HeldSubject, HeldWords } from './held-subject'

/** A subject as it was read by its id. `words` null: they were not asked for. */
export interface ReadRow extends HeldSubject {
  /** When its rating, or the state of its server, changed last: a database time in epoch milliseconds. */
  ratedAt: number
}

const RATED = {
  ...RATING,
  protocolVersion: servers.protocolVersion,
  ratedAt: sql<number>`(extract(epoch FROM greatest(${servers.changedAt}, ${serverStates.changedAt})) * 1000)::float8`,
}
const WORDS = {
  name: subjects.name,
  categories: subjects.categories,
  listed: subjects.listed,
  annotations: tools.annotations,
  description: tools.description,
  descriptionHash,
  // As text, as it is held.
  inputSchema: sql<string | null>`${tools.inputSchema}::text`,
}
const SERVER = {
  id: servers.id,
  title: servers.title,
  description: servers.description,
  repository: servers.repository,
  packages: servers.packages,
  remotes: servers.remotes,
  isDeleted: sql<boolean>`${servers.lifecycle} = 'deleted'`,
}

const listRated = preparedByIds((db, ids) =>
  db
    .select({ rated: RATED })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .leftJoin(signIns, eq(signIns.serverKey, subjects.serverKey))
    .where(inArray(subjects.id, ids))
    .prepare(`read_ratings_${ids.length}`),
)

const listWorded = preparedByIds((db, ids) =>
  db
    .select({ rated: RATED, words: WORDS, server: SERVER })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .leftJoin(tools, and(eq(tools.id, subjects.id), eq(subjects.kind, 'tool')))
    .leftJoin(signIns, eq(signIns.serverKey, subjects.serverKey))
    .where(inArray(subjects.id, ids))
    .prepare(`read_rows_${ids.length}`),
)

type Rated = Awaited<ReturnType<typeof listRated>>[number]['rated']

function rowOf({ from, to, protocolVersion, ratedAt, ...rating }: Rated, words: HeldWords | null): ReadRow {
  return { rating: { ...rating, maintenance: maintenanceOf(from, to) }, protocolVersion, ratedAt, words }
}

/** The subjects with these ids, in no order, without their words; unknown ids are left out. */
export async function readRatedRows(db: Database, ids: readonly string[]): Promise<ReadRow[]> {
  return (await listRated(db, ids)).map(({ rated }) => rowOf(rated, null))
}

/** The same with their words, which have no names of their servers: those are looked for by a statement. */
export async function readWordedRows(db: Database, ids: readonly string[]): Promise<ReadRow[]> {
  const rows = await listWorded(db, ids)
  return rows.map(({ rated, words, server }) => rowOf(rated, { ...words, server: { ...server, names: [] } }))
}
