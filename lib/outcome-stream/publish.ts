import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '../contract/errors'
import { RETRY_AFTER_SECONDS } from '../http/not-ready'
import type { OutcomeStream } from './nats/connection'
import { apiCodeOf, streamName, subjectOf } from './nats/stream-config'
import { type BatchPart, messagesOf, partsOf } from './rules/message'

/** A message is published again for so long, under one id: the stream recognizes ids for minutes. */
const PUBLISHED_WITHIN_MS = 10_000
const AGAIN_AFTER_MS = 100
/** Errors of JetStream: the stream is full, the server has no room. */
const FULL = 10077
const NO_SPACE = [10023, 10047]
const FULL_RETRY_SECONDS = 30

/**
 * Publishes batches, each divided by the partitions of its tools; done once the stream has acknowledged all of it.
 * Throws `not_ready`; some of the messages may be in the stream then.
 */
export async function publish(
  stream: OutcomeStream,
  batches: readonly BatchPart[],
  withinMs = PUBLISHED_WITHIN_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs
  const byPartition = new Map<number, BatchPart[]>()
  for (const batch of batches) {
    for (const [partition, part] of partsOf(batch)) {
      const own = byPartition.get(partition)
      if (own === undefined) byPartition.set(partition, [part])
      else own.push(part)
    }
  }
  const messages = [...byPartition].flatMap(([partition, parts]) =>
    messagesOf(parts).map((text) => ({ subject: subjectOf(stream.prefix, partition), text })),
  )
  await Promise.all(messages.map(({ subject, text }) => publishMessage(stream, subject, text, deadline)))
}

async function publishMessage(stream: OutcomeStream, subject: string, text: string, deadline: number): Promise<void> {
  const msgID = randomUUID()
  for (;;) {
    const usable = await stream.soon()
    if (usable === null) throw streamGone()
    try {
      await usable.js.publish(subject, text, { msgID, expect: { streamName: streamName(stream.prefix) } })
      return
    } catch (cause) {
      if (isFull(cause)) throw streamFull(cause)
      if (performance.now() > deadline) throw streamGone(cause)
      void stream.doubt()
      await wait(AGAIN_AFTER_MS)
    }
  }
}

function isFull(cause: unknown): boolean {
  const code = apiCodeOf(cause)
  return code === FULL || (code !== undefined && NO_SPACE.includes(code))
}

/** The refusal of outcomes that the stream does not take now. */
export function streamGone(cause?: unknown): ApiError {
  const detail = 'The service cannot store outcomes at the moment. Send the batch again, with its Idempotency-Key.'
  return new ApiError('not_ready', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

function streamFull(cause: unknown): ApiError {
  const detail = 'More outcomes wait to be counted than the service has room for. Send the batch again later.'
  return new ApiError('not_ready', detail, { retryAfterSeconds: FULL_RETRY_SECONDS, cause })
}
