import fc from 'fast-check'
import type { Interval } from '../history/interval.ts'
import { type Observation, PROBE_REASONS, type ProbeReason } from './observation.ts'
import { type ServerState, updateServerState } from './server-state.ts'

const START = Date.UTC(2026, 8, 1)

export const MINUTES = 60
export const HOURS = 3600

/** An instant so many seconds after the start of test time. */
export function at(seconds: number): Date {
  return new Date(START + seconds * 1000)
}

export function probe(seconds: number, reason: ProbeReason = 'answered', latencyMs: number | null = 400): Observation {
  return { observedAt: at(seconds), reason, latencyMs, httpStatus: null, vantage: 'test' }
}

/** Probes with one reason, by default a quarter of an hour apart. */
export function probes(
  from: number,
  count: number,
  reason: ProbeReason = 'answered',
  every = 15 * MINUTES,
): Observation[] {
  return Array.from({ length: count }, (_, index) => probe(from + index * every, reason))
}

/** An outage as the runner observes it: failures in quick succession; five make it `down`. */
export function outage(from: number, failures = 5, reason: ProbeReason = 'timed_out'): Observation[] {
  return probes(from, failures, reason, 20)
}

/** The state after these probes, and the intervals as a store would keep them: by their start. */
export function watch(
  observations: readonly Observation[],
  start: ServerState | null = null,
): { serverState: ServerState; stored: Interval[] } {
  let serverState = start
  const rows = new Map<number, Interval>()
  for (const observation of observations) {
    const step = updateServerState(serverState, observation)
    serverState = step.serverState
    for (const row of step.intervals) rows.set(row.from.getTime(), row)
  }
  if (serverState === null) throw new Error('watch needs at least one probe')
  return { serverState, stored: [...rows.values()].sort((a, b) => a.from.getTime() - b.from.getTime()) }
}

/** Intervals in seconds of test time, for readable expectations. */
export function inSeconds(intervals: readonly Interval[]): [state: string, from: number, to: number][] {
  return intervals.map(({ state, from, to }) => [state, (from.getTime() - START) / 1000, (to.getTime() - START) / 1000])
}

const anyReason = fc.constantFrom(...(Object.keys(PROBE_REASONS) as ProbeReason[]))

const anyLatency = fc.oneof(
  fc.constantFrom(null, 0, Number.NaN, -1, Number.POSITIVE_INFINITY, Number.MAX_VALUE, Number.MIN_VALUE),
  fc.double({ min: 1, max: 60_000, noNaN: true }),
)

/** Steps of a clock that stops, runs, jumps over months, and sometimes goes backwards; in seconds. */
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 1200 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0.001, 10) },
  { weight: 1, arbitrary: fc.integer({ min: -7200, max: -1 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 * 24 * HOURS }) },
)

/** Any history of probes with these reasons, also a malformed one. */
export function anyProbes(reason: fc.Arbitrary<ProbeReason> = anyReason): fc.Arbitrary<Observation[]> {
  return fc.array(fc.tuple(anyStep, reason, anyLatency), { minLength: 1, maxLength: 60 }).map((steps) => {
    let seconds = 0
    return steps.map(([step, kind, latencyMs]) => {
      seconds += step
      return probe(seconds, kind, latencyMs)
    })
  })
}
