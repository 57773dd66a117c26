import type { Interval } from 'assay-verify/history/interval'
import { LONGEST_MAINTENANCE_DAYS } from 'assay-verify/history/interval'
import { type TargetInterval, unitedIntervals } from 'assay-verify/history/united-intervals'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { type BegunInterval, queueIntervals } from '../outbox/interval-facts'
import { listLocalServerKeys, listMonitoringGaps } from './monitoring-gaps'

/**
 * No row of maintenance is longer, whoever wrote it: one that reaches past an instant began at most this long before
 * it.
 */
const LONGEST_BESIDE = sql.raw(`interval '${LONGEST_MAINTENANCE_DAYS} days'`)

/** Servers per statement: merged rows are few, and an embedded database reads them in milliseconds. */
const SERVERS_A_DELETE = 500

/**
 * Writes intervals by their start and state: a known one is lengthened or cut, a new one is added, and queued for the
 * log at `now`.
 */
export async function recordIntervals(
  tx: Database,
  rows: readonly ({ serverKey: number; targetNo?: number } & Interval)[],
  now = new Date(),
): Promise<void> {
  if (rows.length === 0) return
  // Of several versions of one interval the last counts: a statement may not write a row twice.
  const last = new Map(
    rows.map((row) => [`${row.serverKey} ${row.targetNo ?? 0} ${row.state} ${row.from.getTime()}`, row]),
  )
  const given = [...last.values()].map(({ targetNo = 0, ...row }) => ({ ...row, targetNo }))
  // A row that was updated has the id of the transaction that locked it.
  const begun = await rowsOf<BegunInterval>(
    tx,
    sql`WITH written AS (
      INSERT INTO intervals (server_key, target_no, started_at, ended_at, state)
      SELECT "serverKey", "targetNo", "from", "to", state FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS g("serverKey" integer, "targetNo" smallint, "from" timestamptz, "to" timestamptz, state interval_state)
      ON CONFLICT (server_key, started_at, state, target_no) DO UPDATE SET ended_at = excluded.ended_at
      RETURNING server_key, target_no, started_at, state, xmax = 0 AS is_new
    )
    SELECT server_key, target_no, (extract(epoch FROM started_at) * 1000)::float8 AS started_ms, state FROM written WHERE is_new`,
  )
  await queueIntervals(tx, begun, now)
}

/**
 * Intervals of these servers that reach past `since`, by server, oldest first: up, down, maintenance, and for servers
 * of the public network the monitoring gaps as void. They overlap; `tallyIntervals` decides what counts.
 */
export async function listIntervals(
  tx: Database,
  serverKeys: readonly number[],
  since: Date,
): Promise<Map<number, Interval[]>> {
  const at = since.toISOString()
  // Up and down of one target never overlap, so only the newest that began before can reach past: years of rows are not
  // read to find it. One row per server: a flapping server has thousands of intervals, and rows cost drivers more than
  // text.
  const rows = await rowsOf<{ key: number; stretches: string }>(
    tx,
    sql`SELECT s.key, string_agg(concat_ws(' ', i.target_no, i.state, (extract(epoch FROM i.started_at) * 1000)::bigint, (extract(epoch FROM i.ended_at) * 1000)::bigint), ',' ORDER BY i.started_at) AS stretches
      FROM servers s CROSS JOIN LATERAL (
        SELECT * FROM intervals WHERE server_key = s.key AND ended_at >= ${at} AND started_at >= coalesce((
          SELECT min((SELECT max(started_at) FROM intervals WHERE server_key = s.key AND target_no = t.target_no
            AND started_at <= ${at}::timestamptz - ${LONGEST_BESIDE} AND state IN ('up', 'down')))
          FROM probe_targets t WHERE t.server_key = s.key AND t.evidence = 'endpoint'
        ), '-infinity')
      ) i WHERE s.key IN ${[...serverKeys]} GROUP BY s.key ORDER BY s.key`,
  )
  const byServer = new Map(
    rows.map(({ key, stretches }) => [key, unitedIntervals(stretches.split(',').map(intervalOf))]),
  )
  return withMonitoringGaps(tx, byServer, since)
}

function intervalOf(stretch: string): TargetInterval {
  const [targetNo, state, from, to] = stretch.split(' ')
  const [start, end] = [new Date(Number(from)), new Date(Number(to))]
  return { targetNo: Number(targetNo), state: state as Interval['state'], from: start, to: end }
}

async function withMonitoringGaps(
  tx: Database,
  byServer: Map<number, Interval[]>,
  since: Date,
): Promise<Map<number, Interval[]>> {
  const gaps = await listMonitoringGaps(tx, since)
  if (gaps.length === 0) return byServer
  const local = await listLocalServerKeys(tx, [...byServer.keys()])
  const byStart = (a: Interval, b: Interval) => a.from.getTime() - b.from.getTime()
  for (const [key, own] of byServer) if (!local.has(key)) byServer.set(key, [...own, ...gaps].sort(byStart))
  return byServer
}

/** Deletes intervals that ended before `oldestKept`, some servers at a time. Can be repeated. */
export async function deleteIntervals(db: Database, oldestKept: Date): Promise<void> {
  let afterKey = 0
  for (;;) {
    const [chunk] = await rowsOf<{ last: number | null }>(
      db,
      sql`SELECT max(key) AS last FROM (SELECT key FROM servers WHERE key > ${afterKey} ORDER BY key LIMIT ${SERVERS_A_DELETE}) AS next`,
    )
    const last = chunk?.last ?? null
    if (last === null) return
    await db.execute(
      sql`DELETE FROM intervals WHERE server_key > ${afterKey} AND server_key <= ${last} AND ended_at < ${oldestKept.toISOString()}`,
    )
    afterKey = last
  }
}
