import { DAY_MS } from 'assay-verify/duration'
import { grouped } from 'assay-verify/grouped'
import type { LatencyHistogram } from 'assay-verify/history/latency-histogram'
import { sql } from 'drizzle-orm'
import { dayOf } from '../../core/day'
import { OUTCOME_DAYS } from '../../core/retention'
import { textList } from '../array-literal'
import { repeatWhileFull } from '../chunks'
import { countDeleted, type Database, rowsOf } from '../database'

/** Rows written or deleted at once, so that the embedded database's one connection is soon free. */
const CHUNK = 2000

/**
 * Adds histograms by subject to those of a day (whole days since 1970). Rows are written in the order of ids, so that
 * two writers never deadlock.
 */
export async function addLatencies(
  db: Database,
  day: number,
  histograms: ReadonlyMap<string, LatencyHistogram>,
): Promise<void> {
  const all = [...histograms]
  for (let from = 0; from < all.length; from += CHUNK) {
    const rows = all.slice(from, from + CHUNK)
    await db.execute(
      sql`INSERT INTO outcome_latencies (subject_id, day, bins)
        SELECT id, ${day}::int, bins::int[] FROM unnest(${textList(rows.map(([id]) => id))}, ${textList(rows.map(([, bins]) => `{${bins.join(',')}}`))}) AS g(id, bins)
        ORDER BY id COLLATE "C"
        ON CONFLICT (subject_id, day) DO UPDATE SET bins = ARRAY(
          SELECT least(coalesce(stored, 0)::bigint + coalesce(added, 0), 2147483647)::int
          FROM unnest(outcome_latencies.bins, excluded.bins) WITH ORDINALITY AS b(stored, added, bin) ORDER BY bin)`,
    )
  }
}

/** Histograms of these subjects since a day, by subject, one a day. */
export async function listReportedLatencies(
  tx: Database,
  subjectIds: readonly string[],
  since: Date,
): Promise<Map<string, LatencyHistogram[]>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await rowsOf<{ id: string; bins: number[] }>(
    tx,
    sql`SELECT subject_id AS id, bins FROM outcome_latencies WHERE subject_id = ANY (${textList(subjectIds)}) AND day >= ${dayOf(since)} ORDER BY day`,
  )
  return grouped(rows.map(({ id, bins }) => [id, bins]))
}

/** Deletes histograms past the time that outcomes are kept. */
export async function dropOldLatencies(db: Database, now: Date): Promise<number> {
  const before = dayOf(new Date(now.getTime() - OUTCOME_DAYS * DAY_MS))
  const old = sql`SELECT ctid FROM outcome_latencies WHERE day < ${before} LIMIT ${CHUNK}`
  return repeatWhileFull(CHUNK, () =>
    countDeleted(db, sql`DELETE FROM outcome_latencies WHERE ctid = ANY (ARRAY(${old}))`),
  )
}
