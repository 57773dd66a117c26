import type { DelayCount, VerdictCounts } from 'assay-verify/accuracy/verdict-figures'
import type { AccuracyDay, ForecastBin } from 'assay-verify/leaves/accuracy-days'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'

/** The counts of days, and which of them may still change. */
export interface ReadAccuracyDays {
  /** Days with counts, the oldest first. */
  days: AccuracyDay[]
  /** The day of the oldest forecast that is not settled yet; null: there is none. */
  oldestPending: string | null
}

interface Counts {
  verdicts: (VerdictCounts & { day: string })[]
  delays: (DelayCount & { day: string })[]
  forecasts: (ForecastBin & { day: string })[]
}

/** Sums of forecasts have so many decimals. */
const SUMS = ['sumUp', 'brier', 'logLoss', 'persistenceBrier', 'persistenceLogLoss'] as const
const SCALE = 1e6

/** What was counted of each day from `since` on, in one statement, so that it is of one moment. */
export async function readAccuracyDays(db: Database, since: string): Promise<ReadAccuracyDays> {
  const [row] = await rowsOf<Counts & Pick<ReadAccuracyDays, 'oldestPending'>>(
    db,
    sql`SELECT (SELECT to_char(min(due_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') FROM pending_forecasts) AS "oldestPending",
      (SELECT coalesce(json_agg(json_build_object('day', day, 'verdict', verdict, 'begun', begun, 'reversed', reversed,
        'takenBack', taken_back) ORDER BY day, verdict), '[]'::json) FROM verdict_tallies WHERE day >= ${since}::date) AS verdicts,
      (SELECT coalesce(json_agg(json_build_object('day', day, 'since', since, 'bin', bin, 'n', n) ORDER BY day, since, bin),
        '[]'::json) FROM detection_delays WHERE day >= ${since}::date) AS delays,
      (SELECT coalesce(json_agg(json_build_object('day', day, 'method', method, 'hours', hours, 'bin', bin, 'n', n,
        'ups', ups, 'sumUp', sum_up, 'brier', brier, 'logLoss', log_loss, 'persistenceBrier', persistence_brier,
        'persistenceLogLoss', persistence_log_loss, 'unsettled', unsettled) ORDER BY day, method, hours, bin), '[]'::json)
        FROM forecast_tallies WHERE day >= ${since}::date) AS forecasts`,
  )
  return { days: row === undefined ? [] : byDay(row), oldestPending: row?.oldestPending ?? null }
}

function byDay({ verdicts, delays, forecasts }: Counts): AccuracyDay[] {
  const days = [...new Set([...verdicts, ...delays, ...forecasts].map(({ day }) => day))].sort()
  const ofDay = <Row extends { day: string }>(rows: readonly Row[], wanted: string) =>
    rows.flatMap(({ day, ...row }) => (day === wanted ? [row] : []))
  return days.map((day) => ({
    day,
    verdicts: ofDay(verdicts, day),
    delays: ofDay(delays, day),
    forecasts: ofDay(forecasts, day).map(withoutDigits),
  }))
}

function withoutDigits(row: Omit<ForecastBin & { day: string }, 'day'>): ForecastBin {
  const sums = SUMS.map((name) => [name, Math.round(row[name] * SCALE) / SCALE] as const)
  return { ...row, ...Object.fromEntries(sums) }
}
