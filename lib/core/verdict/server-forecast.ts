import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { type Forecast, forecastFrom, forecastOfGone, SUREST, upNow } from 'assay-verify/forecast/forecast'
import type { ForecastWeights } from 'assay-verify/forecast/forecast-model'
import type { ServerState } from 'assay-verify/state/server-state'
import { isUnderMaintenance, type Maintenance } from '../history/maintenance'
import { isEndpointFresh } from './assessment'
import { readNonEndpoints } from './non-endpoint-findings'

/**
 * The forecast of a server, in agreement with its verdict: that of its leading endpoint (`forecastFrom`); where the
 * verdict is `down` because its package, the only way in, is gone, that it stays down (`forecastOfGone`): outages end,
 * and a package that was taken back seldom returns. So it is of a tool that was removed at `removedAt`, whatever its
 * server does.
 */
export function forecastOf(
  serverState: ServerState | null,
  now: Date,
  weights?: ForecastWeights,
  removedAt: Date | null = null,
): Forecast {
  const goneAt = removedAt ?? goneSeenAt(serverState, now)
  return goneAt === null ? forecastFrom(serverState, now, weights) : forecastOfGone(goneAt, weights)
}

/** When a server that is down is expected back. */
export interface ExpectedBack {
  at: Date
  /** Probability (0-1) that it is up then; null: its operator announced that time. */
  probability: number | null
}

/**
 * The end of the running maintenance; else the first horizon of the forecast, counted from the whole minute of `now`,
 * at which it is likelier up than not; null: none is.
 */
export function expectedBack(
  serverState: ServerState | null,
  maintenance: Maintenance | null,
  now: Date,
  weights?: ForecastWeights,
): ExpectedBack | null {
  if (maintenance !== null && isUnderMaintenance(maintenance, now)) return { at: maintenance.to, probability: null }
  const next = forecastOf(serverState, now, weights).horizons.find(({ up }) => up > 0.5)
  if (next === undefined) return null
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return { at: new Date(minute + next.hours * HOUR_MS), probability: next.up }
}

/** The probability (0-1, not rounded) that a server is up at `now`, by the method of `forecastOf`. */
export function serverUpNow(serverState: ServerState | null, now: Date): number {
  return goneSeenAt(serverState, now) === null ? upNow(serverState, now) : 1 - SUREST
}

/**
 * When its package, the only way in, was last seen to be gone; null: it was not, or an endpoint decides its verdict.
 */
function goneSeenAt(serverState: ServerState | null, now: Date): Date | null {
  if (serverState === null || isEndpointFresh(serverState, now)) return null
  const { decision } = readNonEndpoints(serverState.targets, now)
  const at = decision?.verdict === 'down' ? decision.target.at : null
  return at === null ? null : new Date(at)
}
