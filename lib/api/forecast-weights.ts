import { FORECAST_WEIGHTS, type ForecastWeights } from '../core/forecast/forecast-model'
import { findForecastWeights } from '../store/ratings/forecast-weights'
import type { Context } from './context'

/** They change at most once a night, possibly by another process. */
const KEPT_MS = 10 * 60_000

/** The weights of the forecast: learned from this service's evidence or, before the first training, those of the repository. */
export async function forecastWeights({ memo, db, now }: Context): Promise<ForecastWeights> {
  return (await memo.recent('forecast-weights', KEPT_MS, now, () => findForecastWeights(db))) ?? FORECAST_WEIGHTS
}
