import type { Report } from '@/lib/contract/report/report'

type Forecast = Report['accuracy']['forecasts'][number]

/**
 * Of each horizon the method with the most settled forecasts, nearest horizon first: after a change of the method the
 * new one has few at first.
 */
export function forecastsShown(forecasts: readonly Forecast[]): Forecast[] {
  const best = new Map<number, Forecast>()
  for (const forecast of forecasts) {
    const known = best.get(forecast.hours)
    if (known === undefined || forecast.settled > known.settled) best.set(forecast.hours, forecast)
  }
  return [...best.values()].sort((a, b) => a.hours - b.hours)
}
