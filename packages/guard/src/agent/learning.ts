import type { Upstream } from '../upstream/upstream.ts'

export interface LearningTimes {
  /** So long the first answer to the agent waits for a server that was never asked before, in ms. */
  firstMs: number
  /** After so many ms one is asked again that failed at once, then after twice as many each time up to `laterMs`. */
  soonMs: number
  /** The same for one that took longer, up to `mostMs`. */
  laterMs: number
  mostMs: number
}

const TIMES: LearningTimes = { firstMs: 5000, soonMs: 2000, laterMs: 30_000, mostMs: 300_000 }

/** Asks the servers that were never seen what they have, each by itself, until each was seen. */
export class Learning {
  readonly #upstreams: readonly Upstream[]
  readonly #times: LearningTimes
  readonly #timers = new Set<NodeJS.Timeout>()
  #isStopped = false

  constructor(upstreams: readonly Upstream[], times: Partial<LearningTimes> = {}) {
    this.#upstreams = upstreams
    this.#times = { ...TIMES, ...times }
  }

  /** Resolved when each that was never asked before is seen or its time over: an earlier start waited for others. */
  async start(): Promise<void> {
    const unseen = this.#upstreams.filter(({ known }) => known === null)
    const firstAsked = unseen.filter(({ isUnanswered }) => !isUnanswered)
    const asked = new Map(unseen.map((upstream) => [upstream, this.#ask(upstream, this.#times.firstMs, 0)]))
    await Promise.all(firstAsked.map((upstream) => asked.get(upstream)))
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  async #ask(upstream: Upstream, withinMs: number, asked: number): Promise<void> {
    const begun = performance.now()
    const definitions = await upstream.learn(withinMs)
    if (definitions !== null || this.#isStopped) return
    const { soonMs, laterMs, mostMs } = this.#times
    const isCheap = performance.now() - begun < soonMs
    const [stepMs, limitMs] = isCheap ? [soonMs, laterMs] : [laterMs, mostMs]
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        if (upstream.known === null) void this.#ask(upstream, laterMs, asked + 1)
      },
      Math.min(stepMs * 2 ** asked, limitMs),
    ).unref()
    this.#timers.add(timer)
  }
}
