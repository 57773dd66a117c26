import type { Database } from '../store/database'
import type { Batch, Counted } from '../store/outcomes/ingest'
import { type BatchRecorder, openBatchRecorder } from '../store/outcomes/plain-batches'

/** Counts batches of outcomes. */
export interface OutcomeWriter {
  /** What came of a batch; null: its key is gone. */
  count(batch: Batch, now: Date): Promise<Counted | null>
}

/** Transactions under way at once; the rest of the pool is for reads, so that no flood of outcomes keeps a read waiting. */
const MOST_UNDER_WAY = 2
/** Batches of one transaction: what came while others were under way. Larger ones wait for each other's rows. */
const MOST_BATCHES = 8
const MOST_ROWS = 4000

interface Waiting {
  batch: Batch
  now: Date
  resolve(counted: Counted | null): void
  reject(cause: unknown): void
}

/** One writer a process: batches that come while one is being written share the next transaction, each still whole or not at all. */
export function openOutcomeWriter(db: Database): OutcomeWriter {
  const queue: Waiting[] = []
  const record = openBatchRecorder(db)
  let underWay = 0
  const write = async () => {
    const group = takeGroup(queue)
    const [first] = group
    if (first === undefined) return
    underWay += 1
    try {
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
  }
}

/** Who was merely in company is tried alone, so that one bad batch fails by itself. */
async function afterFailure(record: BatchRecorder, group: readonly Waiting[], cause: unknown): Promise<void> {
  const isWorthIt = group.length > 1 && wasUndone(cause)
  for (const waiting of group) {
    if (isWorthIt) await alone(record, waiting)
    else waiting.reject(cause)
  }
}

/** Whether the database itself refused a statement, and so undid the rest. Where the line broke it may all have been counted: tried again it would be twice. */
function wasUndone(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const state = 'code' in cause ? String(cause.code) : ''
  // SQLSTATE; classes 08 and 57 tell of the line and of the database's own end.
  return (/^[0-9FHPX][0-9A-Z]{4}$/.test(state) && !/^(?:08|57)/.test(state)) || wasUndone(cause.cause)
}

async function alone(record: BatchRecorder, { batch, now, resolve, reject }: Waiting): Promise<void> {
  try {
    const [counted] = await record([batch], now)
    resolve(counted ?? null)
  } catch (cause) {
    reject(cause)
  }
}

/** The first of the queue and what follows it, as far as one transaction goes. */
function takeGroup(queue: Waiting[]): Waiting[] {
  let rows = 0
  const end = queue.findIndex(({ batch }, i) => {
    rows += batch.sums.size
    return i === MOST_BATCHES || (i > 0 && rows > MOST_ROWS)
  })
  return queue.splice(0, end === -1 ? queue.length : end)
}
