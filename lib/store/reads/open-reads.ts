import { openWatchedPool, type PoolSettings } from '../connection/open-pool'
import type { ClientPool } from '../connection/watched-pool'
import type { Database, DatabaseSettings } from '../database'
import { openReplicas } from './open-replicas'
import { type Reads, readsOf } from './reads'
import { REPLICA_QUESTION, type ReplicaAnswer, type ReplicaConnection } from './replica'

/** A replica that freezes keeps its callers waiting for no longer than this. */
const REPLICA_CONNECT_MS = 1000
const REPLICA_CHECKED_AFTER_MS = 500

/** Opens the replicas of the settings; without any, all is read from the primary. Throws as `openReplicas`. */
export async function openReads(
  { db, pool }: { db: Database; pool: ClientPool },
  replicas: DatabaseSettings['replicas'],
  { timeouts, poolSize, warn }: Pick<PoolSettings, 'timeouts' | 'poolSize' | 'warn'>,
): Promise<{ reads: Reads; close(): Promise<void> }> {
  if (replicas === undefined || replicas.addresses.length === 0)
    return { reads: readsOf(db), close: async () => undefined }
  const { Pool, Client } = (await import('pg')).default
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const databaseOf = (client: object) => drizzle(client as InstanceType<typeof Pool>)
  const connectMs = Math.min(timeouts.connectMs, REPLICA_CONNECT_MS)
  const ofReplica = { ...timeouts, connectMs, checkAfterMs: REPLICA_CHECKED_AFTER_MS }
  const connect = (address: string): ReplicaConnection => {
    const opened = openWatchedPool(
      { driver: 'postgres', Pool, Client },
      // What is to be said of a replica the watch of all of them says.
      { addresses: [address], forWrites: false, timeouts: ofReplica, poolSize, warn: () => undefined },
    )
    opened.watched.limitStatements()
    const query = (...given: unknown[]) => (opened.pool as unknown as ClientPool).query(...given) as Promise<unknown>
    return {
      db: databaseOf(opened.pool),
      query,
      ask: () => query(REPLICA_QUESTION).then(firstRow<ReplicaAnswer>, codeOf),
      isAvailable: () => opened.watched.availability.outage === null,
      close: opened.close,
    }
  }
  return openReplicas({
    primary: { db, query: (...given) => pool.query(...given) as Promise<unknown> },
    connections: replicas.addresses.map(connect),
    mostBehindMs: replicas.mostBehindMs,
    databaseOf,
    log: warn,
  })
}

/** The code of a failure, without any text of the server. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no answer in time'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : codeOf(cause.cause)
}

function firstRow<Row>(result: unknown): Row {
  return (result as { rows: [Row] }).rows[0]
}
