import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import type { Network } from './schedule'

/** The latest times for which a probe now could plan the next one. */
export interface LatestDue {
  /** Where the server asked for no pause, and nothing has changed for weeks. */
  usual: Date
  /** Until then targets that were planned by a wrong clock are probed again. */
  spreadUntil: Date
  /** Where it asked for the longest that is granted. */
  longest: Date
  /** Of targets that are no endpoints. */
  checks: Date
}

/** Evidence dated more than this ahead was written by a wrong clock. */
const AHEAD_MS = 5 * 60_000

/**
 * Corrects what a clock that was ahead wrote: a server that is due later than any probe now could plan, or later than
 * usual while its newest evidence is dated ahead, is due at some moment until `spreadUntil`. Finds nothing in nearly
 * every call. Answers how many servers it corrected.
 */
export async function clampDueTimes(
  db: Database,
  { usual, spreadUntil, longest, checks }: LatestDue,
  now: Date,
): Promise<number> {
  const [at, ahead] = [now.toISOString(), new Date(now.getTime() + AHEAD_MS).toISOString()]
  const rows = await rowsOf<{ server_key: number }>(
    db,
    sql`WITH ahead AS (
        SELECT server_key, target_no FROM probe_targets AS planned
        WHERE due_at > ${usual.toISOString()} AND CASE WHEN evidence = 'endpoint' THEN (
          due_at > ${longest.toISOString()}
          OR EXISTS (SELECT FROM server_states WHERE server_states.server_key = planned.server_key AND as_of > ${ahead})
        ) ELSE due_at > ${checks.toISOString()} END
        ORDER BY server_key, target_no FOR UPDATE SKIP LOCKED
      )
      UPDATE probe_targets SET due_at = ${at}::timestamptz + random() * (${spreadUntil.toISOString()}::timestamptz - ${at}::timestamptz)
      FROM ahead WHERE probe_targets.server_key = ahead.server_key AND probe_targets.target_no = ahead.target_no RETURNING probe_targets.server_key`,
  )
  return rows.length
}

/** How many targets are due and unclaimed. */
export async function countDueTargets(db: Database, networks: readonly Network[], now: Date): Promise<number> {
  if (networks.length === 0) return 0
  const [row] = await rowsOf<{ due: number }>(
    db,
    sql`SELECT count(*)::int AS due FROM probe_targets
      WHERE due_at <= ${now.toISOString()} AND (lease_until IS NULL OR lease_until <= ${now.toISOString()}) AND network IN ${[...networks]}`,
  )
  return row?.due ?? 0
}

/** Targets that are due and unclaimed, and for how many seconds the oldest of them has been due; 0 where none is. */
export interface QueueLag {
  due: number
  oldestSeconds: number
}

export async function readQueueLag(db: Database, now: Date): Promise<QueueLag> {
  const at = now.toISOString()
  const [row] = await rowsOf<QueueLag>(
    db,
    sql`SELECT count(*)::int AS due, coalesce(extract(epoch FROM ${at}::timestamptz - min(due_at)), 0)::float8 AS "oldestSeconds"
      FROM probe_targets WHERE due_at <= ${at} AND (lease_until IS NULL OR lease_until <= ${at})`,
  )
  return row ?? { due: 0, oldestSeconds: 0 }
}
