import type { HourOfOutcomes } from 'assay-verify/score/usage'
import { type SQL, sql } from 'drizzle-orm'
import { intList, textList } from '../array-literal'

/** Outcome counts of one reporter for one subject in one hour. */
export interface OutcomeCounts extends HourOfOutcomes {
  subjectId: string
  reporterKey: number
}

/** Subjects that are due while `usage_claims` stands at `claims`; null: nothing is known of its number. */
export interface KnownDue {
  claims: string | null
  ids: ReadonlySet<string>
}

const NONE_DUE: KnownDue = { claims: null, ids: new Set() }

/** The number of claims so far. A sequence that was not used has its first value already. */
export const CLAIMS = sql`(SELECT last_value * is_called::int FROM usage_claims)`

/**
 * Counts as a list to select from: `g(id, hour, reporter, ok, transport, caller, other, due)`, one row per subject,
 * hour and reporter. `due`: 1 where the subject is known to be due.
 */
export function countRows(
  counts: readonly OutcomeCounts[],
  { ids }: KnownDue = NONE_DUE,
): { length: number; list: SQL } {
  const rows = summed(counts)
  const c = columnsOf(rows)
  const due = intList(rows.map(({ subjectId }) => (ids.has(subjectId) ? 1 : 0)))
  const list = sql`unnest(${c.ids}, ${c.hours}, ${c.reporters}, ${c.successes}, ${c.transport}, ${c.caller}, ${c.other}, ${due}) AS g(id, hour, reporter, ok, transport, caller, other, due)`
  return { length: rows.length, list }
}

/**
 * The parts of a statement that add such a list to the stored counts (`counted`), and then make its subjects due
 * (`due`, with those that were not). Rows that are already due are looked up one by one: for a join Postgres would read
 * all due rows for every batch. Those known to be due are looked up only where a claim has begun since.
 */
export function countOutcomes(from: SQL, now: Date, { claims }: KnownDue = NONE_DUE): SQL {
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
      RETURNING 1
    ), due AS (
      INSERT INTO usage_due (subject_id, due_at)
      SELECT DISTINCT g.id, ${at}::timestamptz FROM ${from}
      WHERE (SELECT count(*) FROM counted) > 0 AND (g.due = 0 OR ${CLAIMS} <> ${claims}::bigint)
        AND NOT coalesce((SELECT due_at <= ${at}::timestamptz FROM usage_due WHERE subject_id = g.id), false) ORDER BY 1
      ON CONFLICT (subject_id) DO UPDATE SET due_at = least(usage_due.due_at, excluded.due_at)
      RETURNING subject_id AS id
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
