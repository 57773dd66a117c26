import type { ObservedLine } from 'assay-verify/leaves/observation-line'
import { reasonFromCode } from 'assay-verify/state/observation'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'

/**
 * Observations of the seconds from `from` until before `to` (epoch seconds), in no order. Those of servers that are no
 * longer stored are left out.
 */
export async function listObservedLines(db: Database, from: number, to: number): Promise<ObservedLine[]> {
  const rows = await rowsOf<{
    at: number
    id: string
    target: number
    reason: number
    latencyMs: number | null
    httpStatus: number | null
    vantage: string
  }>(
    db,
    sql`SELECT observed_at AS at, servers.id, target_no AS target, reason, latency_ms AS "latencyMs", http_status AS "httpStatus", vantages.name AS vantage
      FROM observations JOIN servers ON servers.key = server_key JOIN vantages ON vantages.key = vantage_key
      WHERE observed_at >= ${from} AND observed_at < ${to}`,
  )
  return rows.map(({ at, reason, ...row }) => ({
    at: new Date(at * 1000).toISOString(),
    reason: reasonFromCode(reason),
    ...row,
  }))
}

/** The second of the first observation from `from` until before `to`, epoch seconds; null: there is none. */
export async function findNextObservation(db: Database, from: number, to: number): Promise<number | null> {
  const [row] = await rowsOf<{ at: number | null }>(
    db,
    sql`SELECT min(observed_at) AS at FROM observations JOIN servers ON servers.key = server_key WHERE observed_at >= ${from} AND observed_at < ${to}`,
  )
  return row?.at ?? null
}
