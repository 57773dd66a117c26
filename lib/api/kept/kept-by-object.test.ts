import { expect, test } from 'vitest'
import { keepByObject } from './kept-by-object'

const keys = (count: number) => Array.from({ length: count }, (_, number) => ({ number }))

test('keeps what was set last, and the newest value of an object', () => {
  const kept = keepByObject<object, number>(3)
  const [a, b, c] = keys(3) as [object, object, object]
  kept.set(a, 1)
  kept.set(b, 2)
  kept.set(a, 3)
  kept.set(c, 4)
  expect([a, b, c].map(kept.get)).toEqual([3, 2, 4])
  expect(kept.get({})).toBeUndefined()
})

test('drops what was not used while twice the most were set, never what was used', () => {
  const kept = keepByObject<object, number>(10)
  const used = {}
  const all = keys(100)
  kept.set(used, -1)
  for (const [index, key] of all.entries()) {
    kept.set(key, index)
    expect(kept.get(used)).toBe(-1)
  }
  const left = all.filter((key) => kept.get(key) !== undefined)
  expect(left.length).toBeGreaterThanOrEqual(9)
  expect(left.length).toBeLessThanOrEqual(20)
  expect(left).toEqual(all.slice(-left.length))
})
