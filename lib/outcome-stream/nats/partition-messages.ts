import { setTimeout as wait } from 'node:timers/promises'
import type { StoredMsg } from '@nats-io/jetstream'
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
  /** The next messages; fewer than there are, or none within `withinMs` or once the end is asked for. */
  next(withinMs: number): Promise<Message[]>
  /** Throws where the stream has lost messages, and numbers others like those that were read. */
  requireNumbers(): Promise<void>
  /** Takes the messages up to this number out of the stream. */
  remove(seq: number): Promise<void>
  /** Keeps a message aside in the stream, under another subject; done once the stream has it. */
  park(message: Message): Promise<void>
}

/** Of one call. A message has up to a megabyte. */
const MOST_AT_ONCE = 64
/** How long is waited before an empty partition is asked again. */
const ASKED_EVERY_MS = 1000

/**
 * Reads a partition from its oldest message on, message by message, from the server that leads the stream: a consumer
 * of NATS 2.9 that is made while a server comes back can leave out messages that this server has not yet.
 */
export function openPartition(
  { js, jsm }: UsableStream,
  prefix: string,
  partition: number,
  ended: AbortSignal,
): PartitionMessages {
  const stream = streamName(prefix)
  const subject = subjectOf(prefix, partition)
  let from = 1
  const read = async () => {
    const asked = { seq: from, next_by_subj: subject }
    const message = await jsm.streams.getMessage(stream, asked)
    if (message !== null) from = message.seq + 1
    return message
  }
  return {
    next: async (withinMs) => {
      const messages: Message[] = []
      for (let found = await read(); found !== null && !ended.aborted; found = await read()) {
        messages.push(messageOf(found))
        if (messages.length === MOST_AT_ONCE) return messages
      }
      if (messages.length === 0)
        await wait(Math.min(withinMs, ASKED_EVERY_MS), undefined, { signal: ended }).catch(() => undefined)
      return messages
    },
    requireNumbers: async () => {
      const { last_seq: last } = (await jsm.streams.info(stream)).state
      if (last < from - 1)
        throw new Error(`the stream has lost messages: its last is ${last}, and ${from - 1} was read`)
    },
    remove: async (seq) => {
      await jsm.streams.purge(stream, { filter: subject, seq: seq + 1 })
    },
    park: async ({ data, seq, atMs }) => {
      await js.publish(parkedSubjectOf(prefix, partition), data, {
        msgID: `parked ${partition} ${seq} ${atMs}`,
        expect: { streamName: stream },
      })
    },
  }
}

function messageOf(message: StoredMsg): Message {
  return { seq: message.seq, atMs: message.time.getTime(), text: message.string(), data: message.data }
}
