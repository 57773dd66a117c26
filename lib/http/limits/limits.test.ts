import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../store/database'
import type { SharedPoints } from '../../store/keys/shared-points'
import { TEST_DRIVERS, type TestDatabase } from '../../store/test-databases'
import { type Limits, openLimits } from './limits'

const MINUTE = { limit: 5, windowSeconds: 60 }
const asItIs = (caller: string) => caller
const alone = () => openLimits(null, asItIs, unexpected)

function unexpected(cause: unknown): never {
  throw new Error('it was not to fail', { cause })
}
async function takeTimes(limits: Limits, caller: string, times: number) {
  const standings = []
  for (let turn = 0; turn < times; turn += 1) standings.push(await limits.take(caller, 1, MINUTE))
  return standings
}

describe('limits in memory', () => {
  test('count down, and are over with the first call too many', async () => {
    const standings = await takeTimes(alone(), 'a', 7)
    expect(standings.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0, 0])
    expect(standings.map(({ isOver }) => isOver)).toEqual([false, false, false, false, false, true, true])
    for (const { limit, resetSeconds } of standings) {
      expect(limit).toBe(5)
      expect(resetSeconds).toBeGreaterThan(0)
      expect(resetSeconds).toBeLessThanOrEqual(60)
    }
  })

  test('of one caller do not touch another', async () => {
    const limits = alone()
    await takeTimes(limits, 'a', 9)
    expect(await limits.take('b', 1, MINUTE)).toMatchObject({ remaining: 4, isOver: false })
  })

  test('take several points at once, and none where a call weighs nothing', async () => {
    const limits = alone()
    expect(await limits.take('a', 4, MINUTE)).toMatchObject({ remaining: 1, isOver: false })
    expect(await limits.take('a', 0, MINUTE)).toMatchObject({ remaining: 1, isOver: false })
    expect(await limits.take('a', 2, MINUTE)).toMatchObject({ remaining: 0, isOver: true })
    expect(await limits.take('b', 0, MINUTE)).toMatchObject({ remaining: 5, isOver: false })
  })

  test('follow an allowance that was raised in the midst of a window', async () => {
    const limits = alone()
    await takeTimes(limits, 'a', 6)
    expect(await limits.take('a', 1, { ...MINUTE, limit: 10 })).toMatchObject({ remaining: 3, isOver: false })
  })

  test('begin anew when the window is over', async () => {
    vi.useFakeTimers()
    try {
      const limits = alone()
      await takeTimes(limits, 'a', 6)
      vi.advanceTimersByTime(59_000)
      expect(await limits.take('a', 1, MINUTE)).toMatchObject({ isOver: true, resetSeconds: 1 })
      vi.advanceTimersByTime(1_001)
      expect(await limits.take('a', 1, MINUTE)).toMatchObject({ isOver: false, remaining: 4, resetSeconds: 60 })
    } finally {
      vi.useRealTimers()
    }
  })

  test('know the first call of its kind within the time, for each caller', async () => {
    const limits = alone()
    expect(await limits.isFirst('a', '/feed', 60)).toBe(true)
    expect(await limits.isFirst('a', '/feed', 60)).toBe(false)
    expect(await limits.isFirst('a', '/other', 60)).toBe(true)
    expect(await limits.isFirst('b', '/feed', 60)).toBe(true)
  })
})

