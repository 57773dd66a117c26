import { expect, test } from 'vitest'
import { UnderWay } from './under-way'

test('holds what was added and not removed, in as many places as were needed at once', () => {
  const underWay = new UnderWay<{ name: string }>()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name })) as [{ name: string }, { name: string }, { name: string }]
  const first = underWay.add(a)
  const second = underWay.add(b)
  expect([...underWay]).toEqual([a, b])
  underWay.remove(first)
  expect([...underWay]).toEqual([b])
  expect(underWay.add(c)).toBe(first)
  underWay.remove(second)
  expect([...underWay]).toEqual([c])
})
