import { HOUR_MS } from 'assay-verify/duration'
import { openLatencyWriter } from '../api/outcomes/latency-writer'
import { type OutcomeWriter, openNetworkRecorder } from '../api/outcomes/outcome-writer'
import type { Database } from '../store/database'
import {
  type BatchClaim,
  type CountedBefore,
  claimHashes,
  isOpen,
  isOther,
  settleHashes,
} from '../store/outcomes/batch-hashes'
import { type Batch, type Counted, eventsOf, REUSED } from '../store/outcomes/ingest'
import { openCreditEstimate } from './credit-estimate'
import type { OutcomeStream } from './nats/connection'
import { publish, streamGone } from './publish'
import type { BatchPart } from './rules/message'

interface StreamedWriterParts {
  db: Database
  stream: OutcomeStream
  /** Counts at once what is left of a batch that another process may not have published. */
  direct: OutcomeWriter
  log: (line: string, cause?: unknown) => void
  /** A publication is given up after this. */
  publishWithinMs?: number
}

interface Waiting {
  batch: Batch
  now: Date
  resolve(counted: Counted | null): void
  reject(cause: unknown): void
}

/** Groups under way at once, and batches of one: those that arrive during a publication share the next. */
const MOST_UNDER_WAY = 4
const MOST_BATCHES = 64
/** Batches that wait for a group, or for the stream. */
const MOST_WAITING = 2000
/** How often it is stored which batches the stream has whole. Until then a repeated one is counted at once. */
const SETTLED_EVERY_MS = 1000

/**
 * One writer for each process: batches are answered once the stream has acknowledged them, and counted by whoever
 * consumes it. An idempotency key is taken in the database before anything is published.
 */
export function openStreamedWriter(parts: StreamedWriterParts): OutcomeWriter {
  const { db, stream, direct, log, publishWithinMs } = parts
  const queue: Waiting[] = []
  const latencies = openLatencyWriter(db, log)
  const recordOnceADay = openNetworkRecorder(db)
  const settler = openSettler(db, log)
  const creditsOf = openCreditEstimate()
  let underWay = 0
  const send = async (group: readonly Waiting[], at: Date) => {
    if ((await stream.soon()) === null) throw streamGone()
    // Before the counts: outcomes without a network move nothing.
    await recordOnceADay(group, at)
    const answers = new Map(group.map((one) => [one, answerOf(one.batch, creditsOf(one.batch, one.now))]))
    const { fresh, repeated } = await claim(db, group, answers, at)
    for (const [waiting, before] of repeated) void repeat(direct, waiting, before)
    const sent = publish(stream, fresh.map(partOf), publishWithinMs).then(() => {
      for (const { batch, now } of fresh) latencies.add(batch.outcomes, now)
      settler.add(fresh.flatMap(({ batch }) => batch.hash ?? []))
      for (const waiting of fresh) waiting.resolve(answers.get(waiting) ?? null)
    })
    await sent.catch((cause) => {
      for (const { reject } of fresh) reject(cause)
    })
  }
  const write = async () => {
    const group = queue.splice(0, MOST_BATCHES)
    const [first] = group
    if (first === undefined) return
    underWay += 1
    try {
      await send(group, first.now)
    } catch (cause) {
      for (const { reject } of group) reject(cause)
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
        if (queue.length >= MOST_WAITING) return reject(streamGone())
        queue.push({ batch, now, resolve, reject })
        return setImmediate(next)
      }),
    flush: async () => {
      await Promise.all([latencies.flush(), settler.flush(), direct.flush()])
    },
  }
}

function answerOf({ sums, ignored }: Batch, credits: number): Counted {
  return { accepted: [...sums.values()].reduce((events, sum) => events + eventsOf(sum), 0), ignored, credits }
}

function partOf({ batch: { hash, keyId, reporterKey, sums }, now }: Waiting): BatchPart {
  return { hash, keyId, reporterKey, sums, hour: Math.floor(now.getTime() / HOUR_MS) }
}

/** Takes the idempotency keys of a group. Batches without one are fresh. */
async function claim(db: Database, group: readonly Waiting[], answers: ReadonlyMap<Waiting, Counted>, now: Date) {
  const claims = new Map<string, Waiting & BatchClaim>()
  for (const waiting of group) {
    const { hash, content = null } = waiting.batch
    const counted = answers.get(waiting)
    if (hash === null || counted === undefined || claims.has(hash)) continue
    claims.set(hash, { ...waiting, hash, content, counted, countedParts: 0 })
  }
  const before = await claimHashes(db, [...claims.values()], now)
  const fresh: Waiting[] = []
  const repeated: [Waiting, CountedBefore][] = []
  for (const waiting of group) {
    const { hash } = waiting.batch
    const claimed = claims.get(hash ?? '')
    const known = before.get(hash ?? '') ?? (claimed?.batch === waiting.batch ? undefined : claimed)
    if (known === undefined) fresh.push(waiting)
    else repeated.push([waiting, known])
  }
  return { fresh, repeated }
}

/** Answers a batch whose idempotency key was used before: as the first time, once it is sure to be counted. */
async function repeat(direct: OutcomeWriter, { batch, now, resolve, reject }: Waiting, before: CountedBefore) {
  if (isOther(batch, before)) return resolve(REUSED)
  if (!isOpen(before)) return resolve(before.counted)
  return direct.count(batch, now).then(resolve, reject)
}

/** Stores from time to time which batches the stream has whole. Batches of which it is not stored are right, too. */
function openSettler(db: Database, log: StreamedWriterParts['log']) {
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const hashes = waiting
    waiting = []
    await settleHashes(db, hashes).catch((cause) => log('Idempotency keys of outcomes could not be settled.', cause))
  }
  return {
    add: (hashes: readonly string[]) => {
      waiting.push(...hashes)
      if (waiting.length > 0) timer ??= setTimeout(flush, SETTLED_EVERY_MS).unref()
    },
    flush,
  }
}