describe('limits whose database fails', () => {
  test('count by themselves, log it once, and log it again after a recovery', async () => {
    let isDown = true
    const said: unknown[] = []
    const add = vi.fn(async (_caller: string, points: number) => {
      if (isDown) throw new Error('no connection')
      return { taken: points, msLeft: 60_000 }
    })
    const limits = openLimits({ add }, asItIs, (cause) => said.push(cause))
    const tellOften = async () => {
      add.mockClear()
      for (const caller of ['a', 'b', 'c', 'd', 'e', 'f']) await limits.take(caller, 1, MINUTE)
      // Where one fails the others are dropped: they are shared again with their next call.
      await vi.waitFor(() => expect(add.mock.calls.length).toBeGreaterThanOrEqual(isDown ? 1 : 6), 5000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await tellOften()
    await tellOften()
    expect(said).toHaveLength(1)
    expect(await limits.take('a', 1, MINUTE)).toMatchObject({ remaining: 2 })
    isDown = false
    await tellOften()
    isDown = true
    await tellOften()
    expect(said).toHaveLength(2)
  })

  test('do not wait for one that never answers', async () => {
    const limits = openLimits({ add: () => new Promise(() => undefined) }, asItIs, unexpected)
    expect((await takeTimes(limits, 'a', 6)).at(-1)).toMatchObject({ isOver: true })
  })

  test('share callers by their hashed name, all their points at once', async () => {
    const recorded: [string, number, number][] = []
    const shared: SharedPoints = {
      add: async (caller, points, windowSeconds) => {
        recorded.push([caller, points, windowSeconds])
        return { taken: points, msLeft: 60_000 }
      },
    }
    const limits = openLimits(shared, (caller) => `hash of ${caller.length}`, unexpected)
    await takeTimes(limits, 'k key_1', 3)
    await limits.take('c 198.51.100.1', 1, { limit: 5, windowSeconds: 3600 })
    await vi.waitFor(() => expect(recorded).toHaveLength(2), 5000)
    expect(recorded).toEqual([
      ['hash of 7', 3, 60],
      ['hash of 14', 1, 3600],
    ])
  })

  test('keep points that were taken while they were being recorded', async () => {
    let answer: (recorded: { taken: number; msLeft: number }) => void = () => undefined
    const add = vi.fn(() => new Promise<{ taken: number; msLeft: number }>((resolve) => (answer = resolve)))
    const limits = openLimits({ add }, asItIs, unexpected)
    await takeTimes(limits, 'a', 2)
    await vi.waitFor(() => expect(add).toHaveBeenCalled(), 5000)
    await limits.take('a', 1, MINUTE)
    answer({ taken: 2, msLeft: 60_000 })
    await new Promise((resolve) => setImmediate(resolve))
    expect(await limits.take('a', 1, MINUTE)).toMatchObject({ remaining: 1 })
  })
})

const ON_SERVERS = TEST_DRIVERS.filter(({ driver }) => driver !== 'pglite')

describe.each(ON_SERVERS)('limits of two processes on $driver', ({ open, absent }) => {
  describe.skipIf(absent)('with a database', () => {
    let first: TestDatabase
    let second: Awaited<ReturnType<typeof openDatabase>>
    beforeAll(async () => {
      first = await open()
      second = await openDatabase({ databaseUrl: first.url, dataDir: '' })
    })
    const failures: unknown[] = []
    const failed = (cause: unknown) => failures.push(cause)
    afterEach(() => expect(failures).toEqual([]))
    afterAll(async () => {
      await second.close()
      await first.close()
    })

    test('each sees what the other took, and the rest is left alone', async () => {
      const here = openLimits(first.sharedPoints, asItIs, failed)
      const there = openLimits(second.sharedPoints, asItIs, failed)
      await takeTimes(here, 'a', 5)
      expect(await there.take('a', 0, MINUTE)).toMatchObject({ isOver: false, remaining: 5 })
      await vi.waitFor(
        async () => expect(await there.take('a', 1, { ...MINUTE, limit: 5 })).toMatchObject({ isOver: true }),
        { timeout: 10_000, interval: 100 },
      )
      await vi.waitFor(async () => expect(await here.take('a', 1, MINUTE)).toMatchObject({ isOver: true }), {
        timeout: 10_000,
        interval: 100,
      })
      expect(await there.take('b', 1, MINUTE)).toMatchObject({ remaining: 4 })
    })

    test('windows of different length are kept apart, and many callers are shared', async () => {
      const here = openLimits(first.sharedPoints, asItIs, failed)
      const there = openLimits(second.sharedPoints, asItIs, failed)
      const minute = { limit: 1000, windowSeconds: 60 }
      const hour = { limit: 1000, windowSeconds: 3600 }
      const names = Array.from({ length: 300 }, (_, n) => `caller ${n}`)
      await Promise.all(names.map((name) => here.take(name, 2, isEven(name) ? hour : minute)))
      let own = 0
      await vi.waitFor(
        async () => {
          own += 1
          const left = await Promise.all(names.map((name) => there.take(name, 1, isEven(name) ? hour : minute)))
          expect(new Set(left.map(({ remaining }) => remaining))).toEqual(new Set([1000 - 2 - own]))
          expect(Math.max(...left.map(({ resetSeconds }) => resetSeconds))).toBeGreaterThan(3000)
          expect(Math.min(...left.map(({ resetSeconds }) => resetSeconds))).toBeLessThanOrEqual(60)
        },
        { timeout: 15_000, interval: 200 },
      )
    })
  })
})

function isEven(name: string): boolean {
  return Number(name.slice('caller '.length)) % 2 === 0
}
