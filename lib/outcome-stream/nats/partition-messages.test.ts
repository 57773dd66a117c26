import { expect, test } from 'vitest'
import type { UsableStream } from './connection'
import { openPartition } from './partition-messages'

/** A server that sends messages with these delivery numbers, and says of itself what it has. */
function openTestServer(deliveries: number[]) {
  const has = { num_pending: 0, num_ack_pending: 0 }
  const deleted: string[] = []
  const consumer = {
    info: async () => has,
    fetch: async function* () {
      for (const deliverySequence of deliveries.splice(0))
        yield { info: { deliverySequence }, seq: deliverySequence, timestampNanos: 5_000_000n, string: () => 'x' }
    },
  }
  const fetching = { ...consumer, fetch: async () => consumer.fetch() }
  const connection = { request: async () => ({ json: () => ({ consumers: ['p3-old', 'p4-of another'] }) }) }
  const remove = async (_: string, name: string) => void deleted.push(name)
  const usable = {
    connection,
    js: { consumers: { get: async () => fetching } },
    jsm: { consumers: { add: async () => undefined, delete: remove } },
  } as unknown as UsableStream
  return { usable, has, deleted }
}

test('a consumer takes the place of the one before it', async () => {
  const { usable, deleted } = openTestServer([1, 2, 3])
  const messages = await openPartition(usable, 'assay', 3, new AbortController().signal)
  expect(deleted).toEqual(['p3-old'])
  expect((await messages.next(1)).map(({ seq, atMs }) => [seq, atMs])).toEqual([1, 2, 3].map((seq) => [seq, 5]))
})

test('a message that was sent and did not arrive is not passed over', async () => {
  const { usable } = openTestServer([1, 2, 4])
  await expect((await openPartition(usable, 'assay', 3, new AbortController().signal)).next(1)).rejects.toThrow(
    'did not arrive',
  )
})

test('a server that sends nothing of what it has is noticed at the second look', async () => {
  const { usable, has } = openTestServer([])
  const messages = await openPartition(usable, 'assay', 3, new AbortController().signal)
  await messages.requireFlow()
  has.num_ack_pending = 2
  await messages.requireFlow()
  has.num_ack_pending = 0
  await messages.requireFlow()
  has.num_pending = 1
  await messages.requireFlow()
  await expect(messages.requireFlow()).rejects.toThrow('has 1 messages and sends none')
})
