import type { ForecastTally } from '../accuracy/forecast-accuracy.ts'
import type { DelayCount, VerdictCounts } from '../accuracy/verdict-figures.ts'

/** Of one method, horizon (hours) and bin of the reliability curve. */
export interface ForecastBin extends ForecastTally {
  method: string
  hours: number
  bin: number
}

/** What was counted of one day (UTC, `2026-11-20`): what GET /v1/report adds up. */
export interface AccuracyDay {
  day: string
  verdicts: VerdictCounts[]
  delays: DelayCount[]
  forecasts: ForecastBin[]
}

/**
 * The counts of accuracy as an hourly document has them: of every day from `from` on, days without any left out. Those
 * of days before `openFrom` stay as they are now.
 */
export interface AccuracyDays {
  from: string
  openFrom: string
  days: AccuracyDay[]
}
