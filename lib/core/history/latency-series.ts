import { HOUR_MS } from 'assay-verify/duration'
import { histogramQuantile, mergeHistograms } from 'assay-verify/history/latency-histogram'
import type { Rollup } from './rollup'

/** The answers of one step of a latency chart. */
export interface LatencyPoint {
  /** When the step begins. */
  at: Date
  /** Answers with a latency. */
  answers: number
  /**
   * Half of the answers took at most this long, and 95 % of them at most that long, whole ms; null: there was no
   * answer.
   */
  medianMs: number | null
  p95Ms: number | null
}

/** Roll-ups by the whole hours since 1970 with which they begin. */
export type HourlyRollups = ReadonlyMap<number, Rollup>

/**
 * `steps` points, `stepHours` apart, oldest first; the last step holds `now` and is not over. Steps begin at multiples
 * of `stepHours` since 1970, so a step of six hours begins at 0, 6, 12 or 18 o'clock UTC.
 */
export function latencySeries(hours: HourlyRollups, now: Date, steps: number, stepHours: number): LatencyPoint[] {
  const last = Math.floor(now.getTime() / (stepHours * HOUR_MS))
  return Array.from({ length: steps }, (_, at) => {
    const firstHour = (last - steps + 1 + at) * stepHours
    const own = Array.from({ length: stepHours }, (_, hour) => hours.get(firstHour + hour) ?? [])
    return pointOf(new Date(firstHour * HOUR_MS), own.flat())
  })
}

function pointOf(at: Date, rollups: readonly Rollup[]): LatencyPoint {
  const latency = mergeHistograms(rollups.map((rollup) => rollup.latency))
  return {
    at,
    answers: latency.reduce((sum, count) => sum + count, 0),
    medianMs: rounded(histogramQuantile(latency, 0.5)),
    p95Ms: rounded(histogramQuantile(latency, 0.95)),
  }
}

function rounded(latencyMs: number | null): number | null {
  return latencyMs === null ? null : Math.round(latencyMs)
}
