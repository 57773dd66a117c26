import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IndexBytes, OpenRankingHost } from './ranking-host'
import { rankInPool } from './ranking-pool'

const bytesOf = (baseVersion: string): IndexBytes => ({ base: new Uint8Array(1), baseVersion, recent: null, gone: [] })
const ORDER = { text: 'weather', limit: 10, least: 0 }

/** Hosts that answer when they are released, with their number and the version of their index. */
function fakeHosts() {
  const hosts: { version: string; isClosed: boolean; failsToLoad: boolean; release: () => void; orders: number }[] = []
  const open: OpenRankingHost = () => {
    const waiting: (() => void)[] = []
    const host = {
      ...{ version: '', isClosed: false, failsToLoad: false, orders: 0 },
      release: () => {
        for (const answer of waiting.splice(0)) answer()
      },
    }
    const place = hosts.push(host) - 1
    const rank = () => {
      host.orders += 1
      return new Promise<{ id: string; relevance: number }[]>((resolve) =>
        waiting.push(() => resolve([{ id: `${place} ${host.version}`, relevance: 1 }])),
      )
    }
    return {
      load: async ({ baseVersion }) => {
        if (host.failsToLoad) throw new Error('no memory')
        host.version = baseVersion
      },
      ...{ rank, alike: async () => [], same: async () => [] },
      close: async () => {
        host.isClosed = true
      },
    }
  }
  return { hosts, open, releaseAll: () => hosts.map(({ release }) => release()) }
}

async function openLoaded(most = 3) {
  const fakes = fakeHosts()
  const pool = rankInPool(fakes.open, { most, idleMs: 1000 })(() => new Uint8Array(0))
  await pool.load(bytesOf('1'))
  const ask = async (count: number) => {
    const asked = Array.from({ length: count }, () => pool.rank(ORDER).then(([found]) => found?.id))
    await vi.advanceTimersByTimeAsync(0)
    return asked
  }
  return { ...fakes, pool, ask }
}

beforeEach(() => void vi.useFakeTimers())
// Other suites of the process need the real ones.
afterEach(() => void vi.useRealTimers())

test('a few orders at once are of the first host', async () => {
  const { hosts, ask, releaseAll } = await openLoaded()
  const asked = await ask(4)
  releaseAll()
  expect(await Promise.all(asked)).toEqual(['0 1', '0 1', '0 1', '0 1'])
  expect(hosts).toHaveLength(1)
})

test('many at once open others one by one, with the same index, which take the next ones; no more than allowed', async () => {
  const { hosts, ask, releaseAll, pool } = await openLoaded()
  await ask(6)
  expect(hosts.map(({ version, orders }) => [version, orders])).toEqual([
    ['1', 6],
    ['1', 0],
  ])
  await ask(6)
  expect(hosts.map(({ orders }) => orders)).toEqual([6, 6, 0])
  const later = await ask(8)
  expect(hosts.map(({ orders }) => orders)).toEqual([7, 7, 6])
  await pool.load(bytesOf('2'))
  expect(hosts.map(({ version }) => version)).toEqual(['2', '2', '2'])
  releaseAll()
  expect(new Set(await Promise.all(later))).toEqual(new Set(['0 2', '1 2', '2 2']))
})

test('what was idle for long is closed, not what still works, and opened again where it is needed', async () => {
  const { hosts, ask, releaseAll } = await openLoaded(2)
  await ask(5)
  await ask(1)
  await vi.advanceTimersByTimeAsync(1001)
  expect(hosts.map(({ isClosed }) => isClosed)).toEqual([false, false])
  releaseAll()
  await vi.advanceTimersByTimeAsync(1001)
  expect(hosts.map(({ isClosed }) => isClosed)).toEqual([false, true])
  await ask(5)
  expect(hosts).toHaveLength(3)
})

test('one that cannot load an index is closed, and the first answers', async () => {
  const { hosts, ask, releaseAll, pool } = await openLoaded(2)
  await ask(5)
  Object.assign(hosts[1] ?? {}, { failsToLoad: true })
  await pool.load(bytesOf('2'))
  expect(hosts.map(({ version, isClosed }) => [version, isClosed])).toEqual([
    ['2', false],
    ['1', true],
  ])
  const asked = await ask(1)
  releaseAll()
  expect(await Promise.all(asked)).toEqual(['0 2'])
})

test('closing it closes all, and a first index that cannot be read is refused', async () => {
  const { hosts, ask, pool } = await openLoaded(2)
  await ask(5)
  Object.assign(hosts[0] ?? {}, { failsToLoad: true })
  await expect(pool.load(bytesOf('2'))).rejects.toThrow('no memory')
  await pool.close()
  expect(hosts.map(({ version, isClosed }) => [version, isClosed])).toEqual([
    ['1', true],
    ['1', true],
  ])
})
