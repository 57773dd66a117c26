import { expect, test } from 'vitest'
import type { UsableStream } from './connection'
import { openPartition } from './partition-messages'

/** A stream with messages of these numbers in its partition 3. */
function openTestStream(numbers: number[]) {
  const state = { last_seq: Math.max(0, ...numbers) }
  const getMessage = async (_: string, { seq, next_by_subj }: { seq: number; next_by_subj: string }) => {
    const found = numbers.find((one) => one >= seq && next_by_subj === 'assay.outcomes.3')
    return found === undefined ? null : { seq: found, time: new Date(5), string: () => 'x', data: new Uint8Array() }
  }
  const streams = { getMessage, info: async () => ({ state }) }
  return { state, usable: { js: {}, jsm: { streams } } as unknown as UsableStream }
}

test('a partition is read once, from the oldest message on', async () => {
  const numbers = [4, 9, 10]
  const messages = openPartition(openTestStream(numbers).usable, 'assay', 3, new AbortController().signal)
  expect((await messages.next(1)).map(({ seq, atMs }) => [seq, atMs])).toEqual(numbers.map((seq) => [seq, 5]))
  expect(await messages.next(1)).toEqual([])
  numbers.push(12)
  expect((await messages.next(1)).map(({ seq }) => seq)).toEqual([12])
})

test('a stream that gives numbers again is not read on', async () => {
  const { usable, state } = openTestStream([4, 9])
  const messages = openPartition(usable, 'assay', 3, new AbortController().signal)
  await messages.next(1)
  await messages.requireNumbers()
  state.last_seq = 7
  await expect(messages.requireNumbers()).rejects.toThrow('its last is 7, and 9 was read')
})
