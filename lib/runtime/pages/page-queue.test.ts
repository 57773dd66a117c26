import { describe, expect, test } from 'vitest'
import { openPageQueue, type PageQueue, PageQueueFull, PageUnwanted, type QueueClock } from './page-queue'

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
const quiet = { isAnswering: () => false, isWaiting: () => false, connections: () => 0 }
const busy = { ...quiet, isWaiting: () => true }
const SETTINGS = { atOnce: 2, mostWaiting: 3, share: 0.25 }

/** Pages until the queue owes a rest, and the end of that. */
async function spendCredit(
  queue: PageQueue,
  { advance, work }: { advance(ms: number): Promise<void>; work(ms: number): void },
) {
  await queue.run(async () => work(750), wanted)
  await advance(1)
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false
  promise.then(
    () => {
      isDone = true
    },
    () => undefined,
  )
  await settled()
  return isDone
}

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
    expect(await openPageQueue(SETTINGS, quiet, clock).run(async () => 'page', wanted)).toBe('page')
  })

  test('runs so many side by side, lets so many wait in order, and refuses the rest', async () => {
    const { clock, advance } = testClock()
    const queue = openPageQueue(SETTINGS, quiet, clock)
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
      await advance(1)
    }
    await Promise.all(all)
    expect(begun).toEqual([0, 1, 2, 3, 4])
  })

  test('does not rest while no request of the API waits: 90 visitors take 90 pages and the turns between them', async () => {
    const { clock, advance, work } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1, mostWaiting: 100 }, quiet, clock)
    const done: number[] = []
    const visits = Array.from({ length: 90 }, (_, n) =>
      queue.run(async () => {
        work(40)
        done.push(n)
      }, wanted),
    )
    for (let n = 0; n < 90; n += 1) await advance(1)
    await Promise.all(visits)
    expect(done).toEqual(Array.from({ length: 90 }, (_, n) => n))
    expect(clock.now()).toBe(90 * 40 + 90)
  })

  test('leaves the main thread to the API for as long as its share asks, while requests of the API wait', async () => {
    const { clock, advance, work } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, busy, clock)
    await spendCredit(queue, { advance, work })
    await queue.run(async () => work(20), wanted)
    const before = clock.now()
    const second = queue.run(async () => 'page', wanted)
    for (; clock.now() < before + 59; ) await advance(1)
    expect(await isSettled(second)).toBe(false)
    await advance(2)
    expect(await second).toBe('page')
  })

  test('goes on as soon as the API no longer waits, and the rest that was owed is forgiven', async () => {
    const { clock, advance, work } = testClock()
    let isWaiting = true
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, { ...busy, isWaiting: () => isWaiting }, clock)
    await spendCredit(queue, { advance, work })
    await queue.run(async () => work(200), wanted)
    const second = queue.run(async () => 'page', wanted)
    await advance(10)
    expect(await isSettled(second)).toBe(false)
    isWaiting = false
    await advance(2)
    expect(await second).toBe('page')
  })

  test('has credit for a burst after time without pages, though the API waits, and not more than for a second', async () => {
    const { clock, advance, work } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1, mostWaiting: 100 }, busy, clock)
    await advance(1e6)
    let begun = 0
    const began = clock.now()
    for (let n = 0; n < 60; n += 1)
      void queue.run(async () => {
        begun += 1
        work(50)
      }, wanted)
    for (; clock.now() < began + 1000; ) await advance(1)
    expect(begun).toBeGreaterThanOrEqual(19)
    const burst = begun
    for (; clock.now() < began + 3000; ) await advance(1)
    // A quarter of the two seconds, and what was left of the credit.
    expect(begun - burst).toBeLessThanOrEqual(18)
    expect(begun - burst).toBeGreaterThanOrEqual(9)
  })

  test('goes on within a second, however long a page took', async () => {
    const { clock, advance, work } = testClock()
    const queue = openPageQueue({ ...SETTINGS, share: 0.01 }, busy, clock)
    await queue.run(async () => work(5000), wanted)
    const second = queue.run(async () => 'page', wanted)
    await advance(990)
    expect(await isSettled(second)).toBe(false)
    for (let n = 0; n < 10; n += 1) await advance(2)
    expect(await second).toBe('page')
  })

  test('owes what pages side by side took together once', async () => {
    const { clock, advance, work } = testClock()
    const queue = openPageQueue(SETTINGS, busy, clock)
    await spendCredit(queue, { advance, work })
    const works = [openWork(), openWork()]
    const both = works.map(({ run }) => queue.run(run, wanted))
    await advance(2)
    work(20)
    for (const { end } of works) end()
    await Promise.all(both)
    const before = clock.now()
    const next = queue.run(async () => 'page', wanted)
    for (; clock.now() < before + 62; ) await advance(1)
    expect(await next).toBe('page')
  })

  test('though no rest is owed, lets requests that came meanwhile be answered, for a moment', async () => {
    const { clock, advance } = testClock()
    let isAnswering = true
    const api = { ...busy, isAnswering: () => isAnswering }
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, api, clock)
    await queue.run(async () => 'first', wanted)
    const second = queue.run(async () => 'second', wanted)
    for (let n = 0; n < 10; n += 1) await advance(1)
    expect(await isSettled(second)).toBe(false)
    isAnswering = false
    await advance(2)
    expect(await second).toBe('second')
    isAnswering = true
    const third = queue.run(async () => 'third', wanted)
    for (let n = 0; n < 22; n += 1) await advance(1)
    expect(await third).toBe('third')
  })

  test('between two pages lets connections that wait be taken, one in each turn, for a moment', async () => {
    const { clock, advance } = testClock()
    let connected = 0
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, { ...quiet, connections: () => connected }, clock)
    const pass = async (looks: number) => {
      for (let n = 0; n < looks; n += 1) {
        connected += 1
        await advance(2)
      }
    }
    const [first, second, third] = ['first', 'second', 'third'].map((page) => queue.run(async () => page, wanted))
    expect(await first).toBe('first')
    await pass(10)
    expect(await isSettled(second as Promise<string>)).toBe(false)
    await advance(2)
    expect(await second).toBe('second')
    await pass(40)
    expect(await isSettled(third as Promise<string>)).toBe(false)
    await pass(11)
    expect(await third).toBe('third')
  })

  test('takes a turn between two pages, in which requests are read', async () => {
    const { clock, advance } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, quiet, clock)
    const first = queue.run(async () => 'first', wanted)
    const second = queue.run(async () => 'second', wanted)
    expect(await first).toBe('first')
    expect(await isSettled(second)).toBe(false)
    await advance(1)
    expect(await second).toBe('second')
  })

  test('does no work that nobody wants any more', async () => {
    const { clock, advance } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, quiet, clock)
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
    await running
    await advance(1)
    await refused
    expect(isDone).toBe(false)
    expect(await queue.run(async () => 'page', wanted)).toBe('page')
  })

  test('goes on after a page that failed', async () => {
    const { clock } = testClock()
    const queue = openPageQueue({ ...SETTINGS, atOnce: 1 }, quiet, clock)
    await expect(queue.run(async () => Promise.reject(new Error('no')), wanted)).rejects.toThrow('no')
    expect(await queue.run(async () => 'page', wanted)).toBe('page')
  })
})
