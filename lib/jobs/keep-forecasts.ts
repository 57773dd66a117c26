import { SAMPLE_EVERY_MINUTES, SETTLE_AFTER_MINUTES } from '../core/accuracy/accuracy'
import { HOUR_MS } from '../core/duration'
import { forecastFrom } from '../core/forecast/forecast'
import type { ForecastWeights } from '../core/forecast/forecast-model'
import { judge } from '../core/verdict/judgement'
import type { Database } from '../store/database'
import {
  type ForecastTurn,
  listForecastTurns,
  type PendingForecast,
  recordPendingForecasts,
} from '../store/forecast-samples'
import { findForecastWeights } from '../store/forecast-weights'

/** A turn that was missed is made up within this; the slowest schedule of the job is five minutes. */
const LOOK_BACK_MINUTES = 10

/** Servers of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 100

/**
 * Keeps the forecasts of the servers whose turn it is, as they are given at this moment, until their hours come. A server of which
 * nobody knows at the time whether it is up has none kept: there is nothing to compare them with.
 */
export async function keepForecasts(db: Database, clock: () => Date): Promise<{ kept: number }> {
  const minute = Math.floor(clock().getTime() / 60_000)
  const window = { minute, lookBack: LOOK_BACK_MINUTES, everyMinutes: SAMPLE_EVERY_MINUTES }
  const weights = await findForecastWeights(db)
  let kept = 0
  let afterKey = 0
  for (;;) {
    const turns = await listForecastTurns(db, window, afterKey, CHUNK)
    const now = clock()
    const forecasts = turns.flatMap((turn) => forecastsOf(turn, now, weights))
    await recordPendingForecasts(db, forecasts)
    kept += forecasts.length
    if (turns.length < CHUNK) return { kept }
    afterKey = turns.at(-1)?.serverKey ?? afterKey
  }
}

function forecastsOf(
  { serverKey, turn, belief, declaredAccess }: ForecastTurn,
  now: Date,
  weights: ForecastWeights | undefined,
): PendingForecast[] {
  const { reachable } = judge(belief, declaredAccess, null, now).axes
  if (reachable === null) return []
  const { horizons, method } = forecastFrom(belief, now, weights)
  return horizons.map(({ hours, up }) => {
    const dueAt = new Date(now.getTime() + hours * HOUR_MS)
    const settleAt = new Date(dueAt.getTime() + SETTLE_AFTER_MINUTES * 60_000)
    return { serverKey, hours, turn, dueAt, settleAt, upE4: Math.round(up * 10_000), upBefore: reachable, method }
  })
}
