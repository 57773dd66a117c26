import type { Belief } from './belief'
import { chainRates, longRunUp, NO_COUNTS, upAfter } from './chain'
import { HOUR_MS } from './duration'

/** How far ahead a forecast looks, in hours: a call now, a job today, a plan for tomorrow. */
export const HORIZON_HOURS = [1, 6, 24] as const

/**
 * A change of the probability between now and the last horizon that is smaller than this is `steady`. Wider than the 0.037 by which a new
 * server that was just seen up drifts back to its prior: that is doubt, not a trend.
 */
export const TREND_DEAD_BAND = 0.05

/** No forecast is surer than this, either way: the chain knows nothing of what never happened. */
export const SUREST = 0.9999

export type Trend = 'improving' | 'steady' | 'worsening'

/** JSON-serialisable but for `asOf`, the newest evidence; null when there is none and the prior speaks. */
export interface Forecast {
  /** `up`: probability (0.0001-0.9999, 4 decimals) that the server is up `hours` from now. */
  horizons: { hours: number; up: number }[]
  trend: Trend
  method: string
  asOf: Date | null
}

/**
 * The probability of being up some hours from `now`: the two-state chain (`chain.ts`) carried on from the newest look. The older the
 * evidence, the closer to the server's long-run share; with no evidence it is the population's. Never NaN; a `now` before the
 * evidence counts as its moment.
 */
export function forecastFrom(belief: Belief | null, now: Date): Forecast {
  const asOfAt = belief?.lastInformativeAt ?? null
  const upIn = (hours: number) => upAt(belief, now, hours)
  const change = upIn(HORIZON_HOURS[HORIZON_HOURS.length - 1] ?? 0) - upIn(0)
  return {
    horizons: HORIZON_HOURS.map((hours) => ({ hours, up: published(upIn(hours)) })),
    trend: Math.abs(change) <= TREND_DEAD_BAND ? 'steady' : change > 0 ? 'improving' : 'worsening',
    method: belief?.model ?? 'chain-1',
    asOf: asOfAt === null ? null : new Date(asOfAt),
  }
}

/** The probability (0-1, not rounded) of being up `hours` after `now`; 0 hours: now. By the method of `forecastFrom`. */
export function upAt(belief: Belief | null, now: Date, hours: number): number {
  const rates = chainRates(belief?.counts ?? NO_COUNTS)
  const asOfAt = belief?.lastInformativeAt ?? null
  const elapsedHours = asOfAt === null ? 0 : Math.max(0, now.getTime() - asOfAt) / HOUR_MS
  return upAfter(belief?.up ?? longRunUp(rates), rates, elapsedHours + hours)
}

function published(up: number): number {
  return Math.round(Math.min(SUREST, Math.max(1 - SUREST, up)) * 1e4) / 1e4
}
