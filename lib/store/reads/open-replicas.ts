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

/** Time between two questions to the primary and to each replica. */
const ASK_EVERY_MS = 1000
/** How long a start waits for the first answers. */
const FIRST_WITHIN_MS = 3000
/** SQLSTATEs of a statement that a replica ends because it has to replay what contradicts it. */
const IN_CONFLICT: ReadonlySet<string | undefined> = new Set(['40001', '40P01', READ_ONLY])

/**
 * Reads from replicas, of which each process uses one at a time. Throws `NotThatDatabase` where one of them answers and
 * is of another database; one that does not answer is used once it does.
 */
export async function openReplicas(settings: ReplicaSettings): Promise<{ reads: Reads; close(): Promise<void> }> {
  const { primary, connections, mostBehindMs, log } = settings
  const watch = new ReplicaWatch(connections, randomInt(connections.length), mostBehindMs, log)
  // What is late is noted when it comes, as it is of the moment at which it was asked: a busy primary is no reason to
  // send it the reads of its replicas too.
  const askPrimary = oneAtATime(async () => {
    const at = performance.now()
    const { rows } = (await primary.query(PRIMARY_QUESTION)) as { rows: [PrimaryAnswer] }
    watch.primaryAnswered(rows[0], at)
  })
  const askReplicas = connections.map((connection) =>
    oneAtATime(async () => watch.replicaAnswered(connection, await connection.ask(), performance.now())),
  )
  const askAll = async (withinMs: number) => {
    await within(askPrimary(), withinMs, undefined)
    await within(Promise.all(askReplicas.map((ask) => ask())), withinMs, undefined)
  }
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  const close = async () => {
    isOpen = false
    clearTimeout(timer)
    await Promise.all(connections.map((connection) => connection.close()))
  }
  await askAll(FIRST_WITHIN_MS)
  const foreign = connections.findIndex((connection) => watch.isForeign(connection))
  if (foreign >= 0) {
    await close()
    throw new NotThatDatabase(
      `Replica ${foreign + 1} of DATABASE_READ_URL is of another database than DATABASE_URL: it is no copy of it.`,
    )
  }
  const repeat = () => {
    timer = setTimeout(() => void askAll(ASK_EVERY_MS).finally(() => isOpen && repeat()), ASK_EVERY_MS).unref()
  }
  repeat()
  return { reads: readsThrough(watch, settings), close }
}

/** The work, shared by all calls while it is under way; a failure is no answer. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  return () => {
    underWay ??= work()
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }
}

function readsThrough(watch: ReplicaWatch, { primary, databaseOf }: ReplicaSettings): Reads {
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
    replicas: () => watch.reports(performance.now()),
  }
}

/** Whether the primary can answer what failed with this. */
function isOfReplica(cause: unknown): boolean {
  return isDatabaseUnavailable(cause) || IN_CONFLICT.has(sqlStateOf(cause))
}
