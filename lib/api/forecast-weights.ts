import { FORECAST_WEIGHTS, type ForecastWeights } from '../core/forecast/forecast-model'
import { findForecastWeights } from '../store/ratings/forecast-weights'
import type { Context } from './context'

/** They change once a night at most, and another process may have learnt them. */
const KEPT_MS = 10 * 60_000

/** The weights forecasts are made by: learnt from our own evidence, or, while there are none, those of the repository. */
export async function forecastWeights({ memo, db, now }: Context): Promise<ForecastWeights> {
  return (await memo.recent('forecast-weights', KEPT_MS, now, () => findForecastWeights(db))) ?? FORECAST_WEIGHTS
}
