import { expect, test } from 'vitest'
import { openObjectCache } from './object-cache'

const keys = (count: number) => Array.from({ length: count }, (_, number) => ({ number }))

test('keeps what was set last, and the newest value of an object', () => {
  const cache = openObjectCache<object, number>(3)
  const [a, b, c] = keys(3) as [object, object, object]
  cache.set(a, 1)
  cache.set(b, 2)
  cache.set(a, 3)
  cache.set(c, 4)
  expect([a, b, c].map(cache.get)).toEqual([3, 2, 4])
  expect(cache.get({})).toBeUndefined()
})

test('drops what was not used while twice the most were set, never what was used', () => {
  const cache = openObjectCache<object, number>(10)
  const used = {}
  const all = keys(100)
  cache.set(used, -1)
  for (const [index, key] of all.entries()) {
    cache.set(key, index)
    expect(cache.get(used)).toBe(-1)
  }
  const left = all.filter((key) => cache.get(key) !== undefined)
  expect(left.length).toBeGreaterThanOrEqual(9)
  expect(left.length).toBeLessThanOrEqual(20)
  expect(left).toEqual(all.slice(-left.length))
})
