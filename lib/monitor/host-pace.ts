import { MINUTE_MS } from 'assay-verify/duration'

/** Hosts that are remembered: more than a process probes in a minute. */
const MOST_HOSTS = 30_000

interface HostTimes {
  /** Of the checks of the last minute, in ms, oldest first. */
  checks: number[]
  /** Of the newest request of a description at an origin of the host, by origin. */
  marked: Map<string, number>
}

/**
 * How often this process has checked each host, so that requests which descriptions mark take no more than what its
 * budget has left.
 */
export class HostPace {
  readonly #hosts = new Map<string, HostTimes>()

  /** Notes a check of the host. */
  note(host: string, now: Date): void {
    this.#timesOf(host, now).checks.push(now.getTime())
  }

  /** Notes a check of the host, if it has had fewer than so many in the last minute; else false. */
  take(host: string, perMinute: number, now: Date): boolean {
    const { checks } = this.#timesOf(host, now)
    if (checks.length >= perMinute) return false
    checks.push(now.getTime())
    return true
  }

  /** Notes a request of a description at the origin. */
  noteMarked(origin: string, now: Date): void {
    this.#timesOf(new URL(origin).host, now).marked.set(origin, now.getTime())
  }

  /**
   * When this process last made a request of a description at the origin; null: never, or too long ago to be
   * remembered.
   */
  lastMarkedAt(origin: string): Date | null {
    const at = this.#hosts.get(new URL(origin).host)?.marked.get(origin)
    return at === undefined ? null : new Date(at)
  }

  #timesOf(host: string, now: Date): HostTimes {
    const times = this.#hosts.get(host) ?? { checks: [], marked: new Map() }
    const elapsed = (at: number) => now.getTime() - at
    times.checks = times.checks.filter((at) => elapsed(at) >= 0 && elapsed(at) < MINUTE_MS)
    this.#hosts.delete(host)
    this.#hosts.set(host, times)
    const [oldest] = this.#hosts.size > MOST_HOSTS ? this.#hosts.keys() : []
    if (oldest !== undefined) this.#hosts.delete(oldest)
    return times
  }
}
