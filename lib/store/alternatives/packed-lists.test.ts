import { expect, test } from 'vitest'
import { PackedLists } from './packed-lists'

const listOf = (subjectId: string, ...ids: string[]) => ({
  subjectId,
  alternatives: ids.map((id, place) => ({ id, similarity: 1 - place / 1000, inOtherProduct: place % 2 === 1 })),
})

test('a list is what was set last, also an empty one; of others nothing is known', () => {
  const lists = new PackedLists()
  for (const list of [listOf('a', 'b', 'c'), listOf('b', 'a'), listOf('a', 'c'), listOf('c')]) lists.set(list)
  expect(lists.get('a')).toEqual(listOf('a', 'c').alternatives)
  expect(lists.get('b')).toEqual(listOf('b', 'a').alternatives)
  expect(lists.get('c')).toEqual([])
  expect(lists.get('d')).toBe(undefined)
  expect(lists.size).toBe(3)
})

test('lists that are replaced many times stay right', () => {
  const lists = new PackedLists()
  const ids = Array.from({ length: 60 }, (_, n) => `tool ${n}`)
  const nth = (n: number, round: number) => listOf(`tool ${n}`, ...ids.slice((n + round) % 40, ((n + round) % 40) + 20))
  for (let round = 0; round < 100; round++) for (const n of ids.keys()) lists.set(nth(n, round))
  for (const [n, id] of ids.entries()) expect(lists.get(id)).toEqual(nth(n, 99).alternatives)
})
