import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '../contract/errors'
import { RETRY_AFTER_SECONDS } from '../http/not-ready'
import type { OutcomeStream } from './nats/connection'
import { apiCodeOf, streamName, subjectOf } from './nats/stream-config'
import { type BatchPart, messagesOf, partsOf } from './rules/message'

/** Times a message is published, under one id: within seconds, and the stream recognizes ids for minutes. */
const ATTEMPTS = 2
/** How long the stream is waited for between them, in ms: its servers may be electing a leader. */
const USABLE_WITHIN_MS = 2000
/** Errors of JetStream: the stream is full, the server has no room. */
const FULL = 10077
const NO_SPACE = [10023, 10047]
const FULL_RETRY_SECONDS = 30

/**
 * Publishes batches, each divided by the partitions of its tools; done once the stream has acknowledged all of it.
 * Throws `not_ready`; some of the messages may be in the stream then.
 */
export async function publish(stream: OutcomeStream, batches: readonly BatchPart[]): Promise<void> {
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
  await Promise.all(messages.map(({ subject, text }) => publishMessage(stream, subject, text)))
}

async function publishMessage(stream: OutcomeStream, subject: string, text: string): Promise<void> {
  const msgID = randomUUID()
  for (let attempt = 1; ; attempt += 1) {
    const usable = stream.usable()
    if (usable === null) throw streamGone()
    try {
      await usable.js.publish(subject, text, { msgID, expect: { streamName: streamName(stream.prefix) } })
      return
    } catch (cause) {
      if (isFull(cause)) throw streamFull(cause)
      await Promise.race([stream.doubt(), wait(USABLE_WITHIN_MS)])
      if (attempt >= ATTEMPTS || stream.usable() === null) throw streamGone(cause)
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
