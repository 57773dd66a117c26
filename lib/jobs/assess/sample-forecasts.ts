import { SAMPLE_EVERY_MINUTES, SETTLE_AFTER_MINUTES } from 'assay-verify/accuracy/forecast-accuracy'
import { HOUR_MS } from 'assay-verify/duration'
import { forecastFrom } from 'assay-verify/forecast/forecast'
import type { ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { assess } from '../../core/verdict/assessment'
import {
  listServersToSample,
  type PendingForecast,
  recordPendingForecasts,
  type SampledServer,
} from '../../store/accuracy/forecast-samples'
import { pagesByKey } from '../../store/chunks'
import type { Database } from '../../store/database'
import { findForecastWeights } from '../../store/ratings/forecast-weights'

/** A sample that was missed is taken later within this time; the slowest schedule of the job is five minutes. */
const LOOK_BACK_MINUTES = 10

/** Servers of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 100

/**
 * Stores the current forecasts of the servers that are due for a sample, to be compared with what happens. A server
 * that is not known to be up or down is left out: the comparison needs its state at the time of the forecast.
 * `lookBack`: minutes within which a missed sample is taken, at most `SAMPLE_EVERY_MINUTES`, with which every server is
 * due.
 */
export async function sampleForecasts(
  db: Database,
  clock: () => Date,
  lookBack = LOOK_BACK_MINUTES,
): Promise<{ kept: number }> {
  const minute = Math.floor(clock().getTime() / 60_000)
  const window = { minute, lookBack, everyMinutes: SAMPLE_EVERY_MINUTES }
  const weights = await findForecastWeights(db)
  const list = (after: number, size: number) => listServersToSample(db, window, after, size)
  let kept = 0
  for await (const due of pagesByKey(0, CHUNK, list, (server) => server.serverKey)) {
    const now = clock()
    const forecasts = due.flatMap((server) => forecastsOf(server, now, weights))
    await recordPendingForecasts(db, forecasts)
    kept += forecasts.length
  }
  return { kept }
}

function forecastsOf(
  { serverKey, sample, serverState, declaredAccess }: SampledServer,
  now: Date,
  weights: ForecastWeights | undefined,
): PendingForecast[] {
  // Forecasts are about the endpoint: packages and documentation are left out.
  const { reachable } = assess({ ...serverState, targets: [] }, declaredAccess, null, now).axes
  if (reachable === null) return []
  const { horizons, method } = forecastFrom(serverState, now, weights)
  return horizons.map(({ hours, up }) => {
    const dueAt = new Date(now.getTime() + hours * HOUR_MS)
    const settleAt = new Date(dueAt.getTime() + SETTLE_AFTER_MINUTES * 60_000)
    return { serverKey, hours, sample, dueAt, settleAt, upE4: Math.round(up * 10_000), upBefore: reachable, method }
  })
}
