import type { Interval } from 'assay-verify/history/interval'
import { LONGEST_MAINTENANCE_DAYS } from 'assay-verify/history/interval'
import { type TargetInterval, unitedIntervals } from 'assay-verify/history/united-intervals'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { type BegunInterval, queueIntervals } from '../outbox/interval-facts'
import { type Read, readAlone, readOf } from '../read-together'

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

/** Intervals of a server. */
export interface ServerIntervals {
  key: number
  id: string
  intervals: Interval[]
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
  const found = await readAlone(tx, intervalsRead(serverKeys, since))
  return new Map(found.map(({ key, intervals }) => [key, intervals]))
}

/** The same by the ids of servers. */
export async function listIntervalsById(
  tx: Database,
  ids: readonly string[],
  since: Date,
): Promise<Map<string, Interval[]>> {
  const found = await readAlone(tx, readOfServers(sql`s.id IN ${[...ids]}`, since))
  return new Map(found.map(({ id, intervals }) => [id, intervals]))
}

/** As `listIntervals`, in the order of keys; servers without any are left out. */
export function intervalsRead(serverKeys: readonly number[], since: Date): Read<ServerIntervals[]> {
  return readOfServers(sql`s.key IN ${[...serverKeys]}`, since)
}

/** Of the servers `s` for which the condition holds. */
function readOfServers(condition: SQL, since: Date): Read<ServerIntervals[]> {
  const at = since.toISOString()
  const gaps = sql`FROM monitoring_gaps WHERE ended_at >= ${at} AND ended_at > started_at`
  // OFFSET keeps it a look-up for each server, where Postgres would read the intervals of all.
  // Up and down of one target never overlap, so only the newest that began before can reach past: years of rows are not
  // read to find it. One row per server: a flapping server has thousands of intervals, and rows cost drivers more than
  // text. The row without a key has the gaps.
  return readOf<IntervalsRow, ServerIntervals[]>(
    sql`(SELECT s.key, s.id, ${STRETCHES} AS stretches, EXISTS (SELECT ${gaps}) AND EXISTS (SELECT FROM probe_targets t
          WHERE t.server_key = s.key AND t.evidence = 'endpoint' AND t.network <> 'public') AS "isLocal"
      FROM servers s CROSS JOIN LATERAL (
        SELECT * FROM intervals WHERE server_key = s.key AND ended_at >= ${at} AND started_at >= coalesce((
          SELECT min((SELECT max(started_at) FROM intervals WHERE server_key = s.key AND target_no = t.target_no
            AND started_at <= ${at}::timestamptz - ${LONGEST_BESIDE} AND state IN ('up', 'down')))
          FROM probe_targets t WHERE t.server_key = s.key AND t.evidence = 'endpoint'
        ), '-infinity') OFFSET 0
      ) i WHERE ${condition} GROUP BY s.key ORDER BY s.key)
      UNION ALL SELECT NULL, NULL, ${STRETCHES}, false FROM (SELECT 0 AS target_no, 'void' AS state, started_at, ended_at ${gaps}) i`,
    withMonitoringGaps,
  )
}

/** Over intervals `i`. */
const STRETCHES = sql.raw(
  "string_agg(concat_ws(' ', i.target_no, i.state, (extract(epoch FROM i.started_at) * 1000)::bigint, (extract(epoch FROM i.ended_at) * 1000)::bigint), ',' ORDER BY i.started_at)",
)

/** `isLocal`: it has an endpoint on this machine, and there are gaps, which do not affect its probes. */
interface IntervalsRow {
  key: number | null
  id: string
  stretches: string | null
  isLocal: boolean
}

function withMonitoringGaps(rows: readonly IntervalsRow[]): ServerIntervals[] {
  const gaps = stretchesOf(rows.find(({ key }) => key === null)?.stretches ?? null)
  const byStart = (a: Interval, b: Interval) => a.from.getTime() - b.from.getTime()
  return rows.flatMap(({ key, id, stretches, isLocal }) => {
    if (key === null) return []
    const own = unitedIntervals(stretchesOf(stretches))
    return [{ key, id, intervals: isLocal || gaps.length === 0 ? own : [...own, ...gaps].sort(byStart) }]
  })
}

function stretchesOf(text: string | null): TargetInterval[] {
  return text === null ? [] : text.split(',').map(intervalOf)
}

function intervalOf(stretch: string): TargetInterval {
  const [targetNo, state, from, to] = stretch.split(' ')
  const [start, end] = [new Date(Number(from)), new Date(Number(to))]
  return { targetNo: Number(targetNo), state: state as Interval['state'], from: start, to: end }
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
