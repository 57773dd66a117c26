import { percentile, round } from '../bench'
import type { Call, Kind, Way } from './callers'
import { KINDS } from './callers'

/** A stretch of time on the clock of `performance.now()`. */
export interface Window {
  name: string
  from: number
  to: number
}

const isIn = ({ from, to }: Window, at: number) => at >= from && at < to
const failed = ({ status }: Call) => status !== 200

/** Requests that were not answered 200, of those that were to be sent in none of these windows. */
export function failedOutside(calls: readonly Call[], way: Way, windows: readonly Window[]): number {
  return calls.filter((call) => call.way === way && failed(call) && !windows.some((one) => isIn(one, call.at))).length
}

/** The p99 in ms of a kind in these windows, on the way with repetition; NaN: there were none. */
function p99(calls: readonly Call[], kind: Kind, windows: readonly Window[]): number {
  const own = calls.filter(
    (call) => call.kind === kind && call.way === 'repeated' && windows.some((one) => isIn(one, call.at)),
  )
  return percentile(
    own.map(({ ms }) => ms),
    0.99,
  )
}

/** What callers saw of a window. `p99Ratio`: to the calm windows, by kind. */
export interface WindowFigures {
  name: string
  seconds: number
  requests: number
  failed: Record<Way, number>
  /** On the way with repetition, by kind and status; 0: without an answer. */
  failures: Record<string, number>
  p99Ms: Record<string, number>
  p99Ratio: Record<string, number>
}

const byKind = (figure: (kind: Kind) => number) =>
  Object.fromEntries(KINDS.map((kind) => [kind, round(figure(kind), 1)]))

/** The p99 in ms of each kind in these windows, on the way with repetition. */
export function p99ByKind(calls: readonly Call[], windows: readonly Window[]): Record<string, number> {
  return byKind((kind) => p99(calls, kind, windows))
}

export function figuresOf(calls: readonly Call[], window: Window, calm: readonly Window[]): WindowFigures {
  const own = calls.filter((call) => isIn(window, call.at))
  const failedOn = (way: Way) => own.filter((call) => call.way === way && failed(call)).length
  const failures: Record<string, number> = {}
  for (const call of own.filter((one) => one.way === 'repeated' && failed(one))) {
    const name = `${call.kind} ${call.status}`
    failures[name] = (failures[name] ?? 0) + 1
  }
  return {
    name: window.name,
    seconds: round((window.to - window.from) / 1000, 1),
    requests: own.length,
    failed: { repeated: failedOn('repeated'), once: failedOn('once') },
    failures,
    p99Ms: p99ByKind(calls, [window]),
    p99Ratio: byKind((kind) => p99(calls, kind, [window]) / p99(calls, kind, calm)),
  }
}

/** A write that readers should see, by its place in their order; times of the same clock. */
export interface Written {
  place: number
  /** When its commit was acknowledged. */
  committedAt: number
}

/** An answer that shows the newest write its reader has. */
export interface Shown {
  place: number
  sentAt: number
}

/**
 * How old the oldest answer was, in seconds: from the commit of the first write that it does not show to when it was
 * asked for. Answers that were asked for in one of the windows are left out.
 */
export function maxStaleness(
  written: readonly Written[],
  shown: readonly Shown[],
  without: readonly Window[] = [],
): number {
  const counted = shown.filter(({ sentAt }) => !without.some((one) => isIn(one, sentAt)))
  const agesMs = counted.map(({ place, sentAt }) => {
    const missed = written.find((write) => write.place > place)
    return missed === undefined ? 0 : Math.max(0, sentAt - missed.committedAt)
  })
  return round(agesMs.reduce((most, age) => Math.max(most, age), 0) / 1000)
}
