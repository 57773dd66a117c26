import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { PARTITIONS } from '../core/caller/partition'
import type { Metrics } from '../metrics/metrics'
import type { Database } from '../store/database'
import { claimLease, keepRenewing, LEASE_SECONDS, type Lease, releaseLease, renewLease } from '../store/leases'
import { countPartition } from './count-partition'
import type { OutcomeStream } from './nats/connection'
import { openPartition } from './nats/partition-messages'
import { streamName } from './nats/stream-config'
import { PositionMoved } from './sql/count-parts'

interface ConsumeParts {
  db: Database
  stream: OutcomeStream
  metrics: Metrics
  log: (line: string, cause?: unknown) => void
  clock?: () => Date
  mergeMs?: number
  claimEveryMs?: number
}

/** Messages are merged so long before they are counted. */
const MERGE_MS = 10_000
/** A process claims one partition at a time, so that several that start together share them. */
const CLAIM_EVERY_MS = 1000

/**
 * Consumes the stream of outcomes until the signal: every partition that no other process holds the lease of. The lease
 * only keeps two processes from taking turns at a partition; that nothing is counted twice is the position's part.
 * Resolves once all that is under way is over.
 */
export async function consumeOutcomes(parts: ConsumeParts, signal: AbortSignal): Promise<void> {
  const { db, claimEveryMs = CLAIM_EVERY_MS, clock = () => new Date() } = parts
  // Every partition listens to its own copy of the signal.
  const ended = AbortSignal.any([signal])
  setMaxListeners(2 * PARTITIONS, ended)
  const holder = randomUUID()
  const held = new Map<number, Promise<void>>()
  const hold = async (partition: number, lease: Lease) => {
    const stopRenewing = keepRenewing((now) => renewLease(db, lease, LEASE_SECONDS, now), clock)
    try {
      await consumePartition({ ...parts, clock }, partition, ended)
    } finally {
      stopRenewing()
      await releaseLease(db, lease).catch(() => undefined)
      held.delete(partition)
    }
  }
  for (let turn = 0; !ended.aborted; turn += 1) {
    const partition = turn % PARTITIONS
    const lease = { name: `outcomes ${partition}`, holder: `${holder} ${turn}` }
    const canHold = !held.has(partition) && parts.stream.usable() !== null
    // A database that does not answer is logged elsewhere.
    if (canHold && (await claimLease(db, lease, LEASE_SECONDS, clock()).catch(() => false)))
      held.set(partition, hold(partition, lease))
    await wait(claimEveryMs, undefined, { ref: false, signal: ended }).catch(() => undefined)
  }
  await Promise.all(held.values())
}

async function consumePartition(
  { db, stream, metrics, log, clock, mergeMs = MERGE_MS }: ConsumeParts & { clock: () => Date },
  partition: number,
  ended: AbortSignal,
): Promise<void> {
  const usable = stream.usable()
  if (usable === null) return
  try {
    const { created } = await usable.jsm.streams.info(streamName(stream.prefix))
    const messages = openPartition(usable, stream.prefix, partition, ended)
    await countPartition({ db, place: { partition, stream: created }, messages, metrics, clock, log, mergeMs, ended })
  } catch (cause) {
    if (ended.aborted) return
    if (!(cause instanceof PositionMoved)) void stream.doubt()
    log(`Partition ${partition} of the stream of outcomes is taken up again: nothing of it is lost.`, cause)
  }
}
