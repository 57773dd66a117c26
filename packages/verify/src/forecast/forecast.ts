import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import { FORECAST_WEIGHTS, type ForecastWeights, type Outlook } from './forecast-model.ts'
import { NO_HISTORY, type OutageHistory } from './outage-history.ts'
import { mixedOutlook } from './outlook.ts'

/** Horizons of a forecast, in hours: a call now, a job today, a plan for tomorrow. */
export const HORIZON_HOURS = [1, 6, 24] as const

/**
 * A change of the probability between now and the last horizon smaller than this is `steady`. It is wider than the fall
 * by which a new server that was just seen up returns to the population: that is uncertainty, not a trend.
 */
const TREND_DEAD_BAND = 0.05

/** No forecast is surer than this, either way: the model has no data on what never happened. */
export const SUREST = 0.9999

/**
 * Chance that a server that was never probed is up: 84 % of 16,305 remote servers were (official MCP registry,
 * September 2026).
 */
export const FIRST_UP = 0.84

type Trend = 'improving' | 'steady' | 'worsening'

/**
 * `own`: made from evidence of the server; `population`: no endpoint of it was probed yet, so it is that of all
 * servers.
 */
export const FORECAST_BASES = ['own', 'population'] as const

/**
 * JSON-serialisable but for `asOf`, the newest evidence; null when there is none and the forecast is that of the
 * population.
 */
export interface Forecast {
  /** `up`: probability (0.0001-0.9999, 4 decimals) that the server is up `hours` from now. */
  horizons: { hours: number; up: number }[]
  trend: Trend
  /** Version of the weights it was made by. */
  method: string
  basis: (typeof FORECAST_BASES)[number]
  asOf: Date | null
}

/** What a forecast is made from. */
interface Foreseeable {
  /** Probability (0-1) that it was up right after the newest informative probe. */
  up: number
  history: OutageHistory
  /** When that probe was, epoch milliseconds; null: there was none. */
  lastInformativeAt: number | null
}

const UNSEEN: Foreseeable = { up: FIRST_UP, history: NO_HISTORY, lastInformativeAt: null }

/**
 * The probability of being up some hours from `now`: the outlook of each of the two states (`mixedOutlook`), weighted
 * by how likely each is after the newest probe. From an hour on it moves monotonically towards the server's long-run
 * share. Time since then counts in whole minutes. The older the evidence, the closer to the server's long-run share;
 * without evidence it is that of the population. Never NaN; a `now` before the evidence counts as the evidence's time.
 */
export function forecastFrom(
  serverState: Foreseeable | null,
  now: Date,
  weights: ForecastWeights = FORECAST_WEIGHTS,
): Forecast {
  const asOfAt = serverState?.lastInformativeAt ?? null
  const { nowUp, ups } = prospectAt(serverState ?? UNSEEN, now, weights)
  const change = (ups.at(-1) ?? nowUp) - nowUp
  return {
    horizons: HORIZON_HOURS.map((hours, at) => ({ hours, up: published(ups[at] ?? nowUp) })),
    trend: Math.abs(change) <= TREND_DEAD_BAND ? 'steady' : change > 0 ? 'improving' : 'worsening',
    method: weights.version,
    basis: asOfAt === null ? 'population' : 'own',
    asOf: asOfAt === null ? null : new Date(asOfAt),
  }
}

/** The forecast of what is gone, as seen at `at`: it stays down, as sure as any forecast is. */
export function forecastOfGone(at: Date, weights: ForecastWeights = FORECAST_WEIGHTS): Forecast {
  const horizons = HORIZON_HOURS.map((hours) => ({ hours, up: published(0) }))
  return { horizons, trend: 'steady', method: weights.version, basis: 'own', asOf: at }
}

/** The probability (0-1, not rounded) of being up at `now`, by the method of `forecastFrom`. */
export function upNow(serverState: Foreseeable | null, now: Date): number {
  return prospectAt(serverState ?? UNSEEN, now, FORECAST_WEIGHTS).nowUp
}

/** The probability (0-1) of being up `hours` (0 or more) after the newest probe, without a further one. */
export function upAfterSilence(seen: Foreseeable, hours: number): number {
  return outlookAfterProbe(seen, FORECAST_WEIGHTS)(hours)
}

interface Prospect {
  /** Whole minutes since the newest probe. */
  silentMinutes: number
  nowUp: number
  /** At each of `HORIZON_HOURS`. */
  ups: number[]
}

/**
 * By weights, then by server state: a cached state is asked for many times a minute, and within a minute the answer is
 * the same.
 */
const known = new WeakMap<ForecastWeights, WeakMap<Foreseeable, Prospect>>()

function prospectAt(seen: Foreseeable, now: Date, weights: ForecastWeights): Prospect {
  const silentMs = seen.lastInformativeAt === null ? 0 : now.getTime() - seen.lastInformativeAt
  const silentMinutes = Math.floor(Math.max(0, silentMs) / MINUTE_MS)
  const ofWeights = known.get(weights) ?? new WeakMap<Foreseeable, Prospect>()
  known.set(weights, ofWeights)
  const before = ofWeights.get(seen)
  if (before?.silentMinutes === silentMinutes) return before
  const outlook = outlookAfterProbe(seen, weights)
  const upIn = (hours: number) => outlook((silentMinutes * MINUTE_MS) / HOUR_MS + hours)
  const prospect = { silentMinutes, nowUp: upIn(0), ups: HORIZON_HOURS.map(upIn) }
  ofWeights.set(seen, prospect)
  return prospect
}

function outlookAfterProbe({ up, history, lastInformativeAt }: Foreseeable, weights: ForecastWeights): Outlook {
  return mixedOutlook(history, up, lastInformativeAt ?? history.seenUntilAt ?? 0, weights)
}

function published(up: number): number {
  return Math.round(Math.min(SUREST, Math.max(1 - SUREST, up)) * 1e4) / 1e4
}
