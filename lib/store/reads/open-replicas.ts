import { randomInt } from 'node:crypto'
import { isDatabaseUnavailable, READ_ONLY, sqlStateOf } from '../connection/database-unavailable'
import type { Database } from '../database'
import { NotThatDatabase } from '../demonstration'
import { within } from '../within'
import type { Reads } from './reads'
import { PRIMARY_QUESTION, type ReplicaConnection } from './replica'
import { type PrimaryAnswer, ReplicaWatch } from './replica-watch'

type Query = (...given: unknown[]) => Promise<unknown>

interface ReplicaSettings {
  primary: { db: Database; query: Query }
  connections: readonly ReplicaConnection[]
  mostBehindMs: number
  /** Makes a database of what carries out its statements. */
  databaseOf(client: { query: Query }): Database
  log(line: string): void
}

/** Time between two questions to each of primary and replicas, and the most that an answer may take. */
const ASK_EVERY_MS = 1000
/** SQLSTATEs of a statement that a replica ends because it has to replay what contradicts it. */
const IN_CONFLICT: ReadonlySet<string | undefined> = new Set(['40001', '40P01', READ_ONLY])

/**
 * Reads from replicas, of which each process uses one at a time. Throws `NotThatDatabase` where one of them answers and
 * is of another database; one that does not answer is used once it does.
 */
export async function openReplicas(settings: ReplicaSettings): Promise<{ reads: Reads; close(): Promise<void> }> {
  const { primary, connections, mostBehindMs, log } = settings
  const watch = new ReplicaWatch(connections, randomInt(connections.length), mostBehindMs, log)
  const askAll = async () => {
    const at = performance.now()
    const asked = primary.query(PRIMARY_QUESTION) as Promise<{ rows: [PrimaryAnswer] }>
    const answer = await within(
      asked.catch(() => null),
      ASK_EVERY_MS,
      null,
    )
    if (answer !== null) watch.primaryAnswered(answer.rows[0], at)
    const ask = async (connection: ReplicaConnection) => {
      const replied = await within(connection.ask(), ASK_EVERY_MS, null)
      watch.replicaAnswered(connection, replied, performance.now())
    }
    await Promise.all(connections.map(ask))
  }
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  const close = async () => {
    isOpen = false
    clearTimeout(timer)
    await Promise.all(connections.map((connection) => connection.close()))
  }
  await askAll()
  const foreign = connections.findIndex((connection) => watch.isForeign(connection))
  if (foreign >= 0) {
    await close()
    throw new NotThatDatabase(
      `Replica ${foreign + 1} of DATABASE_READ_URL is of another database than DATABASE_URL: it is no copy of it.`,
    )
  }
  const repeat = () => {
    timer = setTimeout(() => void askAll().finally(() => isOpen && repeat()), ASK_EVERY_MS).unref()
  }
  repeat()
  return { reads: readsThrough(watch, settings), close }
}

function readsThrough(watch: ReplicaWatch, { primary, connections, databaseOf }: ReplicaSettings): Reads {
  const chosen = () => watch.choose(performance.now())
  const moving = async <Result>(
    onReplica: (connection: ReplicaConnection) => Promise<Result>,
    onPrimary: () => Promise<Result>,
  ): Promise<Result> => {
    const connection = chosen()
    if (connection === undefined) return onPrimary()
    try {
      return await onReplica(connection)
    } catch (cause) {
      if (!isOfReplica(cause)) throw cause
      return onPrimary()
    }
  }
  const db = databaseOf({
    query: (...given) =>
      moving(
        (connection) => connection.query(...given),
        () => primary.query(...given),
      ),
  })
  const transaction: Database['transaction'] = (work, config) =>
    config?.accessMode === 'read only'
      ? moving(
          (connection) => connection.db.transaction(work, config),
          () => primary.db.transaction(work, config),
        )
      : primary.db.transaction(work, config)
  return {
    db: Object.assign(db, { transaction }),
    pinned: () => chosen()?.db ?? primary.db,
    asOf: (now) => new Date(now.getTime() - (watch.behindMs(performance.now()) ?? 0)),
    isOnReplica: () => chosen() !== undefined,
    replicas: () =>
      watch.reports(performance.now()).map((report, at) => ({
        ...report,
        pool: connections[at]?.pool() ?? { open: 0, idle: 0, waiting: 0 },
      })),
  }
}

/** Whether the primary can answer what failed with this. */
function isOfReplica(cause: unknown): boolean {
  return isDatabaseUnavailable(cause) || IN_CONFLICT.has(sqlStateOf(cause))
}
