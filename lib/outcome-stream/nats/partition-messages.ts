import { randomBytes } from 'node:crypto'
import type { Consumer, JsMsg } from '@nats-io/jetstream'
import type { Position } from '../rules/position'
import type { UsableStream } from './connection'
import { parkedSubjectOf, streamName, subjectOf } from './stream-config'

/** A message as it is counted. */
export interface Message extends Position {
  text: string
  data: Uint8Array
}

/** The messages of one partition, each once and in their order. */
export interface PartitionMessages {
  /**
   * The next messages; fewer than there are, or none within `withinMs` or once the end is asked for. Throws where one was sent and did not arrive:
   * counting those after it would move the position past it.
   */
  next(withinMs: number): Promise<Message[]>
  /**
   * Throws where the server has messages and sends none, or sent some that did not arrive, at the second call in turn
   * that finds it so.
   */
  requireFlow(): Promise<void>
  /** Takes the messages up to this number out of the stream. */
  remove(seq: number): Promise<void>
  /** Keeps a message aside in the stream, under another subject; done once the stream has it. */
  park(message: Message): Promise<void>
  close(): Promise<void>
}

/** Of one request. A message has up to a megabyte. */
const MOST_AT_ONCE = 64
/** A consumer that nobody asks is deleted by its server after so long. */
const DELETED_AFTER_NS = 60_000_000_000
/** The shortest that JetStream lets a request wait. */
const LEAST_WAIT_MS = 1000

/**
 * Reads a partition from its oldest message on, in order, by a consumer of its own: several read it independently of
 * each other. The consumer is in the memory of one server and acknowledges nothing: what is counted is stored elsewhere.
 */
export async function openPartition(
  { js, jsm }: UsableStream,
  prefix: string,
  partition: number,
  ended: AbortSignal,
): Promise<PartitionMessages> {
  const stream = streamName(prefix)
  const subject = subjectOf(prefix, partition)
  const name = `p${partition}-${randomBytes(6).toString('hex')}`
  await jsm.consumers.add(stream, {
    name,
    filter_subject: subject,
    ack_policy: 'none',
    deliver_policy: 'all',
    num_replicas: 1,
    mem_storage: true,
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
      const { num_pending: unsent, delivered: sent } = await consumer.info()
      stalls = unsent > 0 || sent.consumer_seq !== delivered ? stalls + 1 : 0
      if (stalls > 1) throw new Error(`the server has ${unsent} messages and sends none, or one did not arrive`)
    },
    remove: async (seq) => {
      await jsm.streams.purge(stream, { filter: subject, seq: seq + 1 })
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
  }
}
