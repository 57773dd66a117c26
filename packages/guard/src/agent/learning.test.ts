import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Upstream } from '../upstream/upstream.ts'
import { Learning } from './learning.ts'
import { type TestUpstream, testDefinitions, testUpstream } from './test-double.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => vi.useRealTimers())

/** A server that is not seen, with the seconds at which it is asked. */
function unseen(name: string, learn: Upstream['learn'] = async () => null, isUnanswered = false) {
  const asked: number[] = []
  const upstream: TestUpstream = { ...testUpstream(name), isUnanswered }
  upstream.learn = (withinMs) => {
    asked.push(Date.now() / 1000)
    return learn(withinMs)
  }
  return { upstream, asked }
}

const late: Upstream['learn'] = (withinMs) => new Promise((resolve) => setTimeout(resolve, withinMs, null))

describe('Learning', () => {
  it('waits for a server that was never asked, and not for one that an earlier start waited for', async () => {
    const [silent, known] = [unseen('silent', late, true), testUpstream('known', testDefinitions())]
    const again = new Learning([silent.upstream, known])
    await again.start()
    expect(silent.asked).toEqual([0])
    again.stop()
    let isDone = false
    const first = new Learning([unseen('new', late).upstream, known])
    void first.start().then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(4999)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isDone).toBe(true)
    first.stop()
  })

  it('asks each server by itself: soon one that fails at once, later one that is silent, no more one that is seen', async () => {
    const [failing, silent, seen] = [unseen('failing'), unseen('silent', late), unseen('seen')]
    const learning = new Learning([failing.upstream, silent.upstream, seen.upstream])
    void learning.start()
    await vi.advanceTimersByTimeAsync(1000)
    seen.upstream.known = testDefinitions()
    await vi.advanceTimersByTimeAsync(124_000)
    expect(failing.asked).toEqual([0, 2, 6, 14, 30, 60, 90, 120])
    expect(silent.asked).toEqual([0, 35, 125])
    expect(seen.asked).toEqual([0])
    learning.stop()
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect(failing.asked).toHaveLength(8)
  })
})
