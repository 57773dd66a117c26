import { expect, test } from 'vitest'
import { Sieve } from './sieve'

const open = (mostBytes: number) => {
  const dropped: string[] = []
  return { dropped, sieve: new Sieve<string>(mostBytes, (value) => dropped.push(value)) }
}

test('beyond the bound the oldest is dropped that was not read since it was passed over', () => {
  const { sieve, dropped } = open(3)
  for (const key of ['a', 'b', 'c']) sieve.set(key, key, 1)
  expect(sieve.get('a')).toBe('a')
  sieve.set('d', 'd', 1)
  expect(dropped).toEqual(['b'])
  // The hand goes on from where it was, so that a is asked again last.
  sieve.set('e', 'e', 1)
  expect(dropped).toEqual(['b', 'c'])
  sieve.set('f', 'f', 1)
  sieve.set('g', 'g', 1)
  expect(dropped).toEqual(['b', 'c', 'd', 'e'])
  expect([sieve.get('a'), sieve.get('f'), sieve.get('g'), sieve.get('e')]).toEqual(['a', 'f', 'g', undefined])
  expect([sieve.size, sieve.bytes]).toEqual([3, 3])
})

test('what is read often stays while a crowd of keys is read once', () => {
  const { sieve } = open(100)
  const often = Array.from({ length: 50 }, (_, n) => `often-${n}`)
  for (const key of often) sieve.set(key, key, 1)
  for (let n = 0; n < 10_000; n += 1) {
    sieve.get(often[n % often.length] ?? '')
    sieve.set(`once-${n}`, '', 1)
  }
  expect(often.filter((key) => sieve.get(key) !== undefined)).toEqual(often)
})

test('replaced and deleted values give their bytes back, and what is larger than all stays out', () => {
  const { sieve, dropped } = open(10)
  sieve.set('a', 'first', 4)
  sieve.set('a', 'second', 5)
  sieve.set('b', 'b', 5)
  expect(sieve.bytes).toBe(10)
  sieve.delete('b')
  sieve.delete('b')
  expect([sieve.bytes, sieve.get('a')]).toEqual([5, 'second'])
  sieve.set('c', 'too large', 11)
  expect([sieve.size, sieve.bytes, dropped]).toEqual([1, 5, ['first', 'b', 'too large']])
})

test('bytes that values share count, and have others dropped', () => {
  const { sieve, dropped } = open(10)
  for (const key of ['a', 'b', 'c']) sieve.set(key, key, 3)
  sieve.charge(4)
  expect([sieve.bytes, dropped]).toEqual([10, ['a']])
  sieve.charge(-4)
  expect(sieve.bytes).toBe(6)
})
