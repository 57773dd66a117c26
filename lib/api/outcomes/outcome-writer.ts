import { dayOf } from '../../core/day'
import type { Database } from '../../store/database'
import type { Batch, Counted } from '../../store/outcomes/ingest'
import { type BatchRecorder, openBatchRecorder } from '../../store/outcomes/plain-batches'
import { recordNetworks } from '../../store/outcomes/reporter-networks'
import { openLatencyWriter } from './latency-writer'

/** Writes batches of outcomes as counts, and their latencies as histograms. */
export interface OutcomeWriter {
  /** The result for a batch; null: its key was revoked. */
  count(batch: Batch, now: Date): Promise<Counted | null>
  /** Writes what waits to be written later. */
  flush(): Promise<void>
}

/**
 * Transactions under way at once; the rest of the pool is for reads, so that no flood of outcomes keeps a read waiting.
 */
const MOST_UNDER_WAY = 2
/** Batches of one transaction. Larger transactions wait for each other's rows. */
const MOST_BATCHES = 8
const MOST_ROWS = 4000

/** Reporters whose network of the day is remembered, some 50 bytes each. */
const MOST_REMEMBERED = 100_000

interface Waiting {
  batch: Batch
  now: Date
  resolve(counted: Counted | null): void
  reject(cause: unknown): void
}

/**
 * One writer for each process: batches that arrive during a write share the next transaction, each counted whole or not
 * at all.
 */
export function openOutcomeWriter(
  db: Database,
  log: (line: string, cause?: unknown) => void = () => undefined,
): OutcomeWriter {
  const queue: Waiting[] = []
  const latencies = openLatencyWriter(db, log)
  const recordOnceADay = openNetworkRecorder(db)
  const record = openBatchRecorder(db, ({ outcomes }, now) => latencies.add(outcomes, now))
  let underWay = 0
  const write = async () => {
    const group = takeGroup(queue)
    const [first] = group
    if (first === undefined) return
    underWay += 1
    try {
      // Before the counts: outcomes without a network move nothing.
      await recordOnceADay(group, first.now)
      const counted = await record(
        group.map(({ batch }) => batch),
        first.now,
      )
      for (const [i, { resolve }] of group.entries()) resolve(counted[i] ?? null)
    } catch (cause) {
      await afterFailure(record, group, cause)
    } finally {
      underWay -= 1
      next()
    }
  }
  const next = () => {
    if (underWay < MOST_UNDER_WAY && queue.length > 0) void write()
  }
  return {
    count: (batch, now) =>
      new Promise((resolve, reject) => {
        queue.push({ batch, now, resolve, reject })
        setImmediate(next)
      }),
    flush: () => latencies.flush(),
  }
}

/**
 * Records the network of each reporter once a day: a statement for the first batch of a reporter's day, and none for
 * the others.
 */
export function openNetworkRecorder(
  db: Database,
): (group: readonly Pick<Waiting, 'batch' | 'now'>[], now: Date) => Promise<void> {
  const recordedOn = new Map<number, number>()
  return async (group, now) => {
    const day = dayOf(now)
    const networks = new Map<number, number>()
    for (const { batch, now: sentAt } of group) {
      const { network, reporterKey } = batch
      if (network === null || recordedOn.get(reporterKey) === day || dayOf(sentAt) !== day) continue
      if (!networks.has(reporterKey)) networks.set(reporterKey, network)
    }
    if (networks.size === 0) return
    await recordNetworks(db, networks, now)
    if (recordedOn.size + networks.size > MOST_REMEMBERED) recordedOn.clear()
    for (const reporterKey of networks.keys()) recordedOn.set(reporterKey, day)
  }
}

/** Retries each batch of a failed transaction alone, so that one bad batch does not fail the others. */
async function afterFailure(record: BatchRecorder, group: readonly Waiting[], cause: unknown): Promise<void> {
  const canRetry = group.length > 1 && wasRolledBack(cause)
  for (const waiting of group) {
    if (canRetry) await alone(record, waiting)
    else waiting.reject(cause)
  }
}

/**
 * Whether the database refused a statement and so rolled the rest back. After a lost connection the batches may have
 * been counted, and a retry would count them twice.
 */
function wasRolledBack(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const state = 'code' in cause ? String(cause.code) : ''
  // SQLSTATE; classes 08 and 57 are a lost connection and a shutdown of the database.
  return (/^[0-9FHPX][0-9A-Z]{4}$/.test(state) && !/^(?:08|57)/.test(state)) || wasRolledBack(cause.cause)
}

async function alone(record: BatchRecorder, { batch, now, resolve, reject }: Waiting): Promise<void> {
  try {
    const [counted] = await record([batch], now)
    resolve(counted ?? null)
  } catch (cause) {
    reject(cause)
  }
}

/** Takes from the queue as many batches as one transaction may have, at least the first. */
function takeGroup(queue: Waiting[]): Waiting[] {
  let rows = 0
  const end = queue.findIndex(({ batch }, i) => {
    rows += batch.sums.size
    return i === MOST_BATCHES || (i > 0 && rows > MOST_ROWS)
  })
  return queue.splice(0, end === -1 ? queue.length : end)
}
