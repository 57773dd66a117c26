import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { CachedRows } from './cached-rows'
import { testRow as rowOf } from './test-rows'

let rows: CachedRows
beforeEach(() => {
  rows = new CachedRows(1_000_000)
})

test('rows of one server share what is of the server, and give it back with the last of them', () => {
  rows.hold(rowOf(1, 'a'))
  const first = rows.bytes
  rows.hold(rowOf(1, 'b', { words: true }))
  rows.hold(rowOf(1, 'c', { words: true }))
  const [a, b, c] = ['a', 'b', 'c'].map((name) => rows.get(`s/1/${name}`))
  expect(b?.rating.serverState).toBe(a?.rating.serverState)
  expect(c?.words?.server).toBe(b?.words?.server)
  expect(a?.words).toBeNull()
  expect(rows.bytes).toBeLessThan(first * 3)
  rows.dropServer(1)
  rows.dropServer(1)
  expect([rows.size, rows.bytes, rows.get('s/1/a')]).toEqual([0, 0, undefined])
})

test('a row of another moment of its server drops the others', () => {
  rows.hold(rowOf(1, 'a'))
  rows.hold(rowOf(2, 'a'))
  rows.hold(rowOf(1, 'b', { ratedAt: 2 }))
  expect(['s/1/a', 's/1/b', 's/2/a'].map((id) => rows.get(id) !== undefined)).toEqual([false, true, true])
})

test('a row that is read again is held once', () => {
  rows.hold(rowOf(1, 'a', { words: true }))
  const { bytes } = rows
  rows.hold(rowOf(1, 'a', { words: true }))
  expect([rows.size, rows.bytes]).toEqual([1, bytes])
})

test('it takes no more than its bound, whatever is held, and nothing where no row fits', () => {
  rows = new CachedRows(100_000)
  for (let n = 0; n < 2000; n += 1) {
    const description = 'x'.repeat((n * 7919) % 20_000)
    rows.hold(rowOf(n % 300, `tool_${n}`, { ratedAt: n % 7, words: n % 2 === 0, description }))
    expect(rows.bytes).toBeLessThanOrEqual(100_000)
  }
  expect(rows.size).toBeGreaterThan(5)
  const before = rows.size
  rows.hold(rowOf(1000, 'huge', { words: true, description: 'x'.repeat(200_000) }))
  expect([rows.size, rows.get('s/1000/huge')]).toEqual([before, undefined])
  rows = new CachedRows(500)
  rows.hold(rowOf(1, 'a'))
  expect([rows.size, rows.bytes]).toEqual([0, 0])
})

test.each([
  ['ratings of one tool of each server', 1, false],
  ['ratings of sixteen tools of each server', 16, false],
  ['words of one tool of each server', 1, true],
  ['words of sixteen tools of each server', 16, true],
])('counted bytes are those that the heap grows by: %s', (_name, tools, words) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  rows = new CachedRows(Number.POSITIVE_INFINITY)
  const before = used()
  for (let n = 0; n < 8000; n += 1)
    rows.hold(rowOf(Math.floor(n / tools), `tool_${n}`, { words, description: `Reads ${'x'.repeat(300)} ${n}` }))
  const grown = used() - before
  expect(rows.size).toBe(8000)
  expect(rows.bytes / grown).toBeGreaterThan(0.8)
  expect(rows.bytes / grown).toBeLessThan(1.25)
})
