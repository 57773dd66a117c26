import { grouped } from 'assay-verify/grouped'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { maintenanceOf } from '../../core/history/maintenance'
import { signIns } from '../access/access-schema'
import { descriptionHash } from '../catalog/candidates'
import { servers, subjects, tools } from '../catalog/catalog-schema'
import { serverNames } from '../catalog/names-schema'
import { type Database, rowsOf } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { OF_SERVER } from '../ratings/ratings'
import { ratingBytesOf } from './held-catalog'
import type { HeldRating, HeldWords } from './held-subject'

/**
 * Changes are read from this long before the last read: a transaction's rows become visible later than they are dated.
 */
const OVERLAP = sql.raw(`interval '30 seconds'`)

/**
 * The time of the primary up to which this server has everything; null: a replica that has replayed nothing yet. The
 * clock of a replica's own machine may be another.
 */
const OF_PRIMARY = sql.raw('CASE WHEN pg_is_in_recovery() THEN pg_last_xact_replay_timestamp() ELSE now() END')

/** A server of which something changed; database times in epoch milliseconds, null: no change of that kind. */
export interface ChangedServer {
  key: number
  /** Of a rating of its subjects, or of its state. */
  ratedAt: number | null
  /** Of their words, or of which of them are listed. */
  wordedAt: number | null
}

export interface Changes {
  servers: ChangedServer[]
  /** Time of the primary up to which changes are in it, in epoch milliseconds. */
  askedAt: number
}

/** Asks for no change, and only for the time from which to ask for the next ones. */
export const AT_THE_END = Number.POSITIVE_INFINITY

/** Servers that changed since shortly before `since`, a database time, or `AT_THE_END`. */
export async function listChanges(db: Database, since: number): Promise<Changes> {
  const from = sql`to_timestamp(${since / 1000}) - ${OVERLAP}`
  const rows = await rowsOf<Omit<ChangedServer, 'key'> & { askedAt: number | null; key: number | null }>(
    db,
    sql`SELECT asked.at AS "askedAt", key, (extract(epoch FROM rated_at) * 1000)::float8 AS "ratedAt",
        (extract(epoch FROM worded_at) * 1000)::float8 AS "wordedAt"
      FROM (SELECT (extract(epoch FROM ${OF_PRIMARY}) * 1000)::float8 AS at) AS asked
      LEFT JOIN (
        SELECT key, max(rated_at) AS rated_at, max(worded_at) AS worded_at FROM (
          SELECT server_key AS key, changed_at AS rated_at, NULL::timestamptz AS worded_at FROM server_states WHERE changed_at >= ${from}
          UNION ALL SELECT key, changed_at, NULL FROM servers WHERE changed_at >= ${from}
          UNION ALL SELECT server_key, NULL, words_changed_at FROM subjects WHERE words_changed_at >= ${from}
        ) AS change GROUP BY key
      ) AS changed ON true`,
  )
  const changed = rows.flatMap(({ askedAt: _at, key, ...times }) => (key === null ? [] : [{ key, ...times }]))
  return { servers: changed, askedAt: rows[0]?.askedAt ?? since }
}

/** Bytes that the ratings of all subjects would take, as far as the database has counted them; 0: it has not. */
export async function estimateRatingBytes(db: Database): Promise<number> {
  const [row] = await rowsOf<{ subjects: number; servers: number }>(
    db,
    sql`SELECT (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'subjects'::regclass)::float8 AS subjects,
      (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'servers'::regclass)::float8 AS servers`,
  )
  return row === undefined ? 0 : ratingBytesOf(row.subjects, row.servers)
}

const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Ratings of all subjects of these servers, from one snapshot: a score must match the state it was computed from. */
export async function readRatings(db: Database, keys: readonly number[]): Promise<Map<number, HeldRating[]>> {
  if (keys.length === 0) return new Map()
  const { rows, states } = await db.transaction(
    async (tx) => ({ rows: await listRated(tx, keys), states: await listStates(tx, keys) }),
    SNAPSHOT,
  )
  const stateOf = new Map(
    states.map(({ key, from, to, protocolVersion, ...state }) => [
      key,
      { protocolVersion, state: { ...state, maintenance: maintenanceOf(from, to) } },
    ]),
  )
  return grouped(
    rows.flatMap((row) => {
      const of = stateOf.get(row.serverKey)
      if (of === undefined) return []
      return [[row.serverKey, { rating: { ...row, ...of.state }, protocolVersion: of.protocolVersion }] as const]
    }),
  )
}

function listRated(tx: Database, keys: readonly number[]) {
  const { serverKey, id, kind, removedAt, facts, verdict, score, grade } = subjects
  return tx
    .select({ serverKey, id, kind, removedAt, facts, verdict, score, grade })
    .from(subjects)
    .where(inArray(serverKey, [...keys]))
}

function listStates(tx: Database, keys: readonly number[]) {
  return tx
    .select({ key: servers.key, protocolVersion: servers.protocolVersion, ...OF_SERVER })
    .from(servers)
    .leftJoin(serverStates, eq(serverStates.serverKey, servers.key))
    .leftJoin(signIns, eq(signIns.serverKey, servers.key))
    .where(inArray(servers.key, [...keys]))
}

/** Words of all subjects of these servers by id, from one snapshot. */
export async function readWords(
  db: Database,
  keys: readonly number[],
): Promise<Map<number, { id: string; words: HeldWords }[]>> {
  if (keys.length === 0) return new Map()
  const read = async (tx: Database) => ({
    rows: await listWorded(tx, keys),
    described: await listDescribed(tx, keys),
    names: await listNames(tx, keys),
  })
  const { rows, described, names } = await db.transaction(read, SNAPSHOT)
  const namesOf = grouped(names.map(({ key, ...name }) => [key, name] as const))
  const serverOf = new Map(described.map(({ key, ...server }) => [key, { ...server, names: namesOf.get(key) ?? [] }]))
  return grouped(
    rows.flatMap(({ key, id, ...words }) => {
      const server = serverOf.get(key)
      return server === undefined ? [] : [[key, { id, words: { ...words, server } }] as const]
    }),
  )
}

function listWorded(tx: Database, keys: readonly number[]) {
  const { serverKey: key, id, name, categories, listed } = subjects
  const inputSchema = sql<string | null>`${tools.inputSchema}::text`
  return tx
    .select({
      ...{ key, id, name, categories, listed },
      ...{ annotations: tools.annotations, description: tools.description, inputSchema },
      descriptionHash,
    })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, key))
    .leftJoin(tools, and(eq(tools.id, id), eq(subjects.kind, 'tool')))
    .where(inArray(servers.key, [...keys]))
}

function listDescribed(tx: Database, keys: readonly number[]) {
  const { key, id, title, description, repository, packages, remotes, lifecycle } = servers
  const isDeleted = sql<boolean>`${lifecycle} = 'deleted'`
  return tx
    .select({ key, id, title, description, repository, packages, remotes, isDeleted })
    .from(servers)
    .where(inArray(key, [...keys]))
}

function listNames(tx: Database, keys: readonly number[]) {
  const { serverKey: key, kind, name, path } = serverNames
  return tx
    .select({ key, kind, name, path })
    .from(serverNames)
    .where(inArray(key, [...keys]))
}
