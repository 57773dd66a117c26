/**
 * How often something happened, by one or two labels. An `add` takes some 50 ns, as operations count on every request.
 */
export class Counts {
  readonly #counts = new Map<string, Map<string | number, number>>()

  /** Labels come from fixed lists of this service, never from a caller: nothing is ever removed. */
  add(label: string, second: string | number = '', times = 1): void {
    let own = this.#counts.get(label)
    if (own === undefined) {
      own = new Map()
      this.#counts.set(label, own)
    }
    own.set(second, (own.get(second) ?? 0) + times)
  }

  /** Every combination that occurred, with its count. */
  list(): { label: string; second: string; count: number }[] {
    return [...this.#counts].flatMap(([label, own]) =>
      [...own].map(([second, count]) => ({ label, second: String(second), count })),
    )
  }
}

interface Durations {
  /** How many are within each bound and above the one before; the last: above all bounds. */
  buckets: Float64Array
  sumMs: number
}

/** How long something took, by one label: a histogram with these upper bounds. */
export class DurationCounts {
  readonly boundsMs: readonly number[]
  readonly #durations = new Map<string, Durations>()

  /** Bounds in milliseconds, ascending. */
  constructor(boundsMs: readonly number[]) {
    this.boundsMs = boundsMs
  }

  add(label: string, durationMs: number): void {
    let own = this.#durations.get(label)
    if (own === undefined) {
      own = { buckets: new Float64Array(this.boundsMs.length + 1), sumMs: 0 }
      this.#durations.set(label, own)
    }
    const { boundsMs } = this
    let bucket = 0
    while (bucket < boundsMs.length && durationMs > (boundsMs[bucket] as number)) bucket += 1
    own.buckets[bucket] = (own.buckets[bucket] as number) + 1
    own.sumMs += durationMs
  }

  /** Of each label the counts up to each bound (the last: all), as Prometheus has them, and the sum. */
  list(): { label: string; upTo: number[]; count: number; sumMs: number }[] {
    return [...this.#durations].map(([label, { buckets, sumMs }]) => {
      let count = 0
      const upTo = Array.from(buckets, (own) => {
        count += own
        return count
      })
      return { label, upTo, count, sumMs }
    })
  }
}
