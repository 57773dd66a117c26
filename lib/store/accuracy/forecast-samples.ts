import type { IntervalState } from 'assay-verify/history/interval'
import type { ForecastBin } from 'assay-verify/leaves/accuracy-days'
import { MODEL, type ServerState } from 'assay-verify/state/server-state'
import type { Access } from 'assay-verify/verdict'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { addedColumns } from '../excluded-columns'
import { forecastTallies, pendingForecasts } from './accuracy-schema'

/** A server whose turn in the sample it is to have its forecast kept. */
export interface SampledServer {
  serverKey: number
  /** Number of the server's turn. */
  sample: number
  serverState: ServerState
  declaredAccess: Access
}

/**
 * Servers whose turn lies within `lookBack` minutes up to `minute` (minutes since 1970), each once, after `afterKey`,
 * in the order of keys. A server's turn comes in every minute with the same remainder as its key when divided by
 * `everyMinutes`, so they are found by key without reading the rest, which OFFSET keeps Postgres from. Servers whose
 * forecast of this turn is kept, or whose state is of another model, are left out.
 */
export async function listServersToSample(
  db: Database,
  { minute, lookBack, everyMinutes }: { minute: number; lookBack: number; everyMinutes: number },
  afterKey: number,
  limit: number,
): Promise<SampledServer[]> {
  return rowsOf<SampledServer>(
    db,
    sql`WITH due AS (
        SELECT k * ${everyMinutes}::int + m % ${everyMinutes}::int AS key, m / ${everyMinutes}::int AS sample
        FROM generate_series(${minute - lookBack + 1}::int, ${minute}::int) AS m,
          generate_series(0, coalesce((SELECT max(key) FROM servers), 0) / ${everyMinutes}::int) AS k)
      SELECT due.key AS "serverKey", due.sample, found.state AS "serverState", found.declared_access AS "declaredAccess"
      FROM due, LATERAL (SELECT state, declared_access FROM server_states JOIN servers ON servers.key = server_key
        WHERE server_key = due.key OFFSET 0) AS found
      WHERE due.key > ${afterKey}
        AND found.state ->> 'model' = ${MODEL}
        AND NOT EXISTS (SELECT FROM pending_forecasts p WHERE p.server_key = due.key AND p.sample = due.sample OFFSET 0)
      ORDER BY due.key LIMIT ${limit}`,
  )
}

export type PendingForecast = typeof pendingForecasts.$inferSelect

/** Keeps forecasts until they are due; one that is already kept stays as it is. */
export async function recordPendingForecasts(tx: Database, forecasts: readonly PendingForecast[]): Promise<void> {
  if (forecasts.length === 0) return
  await tx
    .insert(pendingForecasts)
    .values([...forecasts])
    .onConflictDoNothing()
}

/**
 * A forecast to be settled, with what is known of the moment it was made for: its server's intervals and monitoring
 * gaps.
 */
export interface DueForecast extends Omit<PendingForecast, 'settleAt' | 'upE4'> {
  up: number
  states: IntervalState[]
}

/** No maintenance window is longer. Windows do not overlap, so of those the newest decides. */
const LONGEST_BESIDE = sql.raw(`interval '31 days'`)

/**
 * Forecasts to be settled by `now`, the longest waiting first, locked until the transaction ends; those locked by
 * others are skipped.
 */
export async function claimDueForecasts(tx: Database, limit: number, now: Date): Promise<DueForecast[]> {
  const rows = await rowsOf<Omit<DueForecast, 'dueAt' | 'up'> & { due_ms: number; up_e4: number }>(
    tx,
    sql`SELECT p.server_key AS "serverKey", p.hours, p.sample, (extract(epoch FROM p.due_at) * 1000)::float8 AS due_ms, p.up_e4,
        p.up_before AS "upBefore", p.method,
        (SELECT coalesce(json_agg(found.state), '[]'::json) FROM (
          (SELECT state::text, ended_at FROM intervals i WHERE i.server_key = p.server_key AND state IN ('up', 'down')
            AND started_at <= p.due_at ORDER BY started_at DESC LIMIT 1)
          UNION ALL
          SELECT state::text, ended_at FROM intervals i WHERE i.server_key = p.server_key AND state NOT IN ('up', 'down')
            AND started_at <= p.due_at AND started_at > p.due_at - ${LONGEST_BESIDE}
          UNION ALL
          SELECT 'void', ended_at FROM monitoring_gaps WHERE started_at <= p.due_at
            AND NOT EXISTS (SELECT FROM probe_targets s WHERE s.server_key = p.server_key AND s.evidence = 'endpoint' AND s.network <> 'public')
        ) AS found WHERE found.ended_at > p.due_at) AS states
      FROM pending_forecasts p WHERE p.settle_at <= ${now.toISOString()}
      ORDER BY p.settle_at LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED`,
  )
  return rows.map(({ due_ms, up_e4, ...row }) => ({ ...row, dueAt: new Date(due_ms), up: up_e4 / 10_000 }))
}

type ForecastKey = Pick<DueForecast, 'serverKey' | 'hours' | 'sample'>

export async function deletePendingForecasts(tx: Database, forecasts: readonly ForecastKey[]): Promise<void> {
  if (forecasts.length === 0) return
  await tx.execute(sql`
    DELETE FROM pending_forecasts p USING ${given(forecasts)}
    WHERE p.server_key = g."serverKey" AND p.hours = g.hours AND p.sample = g.sample`)
}

/** Moves the time at which they are settled. */
export async function postponeForecasts(
  tx: Database,
  forecasts: readonly ForecastKey[],
  settleAt: Date,
): Promise<void> {
  if (forecasts.length === 0) return
  await tx.execute(sql`
    UPDATE pending_forecasts p SET settle_at = ${settleAt.toISOString()} FROM ${given(forecasts)}
    WHERE p.server_key = g."serverKey" AND p.hours = g.hours AND p.sample = g.sample`)
}

function given(forecasts: readonly ForecastKey[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(forecasts)}::jsonb) AS g("serverKey" integer, hours smallint, sample integer)`
}

/** `day`: the UTC day of the instants forecast, `2026-11-20`. */
export type ForecastTallyRecord = ForecastBin & { day: string }

const SUMS = ['n', 'ups', 'sumUp', 'brier', 'logLoss', 'persistenceBrier', 'persistenceLogLoss', 'unsettled'] as const

/** Adds to the sums of each day, method, horizon and bin. Each combination may occur once. */
export async function addForecastTallies(tx: Database, records: readonly ForecastTallyRecord[]): Promise<void> {
  if (records.length === 0) return
  await tx
    .insert(forecastTallies)
    .values([...records])
    .onConflictDoUpdate({
      target: [forecastTallies.day, forecastTallies.method, forecastTallies.hours, forecastTallies.bin],
      set: addedColumns(forecastTallies, SUMS),
    })
}

/** Sums by method, horizon and bin, of the days from `since` on. */
export async function sumForecastTallies(db: Database, since: string): Promise<ForecastBin[]> {
  return rowsOf(
    db,
    sql`SELECT method, hours, bin, sum(n)::float8 AS n, sum(ups)::float8 AS ups, sum(sum_up) AS "sumUp", sum(brier) AS brier,
        sum(log_loss) AS "logLoss", sum(persistence_brier) AS "persistenceBrier",
        sum(persistence_log_loss) AS "persistenceLogLoss", sum(unsettled)::float8 AS unsettled
      FROM forecast_tallies WHERE day >= ${since} GROUP BY method, hours, bin ORDER BY method, hours, bin`,
  )
}
