import { FORECAST_WEIGHTS, type ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'
import { findForecastWeights } from '../store/ratings/forecast-weights'
import type { Context } from './context'

/** They change at most once a night, possibly by another process. */
const CACHED_MS = 10 * 60_000
const KEY = 'forecast-weights'

/**
 * The weights of the forecast: learned from this service's evidence or, before the first training, those of the
 * repository. While the database cannot be asked, those that were read last.
 */
export async function forecastWeights({ memo, reads: { db }, now }: Context): Promise<ForecastWeights> {
  const last = memo.last<ForecastWeights | undefined>(KEY)
  const read = async () => {
    try {
      return await findForecastWeights(db)
    } catch (cause) {
      if (!isDatabaseUnavailable(cause)) throw cause
      return last
    }
  }
  return (await memo.recent(KEY, CACHED_MS, now, read)) ?? FORECAST_WEIGHTS
}
