import { DAY_MS } from '../duration.ts'
import type { Interval } from '../history/interval.ts'
import { faultOfQueuedInterval } from '../leaves/interval-times.ts'
import type { LeafOf } from '../leaves/leaf.ts'
import { VANTAGE_PREFIX } from '../leaves/vantage-id.ts'
import { type Finding, finding } from './finding.ts'
import { chainOf, type TlogInterval } from './interval-bounds.ts'
import { queuedAtOf } from './queue-order.ts'

/** Of how long ago intervals are kept while a log is replayed, in days: what histories show, and some more. */
const KEPT_DAYS = 100
/** Intervals whose predecessor is this old may have outlived it: the service keeps them for five years. */
const RETAINED_MS = 4 * 366 * DAY_MS
/** The latest time that a `Date` can hold. */
const FAR = new Date(8.64e15)

/**
 * The logged intervals of servers and the monitoring gaps of vantages. Leaves are taken in their order; each answers
 * what it contradicts.
 */
export class IntervalChains {
  readonly #gaps: Interval[] = []
  readonly #openGaps = new Map<string, TlogInterval>()
  readonly #intervals = new Map<string, TlogInterval[]>()
  readonly #newest = new Map<string, TlogInterval>()

  /** Logged monitoring gaps; one whose end is not logged has none. */
  get gaps(): Interval[] {
    const open = [...this.#openGaps.values()].map(
      ({ at }): Interval => ({ state: 'void', from: new Date(at), to: FAR }),
    )
    return [...this.#gaps, ...open]
  }

  /** Ids of the servers with intervals. */
  serverIds(): string[] {
    return [...this.#intervals.keys()]
  }

  has(serverId: string): boolean {
    return this.#intervals.has(serverId)
  }

  of(serverId: string): readonly TlogInterval[] {
    return this.#intervals.get(serverId) ?? []
  }

  /** `isOfBefore`: it is of before the log began, or went on. */
  take(leaf: LeafOf<'interval'>, index: number, isOfBefore: boolean): Finding[] {
    const { id, target, state, at, previous } = leaf
    const before = previous && { state: previous.state, from: Date.parse(previous.from), to: Date.parse(previous.to) }
    const interval = { leaf: index, target, state, at: Date.parse(at), previous: before }
    const fault = isOfBefore
      ? undefined
      : faultOfQueuedInterval({ id, state, at: interval.at, queuedAt: queuedAtOf(leaf) })
    const late = fault === undefined ? [] : [fault]
    const texts = id.startsWith(VANTAGE_PREFIX) ? this.#takeGap(id, interval) : this.#takeOfServer(id, interval)
    return [...late, ...texts].map((text) => finding('chain', index, id, text))
  }

  #takeOfServer(id: string, interval: TlogInterval): string[] {
    const key = `${id} ${chainOf(interval)}`
    const newest = this.#newest.get(key)
    const found = interval.state === 'maintenance' ? [] : contradictions(newest, interval)
    if (newest === undefined || newest.at <= interval.at) this.#newest.set(key, interval)
    this.#keep(id, interval)
    return found
  }

  #takeGap(id: string, interval: TlogInterval): string[] {
    const open = this.#openGaps.get(id)
    if (interval.state === 'void') {
      this.#openGaps.set(id, interval)
      return open === undefined ? [] : [`A gap begins, but that of leaf ${open.leaf} has not ended.`]
    }
    this.#openGaps.delete(id)
    const { previous } = interval
    const isOfOpen = previous !== null && previous.state === 'void' && previous.from === open?.at
    if (!isOfOpen || previous.to > interval.at) return ['A gap ends whose beginning is not logged.']
    this.#gaps.push({ state: 'void', from: new Date(previous.from), to: new Date(previous.to) })
    return []
  }

  #keep(id: string, interval: TlogInterval): void {
    const kept = this.#intervals.get(id) ?? []
    this.#intervals.set(id, kept)
    kept.push(interval)
    const oldest = interval.at - KEPT_DAYS * DAY_MS
    // The newest that began before may reach into what is kept.
    const surplus = kept.findIndex((_, place) => (kept[place + 1]?.at ?? Number.POSITIVE_INFINITY) >= oldest)
    if (surplus > 64) kept.splice(0, surplus)
  }
}

/** What an interval says of the one before that was not logged of it. */
function contradictions(newest: TlogInterval | undefined, { at, previous }: TlogInterval): string[] {
  if (previous !== null && previous.to > at) return ['It begins before the one before it ended.']
  if (previous !== null && previous.to < previous.from) return ['The one before it ended before it began.']
  if (newest === undefined)
    return previous === null
      ? []
      : [`Before it was ${previous.state} since ${iso(previous.from)}, which is not logged.`]
  const known = `leaf ${newest.leaf} has ${newest.state} since ${iso(newest.at)}`
  if (at <= newest.at) return [`It begins at ${iso(at)}, but ${known}.`]
  if (previous === null) return at - newest.at > RETAINED_MS ? [] : [`Nothing is before it, but ${known}.`]
  if (previous.from === newest.at && previous.state === newest.state) return []
  return [`Before it was ${previous.state} since ${iso(previous.from)}, but ${known}.`]
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
