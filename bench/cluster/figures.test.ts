import { expect, test } from 'vitest'
import { compareCounts, type SentOutcomes } from '../stream/outcome-load'
import type { Call } from './callers'
import { failedOutside, figuresOf, maxStaleness } from './figures'

const call = (at: number, more: Partial<Call> = {}): Call => ({
  ...{ kind: 'read', way: 'repeated', at, ms: 10, status: 200 },
  ...more,
})
const window = (name: string, from: number, to: number) => ({ name, from, to })

test('requests that failed count on their way, and not in the windows that are set aside', () => {
  const calls = [call(1, { status: 503 }), call(2, { status: 0, way: 'once' }), call(6, { status: 503 }), call(9)]
  expect(failedOutside(calls, 'repeated', [])).toBe(2)
  expect(failedOutside(calls, 'repeated', [window('primary', 5, 7)])).toBe(1)
  expect(failedOutside(calls, 'once', [])).toBe(1)
})

test('a fault is compared with what was calm', () => {
  const calm = Array.from({ length: 200 }, (_, n) => call(n))
  const slow = Array.from({ length: 100 }, (_, n) => call(1000 + n, { ms: n < 97 ? 10 : 70 }))
  const figures = figuresOf([...calm, ...slow, call(1001, { status: 502, way: 'once' })], window('api', 1000, 2000), [
    window('calm', 0, 500),
  ])
  expect(figures).toMatchObject({ seconds: 1, requests: 101, failed: { repeated: 0, once: 1 } })
  expect(figures.p99Ms.read).toBe(70)
  expect(figures.p99Ratio.read).toBe(7)
})

test('an answer is as old as the first write that it does not show', () => {
  const written = [
    { place: 1, committedAt: 1000 },
    { place: 2, committedAt: 2000 },
    { place: 3, committedAt: 3000 },
  ]
  expect(maxStaleness(written, [{ place: 1, sentAt: 1900 }])).toBe(0)
  expect(maxStaleness(written, [{ place: 1, sentAt: 5500 }])).toBe(3.5)
  expect(maxStaleness(written, [{ place: 1, sentAt: 5500 }], [window('primary', 5000, 6000)])).toBe(0)
  expect(maxStaleness(written, [{ place: 3, sentAt: 9000 }])).toBe(0)
})

test('an event that is missing and one that is too many are found, tool by tool', () => {
  const sent: SentOutcomes = {
    batches: 1,
    acknowledged: new Map([
      ['a', 5],
      ['b', 5],
    ]),
    uncertain: new Map([['b', 1]]),
    failures: {},
  }
  const counted = (a: number, b: number) =>
    new Map([
      ['a', a],
      ['b', b],
    ])
  expect(compareCounts(counted(5, 6), [sent])).toEqual({ acknowledgedLost: 0, countedTwice: 0 })
  expect(compareCounts(counted(4, 7), [sent])).toEqual({ acknowledgedLost: 1, countedTwice: 1 })
})
