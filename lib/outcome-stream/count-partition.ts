import type { Metrics } from '../metrics/metrics'
import { sqlStateOf } from '../store/connection/database-unavailable'
import type { Database } from '../store/database'
import type { Message, PartitionMessages } from './nats/partition-messages'
import { type BatchPart, partsIn } from './rules/message'
import { isCounted, type Position, positionAfter } from './rules/position'
import { countParts } from './sql/count-parts'
import { getPosition, type Place } from './sql/positions'

interface PartitionParts {
  db: Database
  place: Place
  messages: PartitionMessages
  metrics: Metrics
  clock: () => Date
  log: (line: string, cause?: unknown) => void
  /** How long messages are merged before they are counted, in ms. */
  mergeMs: number
  /** Ends the work. What is merged and not counted yet is left to the next call. */
  ended: AbortSignal
}

/** What is counted in one transaction; a few thousand rows more, as messages are not divided. */
const MOST_ROWS = 50_000
const MOST_MESSAGES = 5000

/** A message with what it holds; null: it cannot be read. */
interface Read {
  message: Message
  parts: BatchPart[] | null
}

/**
 * Counts the messages of a partition until its end is asked for: merges those of some seconds, counts them in one
 * transaction with the position, and takes them out of the stream afterwards. Throws at the first failure, with nothing
 * to be repaired: the next call begins with what is still in the stream, and the position says what of it is counted.
 */
export async function countPartition(given: PartitionParts): Promise<void> {
  const { db, place, metrics, ended } = given
  let position = await getPosition(db, place)
  while (!ended.aborted) {
    const read = await gathered(given, position)
    if (ended.aborted) return
    if (read.length === 0) {
      await given.messages.requireNumbers()
      continue
    }
    position = await count(given, position, read)
    metrics.streamed.add('counted', '', read.length)
    await given.messages.remove(position.seq)
  }
}

/** The messages of the next seconds that are not counted. Those that are, are taken out of the stream. */
async function gathered(
  { messages, mergeMs, metrics, clock, place, ended }: PartitionParts,
  position: Position,
): Promise<Read[]> {
  const read: Read[] = []
  const endsAt = performance.now() + mergeMs
  let rows = 0
  let last = 0
  let repeated = 0
  for (;;) {
    const left = endsAt - performance.now()
    if (left <= 0 || rows >= MOST_ROWS || read.length >= MOST_MESSAGES || ended.aborted) break
    for (const message of await messages.next(left)) {
      if (isCounted(message, position)) {
        repeated = Math.max(repeated, message.seq)
        metrics.streamed.add('repeated', '')
      } else if (message.seq > last) {
        last = message.seq
        const parts = partsIn(message.text, place.partition, clock())
        rows += parts?.reduce((sum, part) => sum + part.sums.size, 0) ?? 0
        read.push({ message, parts })
      }
    }
  }
  if (repeated > 0) await messages.remove(repeated)
  return read
}

/** Counts messages together; where one of them cannot be counted, each alone. Answers the position after them. */
async function count(given: PartitionParts, from: Position, read: readonly Read[]): Promise<Position> {
  const { db, place, clock } = given
  for (const { message, parts } of read) if (parts === null) await park(given, message, 'cannot be read')
  const to = positionAfter(
    from,
    read.map(({ message }) => message),
  )
  const parts = read.flatMap((one) => one.parts ?? [])
  try {
    await countParts(db, { place, from, to }, parts, clock())
    return to
  } catch (cause) {
    if (!isOfData(cause)) throw cause
    if (read.length > 1) return countEach(given, from, read)
    for (const { message } of read) await park(given, message, 'is refused by the database', cause)
    await countParts(db, { place, from, to }, [], clock())
    return to
  }
}

async function countEach(given: PartitionParts, from: Position, read: readonly Read[]): Promise<Position> {
  let position = from
  for (const one of read) position = await count(given, position, [{ ...one, parts: one.parts ?? [] }])
  return position
}

async function park({ messages, metrics, place, log }: PartitionParts, message: Message, why: string, cause?: unknown) {
  await messages.park(message)
  metrics.streamed.add('parked', '')
  log(
    `Message ${message.seq} of partition ${place.partition} of the stream of outcomes ${why}. It is kept aside.`,
    cause,
  )
}

/** Whether the database refused values: SQLSTATE of data exceptions and of violated constraints. */
function isOfData(cause: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(cause) ?? '')
}
