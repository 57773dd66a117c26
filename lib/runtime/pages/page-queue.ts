import { performance } from 'node:perf_hooks'
import type { ApiActivity } from './api-activity'

/** How much of a process pages may take. */
export interface PageQueueSettings {
  /** Pages rendered side by side, so that one that waits for the database does not hold up the others. */
  atOnce: number
  /** Pages that may wait; further ones are refused. */
  mostWaiting: number
  /**
   * Share of the time of the main thread that pages have while requests of the API wait, 0-1; all of it while none do.
   */
  share: number
}

export interface PageQueue {
  /**
   * Does the work in its turn; `isWanted` is asked before it begins. Throws `PageQueueFull` where too many wait,
   * `PageUnwanted` where nobody does any more.
   */
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
/** Longest rest that is owed: pages go on, slowly, also where everything else keeps the main thread busy. */
const LONGEST_REST_MS = 1000
/**
 * The longest time without pages that is credit for later ones, in ms: at a quarter of the time it renders for a second
 * before it rests.
 */
const LONGEST_CREDIT_MS = 3000
/**
 * How often a queue that rests looks whether the API still waits, and the least between two pages, in which the
 * requests that came meanwhile are read, in ms.
 */
const LOOKS_EVERY_MS = 2
const TURN_MS = 1
/**
 * How long requests that came meanwhile may take to be answered before the next page begins though no rest is owed, in
 * ms.
 */
const LONGEST_TURN_MS = 20
/**
 * How long connections that wait may hold up the next page, in ms. A turn of the event loop takes one, however many
 * wait: while pages work in each turn, the last of many callers who come at once waits for as many turns.
 */
const LONGEST_ARRIVAL_MS = 100

/**
 * Pages share the main thread with the API. Each page owes a rest as long as its work took, times what the API has more
 * of the time than pages; time without pages pays for it, and up to some seconds in advance. While a rest is owed no
 * page begins as long as requests of the API wait; where none does, the next one begins at once.
 */
export function openPageQueue(
  { atOnce, mostWaiting, share }: PageQueueSettings,
  api: Pick<ApiActivity, 'isAnswering' | 'isWaiting' | 'connections'>,
  clock = CLOCK,
): PageQueue {
  const waiting: (() => void)[] = []
  let running = 0
  let restUntil = Number.NEGATIVE_INFINITY
  let turnUntil = Number.NEGATIVE_INFINITY
  let arrivalUntil = Number.NEGATIVE_INFINITY
  let connections = 0
  let chargedMs = 0
  let isDue = false
  const later = (ms: number) => {
    if (isDue || waiting.length === 0) return
    isDue = true
    clock.later(() => {
      isDue = false
      next()
    }, ms)
  }
  const next = () => {
    if (isDue) return
    const now = clock.now()
    const isAsked = now < restUntil ? api.isWaiting() : now < turnUntil && api.isAnswering()
    const isArriving = now < arrivalUntil && api.connections() > connections
    connections = api.connections()
    if (isAsked || isArriving) return later(LOOKS_EVERY_MS)
    while (running < atOnce && waiting.length > 0) waiting.shift()?.()
  }
  const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    running += 1
    const before = clock.activeMs()
    try {
      return await work()
    } finally {
      running -= 1
      const now = clock.now()
      const active = clock.activeMs()
      // What pages side by side took is owed once. The time of the work itself passes too, and is no rest.
      const owedMs = (active - Math.max(before, chargedMs)) / share
      chargedMs = active
      restUntil = Math.min(Math.max(restUntil, now - LONGEST_CREDIT_MS) + owedMs, now + LONGEST_REST_MS)
      turnUntil = now + LONGEST_TURN_MS
      arrivalUntil = now + LONGEST_ARRIVAL_MS
      connections = api.connections()
      later(TURN_MS)
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
