import { HOUR_MS } from 'assay-verify/duration'
import type { OutcomeSums } from '../../core/caller/outcome'
import { partitionOf } from '../../core/caller/partition'
import { OUTCOME_DAYS } from '../../core/retention'

/** What a batch reports of the tools of one partition: sums only, and who reports them. */
export interface BatchPart {
  /** A keyed hash of the batch's idempotency key; null: it has none. */
  hash: string | null
  /** null: it came without a key. */
  keyId: string | null
  reporterKey: number
  /** Whole hours since 1970, UTC. */
  hour: number
  sums: ReadonlyMap<string, OutcomeSums>
}

type Row = [id: string, successes: number, transportFailures: number, callerFailures: number, otherFailures: number]

interface WrittenPart {
  h: string | null
  k: string | null
  r: number
  t: number
  s: Row[]
}

const VERSION = 1
/** Of three bytes at most, so that a message is below what every server takes by default (`LEAST_PAYLOAD`). */
const MOST_CHARACTERS = 300_000
/** Bytes that a message may have, as NATS allows where nothing else is configured. */
export const LEAST_PAYLOAD = 1_048_576
/** More than any batch has. */
const MOST_EVENTS = 1_000_000
const MOST_OF_ID = 4000
const MOST_HOURS = OUTCOME_DAYS * 24

/** Divides a batch: what it reports of the tools of each partition it reports of. */
export function partsOf(batch: BatchPart): Map<number, BatchPart> {
  const parts = new Map<number, Map<string, OutcomeSums>>()
  for (const [id, sum] of batch.sums) {
    const partition = partitionOf(id)
    const own = parts.get(partition)
    if (own === undefined) parts.set(partition, new Map([[id, sum]]))
    else own.set(id, sum)
  }
  return new Map([...parts].map(([partition, sums]) => [partition, { ...batch, sums }]))
}

/** Messages with these parts, in their order; no part is divided. */
export function messagesOf(parts: readonly BatchPart[]): string[] {
  const messages: string[] = []
  let waiting: string[] = []
  let length = 0
  const end = () => {
    if (waiting.length > 0) messages.push(`{"v":${VERSION},"b":[${waiting.join(',')}]}`)
    waiting = []
    length = 0
  }
  for (const part of parts) {
    const written = JSON.stringify(writtenOf(part))
    if (length + written.length > MOST_CHARACTERS) end()
    waiting.push(written)
    length += written.length
  }
  end()
  return messages
}

function writtenOf({ hash, keyId, reporterKey, hour, sums }: BatchPart): WrittenPart {
  const rows = [...sums].map(
    ([id, { successes, transportFailures, callerFailures, otherFailures }]): Row => [
      id,
      successes,
      transportFailures,
      callerFailures,
      otherFailures,
    ],
  )
  return { h: hash, k: keyId, r: reporterKey, t: hour, s: rows }
}

/**
 * The parts of a message of one partition; null: it is not such a message, or of an hour that outcomes are not kept of.
 */
export function partsIn(text: string, partition: number, now: Date): BatchPart[] | null {
  try {
    const read: unknown = JSON.parse(text)
    if (!isObject(read) || read.v !== VERSION || !Array.isArray(read.b)) return null
    const hour = Math.floor(now.getTime() / HOUR_MS)
    const parts = read.b.map((part) => partOf(part, partition))
    const areTimely = parts.every((part) => part !== null && Math.abs(part.hour - hour) <= MOST_HOURS)
    return areTimely ? (parts as BatchPart[]) : null
  } catch {
    // Not JSON.
    return null
  }
}

function partOf(read: unknown, partition: number): BatchPart | null {
  if (!isObject(read) || !isTextOrNull(read.h) || !isTextOrNull(read.k)) return null
  if (!isWhole(read.r, 2 ** 31 - 1) || !isWhole(read.t, 2 ** 31 - 1) || !Array.isArray(read.s)) return null
  const sums = new Map<string, OutcomeSums>()
  for (const row of read.s) {
    if (!isRow(row) || partitionOf(row[0]) !== partition) return null
    const [id, successes, transportFailures, callerFailures, otherFailures] = row
    sums.set(id, { successes, transportFailures, callerFailures, otherFailures })
  }
  return { hash: read.h, keyId: read.k, reporterKey: read.r, hour: read.t, sums }
}

function isRow(read: unknown): read is Row {
  if (!Array.isArray(read) || read.length !== 5) return false
  const [id, ...counts]: unknown[] = read
  return isText(id) && counts.every((count) => isWhole(count, MOST_EVENTS))
}

function isObject(read: unknown): read is Record<string, unknown> {
  return typeof read === 'object' && read !== null
}

/** Postgres stores no text with a NUL. */
function isText(read: unknown): read is string {
  return typeof read === 'string' && read !== '' && read.length <= MOST_OF_ID && !read.includes('\0')
}

function isTextOrNull(read: unknown): read is string | null {
  return read === null || isText(read)
}

function isWhole(read: unknown, most: number): read is number {
  return Number.isInteger(read) && (read as number) >= 0 && (read as number) <= most
}
