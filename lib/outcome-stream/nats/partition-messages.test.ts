import { expect, test } from 'vitest'
import type { UsableStream } from './connection'
import { openPartition } from './partition-messages'

/** A server that sends messages with these delivery numbers, and says of itself what it has. */
function openTestServer(deliveries: number[]) {
  const has = { num_pending: 0, delivered: { consumer_seq: 0 } }
  const made: unknown[] = []
  const consumer = {
    info: async () => has,
    fetch: async function* () {
      for (const deliverySequence of deliveries.splice(0))
        yield { info: { deliverySequence }, seq: deliverySequence, timestampNanos: 5_000_000n, string: () => 'x' }
    },
  }
  const fetching = { ...consumer, fetch: async () => consumer.fetch() }
  const add = async (_: string, config: unknown) => void made.push(config)
  const usable = {
    js: { consumers: { get: async () => fetching } },
    jsm: { consumers: { add } },
  } as unknown as UsableStream
  return { usable, has, made }
}

test('a partition is read by a consumer of its own, from the oldest message on', async () => {
  const { usable, made } = openTestServer([1, 2, 3])
  const messages = await openPartition(usable, 'assay', 3, new AbortController().signal)
  expect(made).toMatchObject([{ filter_subject: 'assay.outcomes.3', ack_policy: 'none', deliver_policy: 'all' }])
  expect((await messages.next(1)).map(({ seq, atMs }) => [seq, atMs])).toEqual([1, 2, 3].map((seq) => [seq, 5]))
})

test('a message that was sent and did not arrive is not passed over', async () => {
  const { usable } = openTestServer([1, 2, 4])
  const messages = await openPartition(usable, 'assay', 3, new AbortController().signal)
  await expect(messages.next(1)).rejects.toThrow('did not arrive')
})

test.each([
  ['sends nothing of what it has', { num_pending: 1 }],
  ['sent a message that did not arrive', { delivered: { consumer_seq: 1 } }],
])('a server that %s is noticed at the second look', async (_, state) => {
  const { usable, has } = openTestServer([])
  const messages = await openPartition(usable, 'assay', 3, new AbortController().signal)
  const none = { ...has }
  for (const seen of [none, state, none, state]) {
    Object.assign(has, none, seen)
    await messages.requireFlow()
  }
  await expect(messages.requireFlow()).rejects.toThrow(/has \d messages and sends none, or one did not arrive/)
})
