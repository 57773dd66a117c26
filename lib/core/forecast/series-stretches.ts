import { HOUR_MS } from 'assay-verify/duration'
import { NO_HISTORY, noteSeen, type OutageHistory } from 'assay-verify/forecast/outage-history'
import type { UpDown } from 'assay-verify/state/confirmed-state'

/**
 * A server's past: stretches in order of time, in epoch ms, `from` and `to` inclusive. Time in none was not observed.
 * `group`: what it fails together with, such as its host.
 */
export interface SeriesStretches {
  series: string
  group: string
  stretches: readonly (readonly [state: UpDown, fromAt: number, toAt: number])[]
}

/** A full hour after the start of a series that lies in one of its stretches, and what was known then. */
export interface WatchedHour {
  hour: number
  at: number
  state: UpDown
  history: OutageHistory
}

/**
 * The hours of a series on its own grid, from the start of its first stretch; an instant where two stretches meet
 * belongs to the later one.
 */
export function* watchedHours(stretches: SeriesStretches['stretches']): Generator<WatchedHour> {
  const startAt = stretches[0]?.[1] ?? 0
  let history: OutageHistory = NO_HISTORY
  for (const [index, [state, fromAt, toAt]] of stretches.entries()) {
    const nextAt = stretches[index + 1]?.[1] ?? Number.POSITIVE_INFINITY
    for (let hour = Math.ceil((fromAt - startAt) / HOUR_MS); ; hour++) {
      const at = startAt + hour * HOUR_MS
      if (!(at <= toAt && at < nextAt)) break
      history = noteSeen(history, state, fromAt, at)
      yield { hour, at, state, history }
    }
    history = noteSeen(history, state, fromAt, toAt)
  }
}

/**
 * A monitor that wrote nothing for longer had stopped: what it wrote last says nothing about the time until it went on.
 */
const LONGEST_GAP_MS = 72 * HOUR_MS

/**
 * The stretches between samples (`up` 1 or 0) in order of time, where a state lasts from its sample to the next, or
 * only at the instant of its sample where the next is more than 72 hours later. The last ends with the last sample.
 */
export function stretchesBetween(
  samples: readonly (readonly [epochSeconds: number, up: number, ...rest: unknown[]])[],
): SeriesStretches['stretches'] {
  const stretches: [UpDown, number, number][] = []
  let sampledAt = Number.NEGATIVE_INFINITY
  for (const [epochSeconds, up] of samples) {
    const at = epochSeconds * 1000
    const state = up === 1 ? 'up' : 'down'
    const newest = at - sampledAt <= LONGEST_GAP_MS ? stretches.at(-1) : undefined
    sampledAt = at
    if (newest !== undefined) newest[2] = at
    if (newest?.[0] !== state) stretches.push([state, at, at])
  }
  return stretches
}

/** Training and its benches read the first 400 days of a series. */
export const LONGEST_SERIES_MS = 400 * 24 * HOUR_MS

/** The stretches within `longestMs` of the first one's start, the last one cut off there. */
export function firstStretches(
  stretches: SeriesStretches['stretches'],
  longestMs: number,
): SeriesStretches['stretches'] {
  const endAt = (stretches[0]?.[1] ?? 0) + longestMs
  return stretches
    .filter(([, fromAt]) => fromAt <= endAt)
    .map(([state, fromAt, toAt]) => [state, fromAt, Math.min(toAt, endAt)] as const)
}
