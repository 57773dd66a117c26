import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { lt, sql } from 'drizzle-orm'
import { intList, textList } from '../array-literal'
import type { Database } from '../database'
import { publishedVerdicts } from './usage-schema'

/**
 * Outcomes may have come in this long before they are summed up: those of the end of an hour are summed up in the next
 * one.
 */
const SUMMED_WITHIN_MS = 2 * MINUTE_MS

/** Remembers the present stored verdicts of these subjects for the hours whose outcomes may just have come in. */
export async function recordPublishedVerdicts(tx: Database, subjectIds: readonly string[], now: Date): Promise<void> {
  const hours = [now.getTime() - SUMMED_WITHIN_MS, now.getTime()].map((at) => Math.floor(at / HOUR_MS))
  // Looked up subject by subject: as a condition, Postgres would read the counts of all.
  await tx.execute(
    sql`INSERT INTO published_verdicts (hour, subject_id, verdicts)
      SELECT h.hour, id, ARRAY[verdict] FROM subjects, unnest(${intList([...new Set(hours)])}) AS h(hour),
        LATERAL (SELECT FROM outcome_counts WHERE subject_id = id AND outcome_counts.hour = h.hour LIMIT 1) AS counted
      WHERE id = ANY (${textList(subjectIds)}) ORDER BY 1, 2
      ON CONFLICT (hour, subject_id) DO UPDATE SET verdicts = published_verdicts.verdicts || excluded.verdicts
        WHERE NOT published_verdicts.verdicts @> excluded.verdicts`,
  )
}

/** Deletes those of hours before this one. */
export async function dropPublishedVerdicts(tx: Database, beforeHour: number): Promise<void> {
  await tx.delete(publishedVerdicts).where(lt(publishedVerdicts.hour, beforeHour))
}
