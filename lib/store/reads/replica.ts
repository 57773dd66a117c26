import type { Database } from '../database'

/** Where a database comes from, and which of its server it is: the same for a primary and all its replicas. */
const IDENTITY = `(SELECT system_identifier FROM pg_control_system()) || ':' || (SELECT oid FROM pg_database WHERE datname = current_database())`

/**
 * Why a replica is read from or not. `used`: this process reads from it. `ready`: it could. `behind`: it is further
 * behind than allowed, or what it has cannot be compared with the primary yet. `unreachable`: it does not answer.
 * `foreign`: it is not of this database. `primary`: it takes writes, and is no replica now.
 */
export type ReplicaState = 'used' | 'ready' | 'behind' | 'unreachable' | 'foreign' | 'primary'

/** A replica as it was found. */
export interface ReplicaReport {
  state: ReplicaState
  /** How long ago it had everything, in seconds; null: not known. */
  behindSeconds: number | null
}

/** What a replica says of itself. */
export interface ReplicaAnswer {
  identity: string
  isReplica: boolean
  /** How far it has replayed the log, in bytes; null: it replays none. */
  replayed: number | null
  /** Seconds since the last transaction that it replayed, by its own clock; null: none yet. */
  quietSeconds: number | null
}

/** A pool of connections to a replica. */
export interface ReplicaConnection {
  db: Database
  query(...given: unknown[]): Promise<unknown>
  /** A text: it does not answer, and the code of the failure. */
  ask(): Promise<ReplicaAnswer | string>
  /** Whether nothing shows that it does not answer. */
  isAvailable(): boolean
  close(): Promise<void>
}

export const REPLICA_QUESTION = `SELECT ${IDENTITY} AS identity, pg_is_in_recovery() AS "isReplica",
  CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END AS replayed,
  CASE WHEN pg_is_in_recovery() THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END AS "quietSeconds"`

/** A timeline is the first eight digits of the name of a file of the log. */
export const PRIMARY_QUESTION = `SELECT ${IDENTITY} AS identity, (pg_current_wal_lsn() - '0/0')::float8 AS position,
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline`
