import {
  addTallies,
  GIVE_UP_AFTER_HOURS,
  NO_FORECASTS,
  reliabilityBinOf,
  tallyForecast,
} from '../../core/accuracy/accuracy'
import { stateFound } from '../../core/accuracy/verdict-accuracy'
import { HOUR_MS } from '../../core/duration'
import {
  addForecastTallies,
  claimDueForecasts,
  type DueForecast,
  deletePendingForecasts,
  type ForecastTallyRecord,
  postponeForecasts,
} from '../../store/accuracy/forecast-samples'
import { dropAccuracyBefore } from '../../store/accuracy/verdict-accuracy'
import { sumSteps } from '../../store/chunks'
import type { Database } from '../../store/database'

/** A forecast whose instant no interval holds yet is tried again after this, in hours. */
const TRY_AGAIN_HOURS = 1

/** The sums are kept as long as daily roll-ups are: two years. */
export const ACCURACY_KEPT_DAYS = 730

/** Forecasts of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 200

export interface SettlingReport {
  settled: number
  unsettled: number
}

/**
 * Settles the forecasts whose hour has come, from what the intervals say of that instant, and forgets those older than two years.
 * What nobody watched, or void time or maintenance covers, is counted as unsettled, never guessed. Each step is one transaction, so a run may
 * be killed anywhere, and several may run at once.
 */
export async function settleForecasts(db: Database, clock: () => Date): Promise<SettlingReport> {
  const oldestKept = new Date(clock().getTime() - ACCURACY_KEPT_DAYS * 24 * HOUR_MS)
  await db.transaction((tx) => dropAccuracyBefore(tx, dayOf(oldestKept)))
  return sumSteps({ settled: 0, unsettled: 0 }, () => db.transaction((tx) => settleSome(tx, clock())))
}

async function settleSome(tx: Database, now: Date): Promise<SettlingReport | null> {
  const due = await claimDueForecasts(tx, CHUNK, now)
  if (due.length === 0) return null
  const later = due.filter((forecast) => mayStillBeSeen(forecast, now))
  const done = due.filter((forecast) => !mayStillBeSeen(forecast, now))
  const records = talliesOf(done)
  await addForecastTallies(tx, records)
  await deletePendingForecasts(tx, done)
  await postponeForecasts(tx, later, new Date(now.getTime() + TRY_AGAIN_HOURS * HOUR_MS))
  const settled = records.reduce((sum, { n }) => sum + n, 0)
  return { settled, unsettled: done.length - settled }
}

function mayStillBeSeen({ dueAt, states }: DueForecast, now: Date): boolean {
  return stateFound(states) === 'unseen' && now.getTime() - dueAt.getTime() < GIVE_UP_AFTER_HOURS * HOUR_MS
}

/** In one order everywhere, so that two runs that add to the same sums wait for each other and never in a circle. */
function talliesOf(forecasts: readonly DueForecast[]): ForecastTallyRecord[] {
  const byPlace = new Map<string, ForecastTallyRecord>()
  for (const { dueAt, method, hours, up, upBefore, states } of forecasts) {
    const found = stateFound(states)
    const wasUp = found === 'up' || found === 'down' ? found === 'up' : null
    const place = { day: dayOf(dueAt), method, hours, bin: reliabilityBinOf(up) }
    const key = JSON.stringify(place)
    const sums = addTallies(byPlace.get(key) ?? NO_FORECASTS, tallyForecast(up, upBefore, wasUp))
    byPlace.set(key, { ...place, ...sums })
  }
  return [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record)
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
