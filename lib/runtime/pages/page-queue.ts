import { performance } from 'node:perf_hooks'

/** How much of a process pages may take. */
export interface PageQueueSettings {
  /** Pages rendered side by side, so that one that waits for the database does not hold up the others. */
  atOnce: number
  /** Pages that may wait; further ones are refused. */
  mostWaiting: number
  /** Share of the time of the main thread that rendering may take, 0-1, the rest being the API's. */
  share: number
}

export interface PageQueue {
  /** Does the work in its turn; `isWanted` is asked before it begins. Throws `PageQueueFull` where too many wait, `PageUnwanted` where nobody does any more. */
  run<Result>(work: () => Promise<Result>, isWanted: () => boolean): Promise<Result>
}

export class PageQueueFull extends Error {
  override name = 'PageQueueFull'
}
export class PageUnwanted extends Error {
  override name = 'PageUnwanted'
}

/** Time as the queue sees it. `activeMs`: milliseconds the main thread has worked since the process began. */
export interface QueueClock {
  now(): number
  activeMs(): number
  later(work: () => void, ms: number): void
}

const CLOCK: QueueClock = {
  now: () => performance.now(),
  activeMs: () => performance.eventLoopUtilization().active,
  later: (work, ms) => void setTimeout(work, ms),
}
/** Longest pause after a page: pages go on, slowly, also where everything else keeps the main thread busy. */
const LONGEST_PAUSE_MS = 1000

/** Pages share the main thread with the API. After each the queue pauses as long as its work took, times what the API has more of the time than pages. */
export function openPageQueue({ atOnce, mostWaiting, share }: PageQueueSettings, clock = CLOCK): PageQueue {
  const waiting: (() => void)[] = []
  let running = 0
  let notBefore = Number.NEGATIVE_INFINITY
  let isPausing = false
  const next = () => {
    const pauseMs = notBefore - clock.now()
    if (pauseMs > 0) {
      if (!isPausing && waiting.length > 0) clock.later(resume, pauseMs)
      isPausing ||= waiting.length > 0
      return
    }
    while (running < atOnce && waiting.length > 0) waiting.shift()?.()
  }
  const resume = () => {
    isPausing = false
    next()
  }
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    running += 1
    const before = clock.activeMs()
    try {
      return await work()
    } finally {
      running -= 1
      const now = clock.now()
      const pauseMs = (clock.activeMs() - before) * (1 / share - 1)
      notBefore = Math.min(Math.max(now, notBefore) + pauseMs, now + LONGEST_PAUSE_MS)
      next()
    }
  }
  return {
    run: (work, isWanted) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting) return reject(new PageQueueFull())
        waiting.push(() => {
          if (isWanted()) timed(work).then(resolve, reject)
          else reject(new PageUnwanted())
        })
        next()
      }),
  }
}
