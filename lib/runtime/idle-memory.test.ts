import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { collectHeap, type HeapState, isWorthCollecting } from './idle-memory'

const MB = 2 ** 20
const MINUTE = 60_000
const GROWN: HeapState = {
  utilization: 0.01,
  requests: 5,
  totalBytes: 280 * MB,
  usedBytes: 120 * MB,
  collectedBytes: 140 * MB,
  sinceMs: MINUTE,
}

test.each<[string, Partial<HeapState>, boolean]>([
  ['grown while the process is idle', {}, true],
  ['never collected', { collectedBytes: 0 }, true],
  ['a process at work', { utilization: 0.3 }, false],
  ['a process at work, the last collection long ago', { utilization: 0.3, sinceMs: 10 * MINUTE }, true],
  ['a process at work, never collected', { utilization: 0.3, collectedBytes: 0, sinceMs: Infinity }, true],
  ['callers, who would wait', { requests: 51 }, false],
  ['callers, the last collection long ago', { requests: 51, sinceMs: 10 * MINUTE }, false],
  ['a busy process', { utilization: 0.6, sinceMs: 60 * MINUTE }, false],
  ['grown by less than a quarter', { totalBytes: 170 * MB }, false],
  ['so much in use that the pause would be long', { totalBytes: 1200 * MB, usedBytes: 900 * MB }, false],
])('a heap: %s', (_case, state, isWorth) => {
  expect(isWorthCollecting({ ...GROWN, ...state })).toBe(isWorth)
})

test('a collection gives back what is no longer used', async () => {
  let held: number[][] | null = Array.from({ length: 4 }, () => new Array<number>(2 ** 21).fill(0.5))
  const full = getHeapStatistics().total_heap_size
  expect(held).toHaveLength(4)
  held = null
  await collectHeap()
  expect(getHeapStatistics().total_heap_size).toBeLessThan(full - 48 * MB)
})
