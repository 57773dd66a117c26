import type { HourOfOutcomes } from 'assay-verify/score/usage'
import { type SQL, sql } from 'drizzle-orm'
import { intList, textList } from '../array-literal'

/** Outcome counts of one reporter for one subject in one hour. */
export interface OutcomeCounts extends HourOfOutcomes {
  subjectId: string
  reporterKey: number
}

/**
 * Counts as a list to select from: `g(id, hour, reporter, ok, transport, caller, other)`, one row per subject, hour and
 * reporter.
 */
export function countRows(counts: readonly OutcomeCounts[]): { length: number; list: SQL } {
  const rows = summed(counts)
  const c = columnsOf(rows)
  const list = sql`unnest(${c.ids}, ${c.hours}, ${c.reporters}, ${c.successes}, ${c.transport}, ${c.caller}, ${c.other}) AS g(id, hour, reporter, ok, transport, caller, other)`
  return { length: rows.length, list }
}

/**
 * The parts of a statement that add such a list to the stored counts (`counted`) and make its subjects due (`due`).
 * Rows that are already due are looked up one by one: for a join Postgres would read all due rows for every batch.
 */
export function countOutcomes(from: SQL, now: Date): SQL {
  const at = now.toISOString()
  return sql`counted AS (
      INSERT INTO outcome_counts (subject_id, hour, reporter_key, successes, transport_failures, caller_failures, other_failures)
      SELECT g.id, g.hour, g.reporter, g.ok, g.transport, g.caller, g.other
      FROM ${from} ORDER BY g.id COLLATE "C", g.hour, g.reporter
      ON CONFLICT (subject_id, hour, reporter_key) DO UPDATE SET
        successes = outcome_counts.successes + excluded.successes,
        transport_failures = outcome_counts.transport_failures + excluded.transport_failures,
        caller_failures = outcome_counts.caller_failures + excluded.caller_failures,
        other_failures = outcome_counts.other_failures + excluded.other_failures
      RETURNING subject_id AS id
    ), due AS (
      INSERT INTO usage_due (subject_id, due_at)
      SELECT DISTINCT id, ${at}::timestamptz FROM counted
      WHERE NOT coalesce((SELECT due_at <= ${at}::timestamptz FROM usage_due WHERE subject_id = id), false) ORDER BY id
      ON CONFLICT (subject_id) DO UPDATE SET due_at = least(usage_due.due_at, excluded.due_at)
    )`
}

/** One row per subject, hour and reporter, because one statement may not write a row twice. */
function summed(counts: readonly OutcomeCounts[]): OutcomeCounts[] {
  const byReporter = new Map<string, Map<string, OutcomeCounts>>()
  let [hour, reporterKey] = [Number.NaN, Number.NaN]
  let own = new Map<string, OutcomeCounts>()
  for (const row of counts) {
    // Rows of one batch follow each other, so its hour and reporter are looked up once.
    if (row.hour !== hour || row.reporterKey !== reporterKey) {
      ;({ hour, reporterKey } = row)
      const key = `${hour} ${reporterKey}`
      own = byReporter.get(key) ?? new Map()
      byReporter.set(key, own)
    }
    const known = own.get(row.subjectId)
    own.set(row.subjectId, known === undefined ? row : plus(known, row))
  }
  return [...byReporter.values()].flatMap((rows) => [...rows.values()])
}

function plus(a: OutcomeCounts, b: OutcomeCounts): OutcomeCounts {
  return {
    ...a,
    successes: a.successes + b.successes,
    transportFailures: a.transportFailures + b.transportFailures,
    callerFailures: a.callerFailures + b.callerFailures,
    otherFailures: a.otherFailures + b.otherFailures,
  }
}

function columnsOf(rows: readonly OutcomeCounts[]) {
  return {
    ids: textList(rows.map(({ subjectId }) => subjectId)),
    hours: intList(rows.map(({ hour }) => hour)),
    reporters: intList(rows.map(({ reporterKey }) => reporterKey)),
    successes: intList(rows.map(({ successes }) => successes)),
    transport: intList(rows.map(({ transportFailures }) => transportFailures)),
    caller: intList(rows.map(({ callerFailures }) => callerFailures)),
    other: intList(rows.map(({ otherFailures }) => otherFailures)),
  }
}
