import { describe, expect, test } from 'vitest'
import { openPageQueue, PageQueueFull, PageUnwanted, type QueueClock } from './page-queue'

/** A clock that stands until it is advanced; `work` lets the main thread work. */
function testClock() {
  let [now, active] = [0, 0]
  const timers: { at: number; work: () => void }[] = []
  const clock: QueueClock = {
    now: () => now,
    activeMs: () => active,
    later: (work, ms) => void timers.push({ at: now + ms, work }),
  }
  const advance = async (ms: number) => {
    now += ms
    for (const timer of timers.splice(0)) {
      if (timer.at <= now) timer.work()
      else timers.push(timer)
    }
    await settled()
  }
  const work = (ms: number) => {
    now += ms
    active += ms
  }
  return { clock, advance, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const wanted = () => true
const SETTINGS = { atOnce: 2, mostWaiting: 3, share: 0.25 }

/** Work that ends when it is asked to. */
function openWork() {
  let end: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { run: () => promise, end }
}

describe('a page queue', () => {
  test('begins at once where nothing is under way', async () => {
    const { clock } = testClock()
    expect(await openPageQueue(SETTINGS, clock).run(async () => 'page', wanted)).toBe('page')
  })

  test('runs so many side by side, lets so many wait in order, and refuses the rest', async () => {
    const { clock } = testClock()
    const queue = openPageQueue(SETTINGS, clock)
    const begun: number[] = []
    const works = Array.from({ length: 5 }, openWork)
    const all = works.map(({ run }, n) =>
      queue.run(() => {
        begun.push(n)
        return run()
      }, wanted),
    )
    await settled()
    expect(begun).toEqual([0, 1])
    await expect(queue.run(async () => 0, wanted)).rejects.toThrow(PageQueueFull)
    for (const { end } of works) {
      end()
      await settled()
    }
    await Promise.all(all)
    expect(begun).toEqual([0, 1, 2, 3, 4])
  })

  test('leaves the main thread to others for as long as its share asks', async () => {
    const { clock, advance, work } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, clock)
    await queue.run(async () => work(20), wanted)
    let isDone = false
    const second = queue.run(async () => {
      isDone = true
    }, wanted)
    await advance(59)
    expect(isDone).toBe(false)
    await advance(1)
    expect(isDone).toBe(true)
    await second
  })

  test('goes on within a second, however long a page took', async () => {
    const { clock, advance, work } = testClock()
    const queue = openPageQueue({ ...SETTINGS, share: 0.01 }, clock)
    await queue.run(async () => work(5000), wanted)
    const second = queue.run(async () => 'page', wanted)
    await advance(1000)
    expect(await second).toBe('page')
  })

  test('does no work that nobody wants any more', async () => {
    const { clock } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, clock)
    const first = openWork()
    const running = queue.run(first.run, wanted)
    let isDone = false
    const unwanted = queue.run(
      async () => {
        isDone = true
      },
      () => false,
    )
    const refused = expect(unwanted).rejects.toThrow(PageUnwanted)
    first.end()
    await Promise.all([running, refused])
    expect(isDone).toBe(false)
    expect(await queue.run(async () => 'page', wanted)).toBe('page')
  })

  test('goes on after a page that failed', async () => {
    const { clock } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, clock)
    await expect(queue.run(async () => Promise.reject(new Error('no')), wanted)).rejects.toThrow('no')
    expect(await queue.run(async () => 'page', wanted)).toBe('page')
  })
})
