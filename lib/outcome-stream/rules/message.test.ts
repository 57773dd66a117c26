import { HOUR_MS } from 'assay-verify/duration'
import { describe, expect, test } from 'vitest'
import { PARTITIONS, partitionOf } from '../../core/caller/partition'
import { type BatchPart, messagesOf, partsIn, partsOf } from './message'

const now = new Date('2026-11-20T12:30:00Z')
const HOUR = Math.floor(now.getTime() / HOUR_MS)
const ODD = ['a/b"c', 'a\\b/c', '{a,b}/c', '図書/館', 'a/\u2028', 'NULL/null', ' a / b ']
const sum = { successes: 3, transportFailures: 0, callerFailures: 1, otherFailures: 2 }
const partOf = (ids: readonly string[], more: Partial<BatchPart> = {}): BatchPart => ({
  hash: null,
  keyId: null,
  reporterKey: 5,
  hour: HOUR,
  sums: new Map(ids.map((id) => [id, sum])),
  ...more,
})
const MANY = Array.from({ length: 500 }, (_, n) => `server/${n}/tool`)

test('tools spread over all partitions, each always in the same', () => {
  const counts = Array.from({ length: PARTITIONS }, () => 0)
  for (const id of MANY) counts[partitionOf(id)] = (counts[partitionOf(id)] ?? 0) + 1
  expect(Math.min(...counts)).toBeGreaterThan(MANY.length / PARTITIONS / 2)
  // In messages that wait, and in partitions that are marked as counted: another digest would count those twice.
  expect(['a/b', 'o/s/t1', '図書/館', ''].map((id) => partitionOf(id))).toEqual([5, 4, 1, 4])
})

describe('a batch', () => {
  test('is divided by partition, and read as it was written', () => {
    const batch = partOf([...ODD, ...MANY], { hash: 'h"1', keyId: 'key_a' })
    const read = [...partsOf(batch)].flatMap(([partition, part]) =>
      messagesOf([part]).flatMap((text) => partsIn(text, partition, now) ?? []),
    )
    expect(
      read.every(
        ({ hash, keyId, reporterKey, hour }) => [hash, keyId, reporterKey, hour].join() === `h"1,key_a,5,${HOUR}`,
      ),
    ).toBe(true)
    const sums = new Map(read.flatMap((part) => [...part.sums]))
    expect([...sums.keys()].sort()).toEqual([...ODD, ...MANY].sort())
    expect([...sums.values()].every((one) => JSON.stringify(one) === JSON.stringify(sum))).toBe(true)
  })

  test('of any size stays in one message for each partition; many batches take several', () => {
    const wide = partOf(Array.from({ length: 1000 }, (_, n) => `${'x'.repeat(250)}/${n}`))
    for (const part of partsOf(wide).values()) expect(messagesOf([part])).toHaveLength(1)
    const messages = messagesOf(Array.from({ length: 12 }, () => wide))
    expect(messages.length).toBeGreaterThan(5)
    expect(Math.max(...messages.map((text) => text.length))).toBeLessThan(350_000)
    expect(messagesOf([])).toEqual([])
  })
})

describe('what is not such a message is null:', () => {
  const id = 'o/s/t1'
  const partition = partitionOf(id)
  const written = (change: (part: Record<string, unknown>) => void) => {
    const [text = ''] = messagesOf([partOf([id])])
    const message = JSON.parse(text) as { v: number; b: Record<string, unknown>[] }
    for (const part of message.b) change(part)
    return JSON.stringify(message)
  }
  test.each<[string, string]>([
    ['nothing', ''],
    ['text', 'hello'],
    ['half a message', messagesOf([partOf([id])])[0]?.slice(0, 40) ?? ''],
    ['null', 'null'],
    ['a list', '[1]'],
    ['another version', '{"v":2,"b":[]}'],
    ['no parts', '{"v":1}'],
    ['a part that is none', '{"v":1,"b":[7]}'],
    ['a negative sum', written((part) => Object.assign(part, { s: [[id, -1, 0, 0, 0]] }))],
    ['a sum with a fraction', written((part) => Object.assign(part, { s: [[id, 0.5, 0, 0, 0]] }))],
    ['a sum beyond all batches', written((part) => Object.assign(part, { s: [[id, 2 ** 31, 0, 0, 0]] }))],
    ['too few sums', written((part) => Object.assign(part, { s: [[id, 1]] }))],
    ['an id with NUL', written((part) => Object.assign(part, { s: [['a\0b', 1, 0, 0, 0]] }))],
    [
      'a tool of another partition',
      written((part) => Object.assign(part, { s: [[otherThan(partition), 1, 0, 0, 0]] })),
    ],
    ['a reporter that is none', written((part) => Object.assign(part, { r: 'me' }))],
    ['a hash that is a number', written((part) => Object.assign(part, { h: 5 }))],
    ['an hour of long ago', written((part) => Object.assign(part, { t: HOUR - 24 * 365 }))],
    ['an hour in years', written((part) => Object.assign(part, { t: HOUR + 24 * 365 }))],
  ])('%s', (_, text) => {
    expect(partsIn(text, partition, now)).toBeNull()
  })

  test('an hour by a clock that is minutes apart is one', () => {
    expect(
      partsIn(
        written((part) => Object.assign(part, { t: HOUR + 1 })),
        partition,
        now,
      ),
    ).toHaveLength(1)
  })
})

function otherThan(partition: number): string {
  return MANY.find((id) => partitionOf(id) !== partition) ?? ''
}
