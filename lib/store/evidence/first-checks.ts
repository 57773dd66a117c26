import { HOUR_MS } from 'assay-verify/duration'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'

/** Above any priority that demand and listings give. */
const ASKED = 10_000
/** Of a level of demand: more registries than this do not list one server. */
const MOST_REGISTRIES = 99
/** What has been asked for counts half after a week. */
const HALF_LIFE_SECONDS = 7 * 86_400

/** A server can be checked where a target of it is public, or was probed all the same (it is the operator's own). */
const IS_CHECKABLE = sql.raw(`(network = 'public' OR seen_from IS NOT NULL)`)

/**
 * Adds one to the minutes in which each of these subjects' servers was asked for, where it was never probed, and ranks
 * its first probe anew.
 */
export async function addDemand(db: Database, subjectIds: readonly string[], now: Date): Promise<void> {
  if (subjectIds.length === 0) return
  const rows = await rowsOf<{ key: number }>(
    db,
    sql`INSERT INTO server_demand AS held (server_key, minutes, counted_at)
      SELECT DISTINCT server_key, 1::real, ${now.toISOString()}::timestamptz FROM subjects
      WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(subjectIds)}::jsonb))
        AND EXISTS (SELECT FROM probe_targets WHERE probe_targets.server_key = subjects.server_key AND seen_from IS NULL)
      ORDER BY server_key
      ON CONFLICT (server_key) DO UPDATE SET minutes = ${minutesAt('held', now)} + 1, counted_at = excluded.counted_at
      RETURNING server_key AS key`,
  )
  await rankFirstChecks(
    db,
    rows.map(({ key }) => key),
    now,
  )
}

/** Minutes of demand as they count now. */
function minutesAt(table: string, now: Date): SQL {
  const [minutes, countedAt] = [sql.raw(`${table}.minutes`), sql.raw(`${table}.counted_at`)]
  const age = sql`greatest(0, extract(epoch FROM ${now.toISOString()}::timestamptz - ${countedAt}))`
  return sql`${minutes} * 0.5 ^ (${age} / ${HALF_LIFE_SECONDS}::float8)`
}

/**
 * Ranks the first probes of these servers and of the others of their products, of those that were never probed: by
 * demand on a logarithmic scale, so that the next step takes twice as many minutes, then by how many registries list
 * the product. What is being claimed meanwhile is left as it is.
 */
export async function rankFirstChecks(db: Database, serverKeys: readonly number[], now: Date): Promise<void> {
  if (serverKeys.length === 0) return
  await db.execute(sql`
    WITH given AS (SELECT jsonb_array_elements_text(${JSON.stringify(serverKeys)}::jsonb)::integer AS server_key), wanted AS (
      SELECT server_key FROM given UNION SELECT other.key FROM given JOIN servers own ON own.key = given.server_key
        JOIN servers other ON other.product_id = own.product_id
    ), waiting AS (
      SELECT server_key, target_no, priority FROM probe_targets
      WHERE server_key IN (SELECT server_key FROM wanted) AND seen_from IS NULL AND priority < ${ASKED}
      ORDER BY server_key, target_no FOR UPDATE SKIP LOCKED
    ), ranked AS (
      SELECT waiting.*, (floor(log(2, (1 + coalesce(${minutesAt('demand', now)}, 0))::numeric)) * ${MOST_REGISTRIES + 1}
        + least(${MOST_REGISTRIES}, greatest(1, (SELECT count(DISTINCT registry) FROM servers listed
          WHERE listed.product_id = own.product_id AND listed.lifecycle <> 'deleted'))))::smallint AS rank
      FROM waiting JOIN servers own ON own.key = waiting.server_key LEFT JOIN server_demand demand USING (server_key)
    )
    UPDATE probe_targets SET priority = rank FROM ranked
    WHERE probe_targets.server_key = ranked.server_key AND probe_targets.target_no = ranked.target_no AND rank <> ranked.priority`)
}

/** Drops what was asked for so long ago that it ranks nothing, and counts of servers that have been probed since. */
export async function dropOldDemand(db: Database, now: Date): Promise<void> {
  await db.execute(sql`
    DELETE FROM server_demand AS demand WHERE ${minutesAt('demand', now)} < 0.5 OR NOT EXISTS (
      SELECT FROM probe_targets WHERE probe_targets.server_key = demand.server_key AND seen_from IS NULL)`)
}

/** Servers by whether they were ever checked. */
export interface FirstCheckCounts {
  /** With an address or a package that a prober takes. */
  checkable: number
  /** Of these: checked at least once. */
  checked: number
  /** Of these: for the first time within the last hour. */
  lastHour: number
}

