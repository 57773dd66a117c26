import {
  addTallies,
  GIVE_UP_AFTER_HOURS,
  NO_FORECASTS,
  reliabilityBinOf,
  tallyForecast,
} from 'assay-verify/accuracy/forecast-accuracy'
import { HOUR_MS } from 'assay-verify/duration'
import { stateOfIntervals } from '../../core/accuracy/verdict-accuracy'
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

/** A forecast whose instant no interval covers yet is tried again after this, in hours. */
const TRY_AGAIN_HOURS = 1

/** The sums are kept as long as daily roll-ups: two years. */
const ACCURACY_KEPT_DAYS = 730

/** Forecasts of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 200

export interface SettlingReport {
  settled: number
  unsettled: number
}

/**
 * Settles the forecasts whose instant has passed, by the server's interval at that instant, and deletes sums older than
 * two years. An instant without evidence, in maintenance or in a monitoring gap counts as unsettled. Each step is one
 * transaction, so a run may be killed anywhere, and several may run at once.
 */
export async function settleForecasts(db: Database, clock: () => Date): Promise<SettlingReport> {
  const oldestKept = new Date(clock().getTime() - ACCURACY_KEPT_DAYS * 24 * HOUR_MS)
  await db.transaction((tx) => dropAccuracyBefore(tx, dayOf(oldestKept)))
  return sumSteps({ settled: 0, unsettled: 0 }, () => db.transaction((tx) => settleSome(tx, clock())))
}

async function settleSome(tx: Database, now: Date): Promise<SettlingReport | null> {
  const due = await claimDueForecasts(tx, CHUNK, now)
  if (due.length === 0) return null
  const later = due.filter((forecast) => mayStillBeKnown(forecast, now))
  const done = due.filter((forecast) => !mayStillBeKnown(forecast, now))
  const records = talliesOf(done)
  await addForecastTallies(tx, records)
  await deletePendingForecasts(tx, done)
  await postponeForecasts(tx, later, new Date(now.getTime() + TRY_AGAIN_HOURS * HOUR_MS))
  const settled = records.reduce((sum, { n }) => sum + n, 0)
  return { settled, unsettled: done.length - settled }
}

function mayStillBeKnown({ dueAt, states }: DueForecast, now: Date): boolean {
  return stateOfIntervals(states) === 'unseen' && now.getTime() - dueAt.getTime() < GIVE_UP_AFTER_HOURS * HOUR_MS
}

/** Sorted, so that two runs that add to the same sums lock them in the same order and do not deadlock. */
function talliesOf(forecasts: readonly DueForecast[]): ForecastTallyRecord[] {
  const byPlace = new Map<string, ForecastTallyRecord>()
  for (const { dueAt, method, hours, up, upBefore, states } of forecasts) {
    const found = stateOfIntervals(states)
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
