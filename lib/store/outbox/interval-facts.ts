import type { IntervalState } from 'assay-verify/history/interval'
import { faultOfQueuedInterval } from 'assay-verify/leaves/interval-times'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../database'
import { queueFactsOf } from './queue'

/** An interval that was not known before. */
export interface BegunInterval {
  server_key: number
  target_no: number
  /** Epoch milliseconds. */
  started_ms: number
  state: IntervalState
}

/**
 * Queues that intervals began, with how the ones before ended, in the transaction that recorded them; two statements,
 * one without an open log. One that an audit would refuse, as no process could have found it only now, is not logged:
 * what is computed from it contradicts the log.
 */
export async function queueIntervals(tx: Database, given: readonly BegunInterval[], now: Date): Promise<void> {
  const queuedAt = now.getTime()
  const begun = given.filter(
    ({ state, started_ms: at }) => faultOfQueuedInterval({ id: '', state, at, queuedAt }) === undefined,
  )
  if (begun.length === 0) return
  await queueIntervalsOf(
    tx,
    sql`
      SELECT i.* FROM json_to_recordset(${JSON.stringify(begun)}::json)
        AS given(server_key integer, target_no smallint, started_ms float8, state interval_state)
      JOIN intervals i ON i.server_key = given.server_key AND i.target_no = given.target_no AND i.state = given.state
        AND i.started_at = to_timestamp(given.started_ms / 1000)`,
    now,
  )
}

/**
 * Queues these rows of intervals. Maintenance overlaps what probes found, so the one before an interval is of the same
 * server and target, and maintenance only where it is itself.
 */
export async function queueIntervalsOf(tx: Database, rows: SQL, now: Date): Promise<void> {
  await queueFactsOf(
    tx,
    sql`
    SELECT json_build_object('kind', 'interval', 'at', ${isoOf('began.started_at')}, 'id', servers.id, 'target', began.target_no,
      'state', began.state, 'previous', CASE WHEN previous.state IS NULL THEN NULL ELSE json_build_object(
        'state', previous.state, 'from', ${isoOf('previous.started_at')}, 'to', ${isoOf('previous.ended_at')}) END) AS fact
    FROM (${rows}) AS began JOIN servers ON servers.key = began.server_key
    LEFT JOIN LATERAL (
      SELECT p.state, p.started_at, p.ended_at FROM intervals p
      WHERE p.server_key = began.server_key AND p.target_no = began.target_no AND p.started_at < began.started_at
        AND (p.state = 'maintenance') = (began.state = 'maintenance')
      ORDER BY p.started_at DESC LIMIT 1
    ) AS previous ON true
    WHERE EXISTS (SELECT FROM log_state WHERE recording)
    ORDER BY began.started_at, began.server_key, began.target_no`,
    now,
  )
}

/** ISO 8601 with milliseconds, UTC. */
export function isoOf(column: string): SQL {
  return sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
}