export async function countFirstChecks(db: Database, now: Date): Promise<FirstCheckCounts> {
  const hourAgo = new Date(now.getTime() - HOUR_MS).toISOString()
  const [row] = await rowsOf<FirstCheckCounts>(
    db,
    sql`SELECT count(*)::int AS checkable, (count(*) FILTER (WHERE seen))::int AS checked,
        (count(*) FILTER (WHERE since > ${hourAgo}::timestamptz))::int AS "lastHour"
      FROM (SELECT bool_or(seen_from IS NOT NULL) AS seen, min(first_probed_at) AS since FROM probe_targets
        WHERE ${IS_CHECKABLE} GROUP BY server_key) AS by_server`,
  )
  return row ?? { checkable: 0, checked: 0, lastHour: 0 }
}

/** The first probe of a server that was never probed, as it waits in the queue. */
export interface WaitingCheck {
  serverKey: number
  serverId: string
  targetNo: number
  /** Whose budget it spends. */
  host: string
  dueAt: Date
  /** When somebody last asked for it; null: nobody. */
  askedAt: Date | null
  /** Servers whose first probe comes before it. */
  ahead: number
}

/**
 * The next first probe of the server of a subject; null: it can be probed at nothing, or was probed; undefined: no
 * subject has this id.
 */
export async function findWaitingCheck(db: Database, subjectId: string): Promise<WaitingCheck | null | undefined> {
  const [row] = await rowsOf<WaitingRow>(
    db,
    sql`SELECT subjects.server_key AS "serverKey", servers.id AS "serverId", target_no AS "targetNo", host,
        extract(epoch FROM due_at)::float8 AS due, extract(epoch FROM asked_at)::float8 AS asked,
        (SELECT count(DISTINCT server_key)::int FROM probe_targets AS before WHERE before.seen_from IS NULL AND before.network = 'public'
          AND (before.priority > own.priority OR before.priority = own.priority AND before.due_at < own.due_at)) AS ahead
      FROM subjects JOIN servers ON servers.key = subjects.server_key LEFT JOIN LATERAL (
        SELECT * FROM probe_targets WHERE probe_targets.server_key = subjects.server_key AND seen_from IS NULL AND network = 'public'
          AND NOT EXISTS (SELECT FROM probe_targets AS seen WHERE seen.server_key = subjects.server_key AND seen.seen_from IS NOT NULL)
        ORDER BY priority DESC, due_at, target_no LIMIT 1) AS own ON true
      WHERE subjects.id = ${subjectId}`,
  )
  if (row === undefined) return undefined
  const { targetNo, host, due, asked, ...found } = row
  if (targetNo === null || host === null || due === null) return null
  return {
    ...found,
    targetNo,
    host,
    dueAt: new Date(due * 1000),
    askedAt: asked === null ? null : new Date(asked * 1000),
  }
}

interface WaitingRow extends Pick<WaitingCheck, 'serverKey' | 'serverId' | 'ahead'> {
  targetNo: number | null
  host: string | null
  due: number | null
  asked: number | null
}

/** First probes of a host that were asked for since an instant: how many, and the first of them; null: none. */
export async function countAskedChecks(db: Database, host: string, since: Date) {
  const [row] = await rowsOf<{ count: number; first: number | null }>(
    db,
    sql`SELECT count(*)::int AS count, (extract(epoch FROM min(asked_at)) * 1000)::float8 AS first FROM probe_targets
      WHERE host = ${host} AND asked_at > ${since.toISOString()}`,
  )
  return { count: row?.count ?? 0, firstAt: row?.first == null ? null : new Date(row.first) }
}

/**
 * Puts the first probe of a server before all others. Where it was planned for later, so that its host is not probed
 * more often than its budget allows, it changes its time with the first of that host that nobody asked for. One that is
 * claimed is under way: nothing is left to do.
 */
export async function askForCheck(db: Database, { serverKey, targetNo, host }: WaitingCheck, now: Date): Promise<void> {
  const at = now.toISOString()
  const isFree = sql`seen_from IS NULL AND (lease_until IS NULL OR lease_until <= ${at})`
  // Nothing waits for a row that another has locked, so two that ask at once never wait for each other.
  await db.execute(sql`
    WITH own AS (
      SELECT server_key, target_no, due_at FROM probe_targets
      WHERE server_key = ${serverKey} AND target_no = ${targetNo} AND ${isFree} FOR UPDATE SKIP LOCKED
    ), next AS (
      SELECT server_key, target_no, due_at FROM probe_targets
      WHERE host = ${host} AND ${isFree} AND priority < ${ASKED} AND due_at < (SELECT due_at FROM own WHERE due_at > ${at}::timestamptz)
      ORDER BY due_at, priority, server_key, target_no LIMIT 1 FOR UPDATE SKIP LOCKED
    ), asked AS (
      UPDATE probe_targets SET priority = ${ASKED}, asked_at = ${at}, due_at = coalesce((SELECT due_at FROM next), own.due_at)
      FROM own WHERE probe_targets.server_key = own.server_key AND probe_targets.target_no = own.target_no
    )
    UPDATE probe_targets SET due_at = own.due_at FROM next, own
    WHERE probe_targets.server_key = next.server_key AND probe_targets.target_no = next.target_no`)
}
