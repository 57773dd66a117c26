import type { ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { upProbability } from 'assay-verify/forecast/outlook'
import { TRAINED_HOURS } from './fit-forecast'
import { type SeriesStretches, watchedHours } from './series-stretches'

/** Probabilities are clipped to this before the logarithm: no single hour outweighs all others. */
const LEAST_CHANCE = 0.0001

/** Log loss of forecasts, summed, and how many there were. Lower is better. */
export interface ForecastLoss {
  sum: number
  forecasts: number
}

/**
 * The loss of these weights' forecasts on one series: after each watched hour, for each trained horizon whose hour was
 * watched too.
 */
export function forecastLoss({ stretches }: SeriesStretches, weights: ForecastWeights): ForecastLoss {
  const hours = [...watchedHours(stretches)]
  const states = new Map(hours.map(({ hour, state }) => [hour, state]))
  const loss: ForecastLoss = { sum: 0, forecasts: 0 }
  for (const { hour, at, state, history } of hours) {
    for (const ahead of TRAINED_HOURS) {
      const then = states.get(hour + ahead)
      if (then === undefined) continue
      const up = upProbability(history, state, at, ahead, weights)
      loss.sum -= Math.log(Math.max(LEAST_CHANCE, then === 'up' ? up : 1 - up))
      loss.forecasts += 1
    }
  }
  return loss
}
