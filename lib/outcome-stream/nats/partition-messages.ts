import { randomBytes } from 'node:crypto'
import type { Consumer, JsMsg } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Position } from '../rules/position'
import { ANSWER_MS, type UsableStream } from './connection'
import { parkedSubjectOf, streamName, subjectOf } from './stream-config'

/** A message as it is counted. */
export interface Message extends Position {
  text: string
  data: Uint8Array
  /** Takes it out of the stream. */
  ack(): void
}

/** The messages of one partition, each once and in their order. */
export interface PartitionMessages {
  /**
   * The next messages; fewer than there are, or none within `withinMs` or once the end is asked for. Throws where one was sent and did not arrive:
   * counting those after it would move the position past it.
   */
  next(withinMs: number): Promise<Message[]>
  /**
   * Throws where the server has messages and sends none, at the second call in turn that finds it so; all that was
   * received is acknowledged. It is so where a message was lost on its way, and NATS 2.9 has consumers that get nothing
   * where a stream was deleted and made anew at once.
   */
  requireFlow(): Promise<void>
  /** Keeps a message aside in the stream, under another subject; done once the stream has it. */
  park(message: Message): Promise<void>
  close(): Promise<void>
}

/** Of one request. A message has up to a megabyte. */
const MOST_AT_ONCE = 64
/** Without an acknowledgement for so long the server delivers a message again. Far longer than counting takes. */
const ACK_WITHIN_NS = 600_000_000_000
/** A consumer whose process died is deleted by its server after so long; the next one deletes it earlier. */
const DELETED_AFTER_NS = 60_000_000_000
/** Messages that may wait for their acknowledgement: several times what is counted together. */
const MOST_UNACKNOWLEDGED = 20_000
/** The shortest that JetStream lets a request wait. */
const LEAST_WAIT_MS = 1000

/**
 * Consumes a partition alone, from the oldest message that nobody acknowledged. The consumer is one of its own for each
 * call: what another process still holds is delivered again, in order, and that other process gets no more.
 */
export async function openPartition(
  { connection, js, jsm }: UsableStream,
  prefix: string,
  partition: number,
  ended: AbortSignal,
): Promise<PartitionMessages> {
  const stream = streamName(prefix)
  const subject = subjectOf(prefix, partition)
  for (const name of await consumerNames(connection, stream)) {
    if (name.startsWith(`p${partition}-`)) await jsm.consumers.delete(stream, name).catch(() => undefined)
  }
  const name = `p${partition}-${randomBytes(6).toString('hex')}`
  await jsm.consumers.add(stream, {
    name,
    filter_subject: subject,
    ack_policy: 'explicit',
    ack_wait: ACK_WITHIN_NS,
    max_ack_pending: MOST_UNACKNOWLEDGED,
    inactive_threshold: DELETED_AFTER_NS,
  })
  const consumer = await js.consumers.get(stream, name)
  let delivered = 0
  let stalls = 0
  return {
    next: async (withinMs) => {
      const received = await fetched(consumer, withinMs, ended)
      for (const { info } of received) {
        delivered += 1
        if (info.deliverySequence !== delivered) throw new Error('a message of the stream did not arrive')
      }
      return received.map(messageOf)
    },
    requireFlow: async () => {
      const { num_pending: unsent, num_ack_pending: sent } = await consumer.info()
      stalls = unsent + sent > 0 ? stalls + 1 : 0
      if (stalls > 1) throw new Error(`the server has ${unsent + sent} messages and sends none`)
    },
    park: async ({ data, seq }) => {
      await js.publish(parkedSubjectOf(prefix, partition), data, {
        msgID: `parked ${partition} ${seq} ${name}`,
        expect: { streamName: stream },
      })
    },
    close: async () => {
      await jsm.consumers.delete(stream, name).catch(() => undefined)
    },
  }
}

/**
 * All consumers. The lists of the client leave out those of a cluster that have no leader yet, which keep another from
 * being made all the same.
 */
async function consumerNames(connection: NatsConnection, stream: string): Promise<string[]> {
  const asked = { timeout: ANSWER_MS }
  const answer = await connection.request(`$JS.API.CONSUMER.NAMES.${stream}`, JSON.stringify({ offset: 0 }), asked)
  const { consumers } = answer.json<{ consumers?: string[] | null }>()
  return consumers ?? []
}

async function fetched(consumer: Consumer, withinMs: number, ended: AbortSignal): Promise<JsMsg[]> {
  const received: JsMsg[] = []
  // Whole: the server refuses fractions.
  const expires = Math.max(LEAST_WAIT_MS, Math.ceil(withinMs))
  const fetching = await consumer.fetch({ max_messages: MOST_AT_ONCE, expires })
  const stop = () => void fetching.close()
  ended.addEventListener('abort', stop)
  try {
    for await (const message of fetching) received.push(message)
  } finally {
    ended.removeEventListener('abort', stop)
  }
  return received
}

function messageOf(message: JsMsg): Message {
  return {
    seq: message.seq,
    atMs: Number(message.timestampNanos / 1_000_000n),
    text: message.string(),
    data: message.data,
    ack: () => message.ack(),
  }
}
