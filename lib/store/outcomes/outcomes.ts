import { inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS } from '../../core/duration'
import { OUTCOME_DAYS } from '../../core/retention'
import { dayOfHour } from '../../core/score/network-votes'
import type { HourOfOutcomes, ReporterOutcomes } from '../../core/score/usage'
import { intList, textList } from '../array-literal'
import { subjects } from '../catalog/catalog-schema'
import { repeatWhileFull } from '../chunks'
import { type Database, rowsOf } from '../database'
import { reporters, usageDue } from './usage-schema'

/** Rows deleted at once, so that the embedded database's one connection is soon free. */
const DROP_CHUNK = 5000

/** Most recent hours that are read hour by hour; older ones are summed by day, which makes no difference to weights that fade over weeks. */
const SINGLE_HOURS = 48

/** Outcome counts of one reporter for one subject in one hour. */
export interface OutcomeCounts extends HourOfOutcomes {
  subjectId: string
  reporterKey: number
}

/** Makes a reporter and answers its key. `keyedSince` null: it has no API key, and is never trusted. */
export async function openReporter(tx: Database, keyedSince: Date | null): Promise<number> {
  const [row] = await tx.insert(reporters).values({ keyedSince }).returning({ key: reporters.key })
  if (row === undefined) throw new Error('inserting a reporter returned no key')
  return row.key
}

/** Keys of the reporters that have an API key, the oldest first. */
export async function listKeyedReporters(db: Database, limit: number): Promise<number[]> {
  const { key, keyedSince } = reporters
  const rows = await db.select({ key }).from(reporters).where(isNotNull(keyedSince)).orderBy(key).limit(limit)
  return rows.map((row) => row.key)
}

/** Deletes reporters: their outcomes count for nothing from now on, and nothing links them to a key. */
export async function eraseReporters(tx: Database, keys: readonly number[]): Promise<void> {
  if (keys.length > 0) await tx.delete(reporters).where(inArray(reporters.key, [...keys]))
}

/**
 * Adds counts to those stored, and makes their subjects due to be summed at once. Answers the ids that are or were known; counts of others are left out. Rows
 * are written in the order of ids, so that two batches never deadlock.
 */
export async function recordOutcomes(tx: Database, counts: readonly OutcomeCounts[], now: Date): Promise<Set<string>> {
  if (counts.length === 0) return new Set()
  const rows = countRows(counts)
  const [written] = await rowsOf<{ counted: number }>(
    tx,
    sql`WITH reported AS (SELECT g.* FROM ${rows.list} WHERE EXISTS (SELECT FROM subjects WHERE subjects.id = g.id)), ${countOutcomes(sql`reported AS g`, now)}
    SELECT count(*)::int AS counted FROM counted`,
  )
  const ids = new Set(counts.map(({ subjectId }) => subjectId))
  return written?.counted === rows.length ? ids : listKnown(tx, [...ids])
}

/** Counts as a list to select from: `g(id, hour, reporter, ok, transport, caller, other)`, one row per subject, hour and reporter. */
export function countRows(counts: readonly OutcomeCounts[]): { length: number; list: SQL } {
  const rows = summed(counts)
  const c = columnsOf(rows)
  const list = sql`unnest(${c.ids}, ${c.hours}, ${c.reporters}, ${c.successes}, ${c.transport}, ${c.caller}, ${c.other}) AS g(id, hour, reporter, ok, transport, caller, other)`
  return { length: rows.length, list }
}

/**
 * The parts of a statement that add such a list to the stored counts (`counted`) and make its subjects due (`due`). Rows that are already due are looked up one
 * by one: for a join Postgres would read all due rows for every batch.
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

/** Outcomes of these subjects since an instant, by subject, with one entry per reporter. Subjects without outcomes are left out. */
export async function listUsage(
  tx: Database,
  subjectIds: readonly string[],
  since: Date,
  now: Date,
): Promise<Map<string, ReporterOutcomes[]>> {
  if (subjectIds.length === 0) return new Map()
  const [sinceHour, singleFrom] = [hourOf(since), hourOf(now) - SINGLE_HOURS]
  const rows = await rowsOf<UsageRow>(
    tx,
    sql`SELECT subject_id AS id, c.reporter_key AS reporter, (extract(epoch FROM r.keyed_since) * 1000)::float8 AS since, r.corroborated,
        CASE WHEN hour >= ${singleFrom} THEN hour ELSE hour / 24 * 24 + 12 END AS hour, min(n.network) AS network,
        sum(successes)::float8 AS ok, sum(transport_failures)::float8 AS transport,
        sum(caller_failures)::float8 AS caller, sum(other_failures)::float8 AS other
      FROM outcome_counts c JOIN reporters r ON r.key = c.reporter_key
      LEFT JOIN reporter_networks n ON n.reporter_key = c.reporter_key AND n.day = hour / 24
      WHERE subject_id IN ${[...subjectIds]} AND hour >= ${sinceHour}
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 5`,
  )
  const bySubject = new Map<string, Map<number, ReadOutcomes>>()
  for (const row of rows) {
    const own = bySubject.get(row.id) ?? new Map<number, ReadOutcomes>()
    const entry: ReadOutcomes = own.get(row.reporter) ?? { reporter: reporterOf(row), hours: [], networks: new Map() }
    entry.hours.push(hourFrom(row))
    if (row.network !== null) entry.networks.set(dayOfHour(row.hour), row.network)
    bySubject.set(row.id, own.set(row.reporter, entry))
  }
  return new Map([...bySubject].map(([id, own]) => [id, [...own.values()]]))
}

/** Claims subjects whose outcomes are to be summed, longest due first, until the transaction ends; those claimed by others are skipped. */
export async function claimDueUsage(tx: Database, limit: number, now: Date): Promise<string[]> {
  const rows = await tx
    .select({ id: usageDue.subjectId })
    .from(usageDue)
    .where(lte(usageDue.dueAt, now))
    .orderBy(usageDue.dueAt, usageDue.subjectId)
    .limit(limit)
    .for('update', { skipLocked: true })
  return rows.map(({ id }) => id)
}

/** Sums these up again at `dueAt`; null: not before new outcomes arrive. */
export async function postponeUsage(tx: Database, ids: readonly string[], dueAt: Date | null): Promise<void> {
  if (ids.length === 0) return
  const these = inArray(usageDue.subjectId, [...ids])
  if (dueAt === null) await tx.delete(usageDue).where(these)
  else await tx.update(usageDue).set({ dueAt }).where(these)
}

/** Deletes outcomes past the time they are kept, some at a time; a killed run leaves the rest to the next. Answers how many rows went. */
export async function dropOldOutcomes(db: Database, now: Date): Promise<number> {
  const before = hourOf(now) - OUTCOME_DAYS * 24
  return repeatWhileFull(DROP_CHUNK, async () => {
    const rows = await rowsOf<{ dropped: number }>(
      db,
      sql`WITH gone AS (
        DELETE FROM outcome_counts WHERE ctid = ANY (ARRAY(SELECT ctid FROM outcome_counts WHERE hour < ${before} LIMIT ${DROP_CHUNK})) RETURNING 1
      ) SELECT count(*)::int AS dropped FROM gone`,
    )
    return rows[0]?.dropped ?? 0
  })
}

/** Those of these ids that are or were known. */
export async function listKnown(tx: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: subjects.id })
    .from(subjects)
    .where(inArray(subjects.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

interface ReadOutcomes extends ReporterOutcomes {
  hours: HourOfOutcomes[]
  networks: Map<number, number>
}

interface UsageRow {
  id: string
  reporter: number
  network: number | null
  since: number | null
  corroborated: number
  hour: number
  ok: number
  transport: number
  caller: number
  other: number
}

function reporterOf({ since, corroborated }: UsageRow) {
  return { keyedSince: since === null ? null : new Date(since), corroborated }
}

function hourFrom({ hour, ok, transport, caller, other }: UsageRow): HourOfOutcomes {
  return { hour, successes: ok, transportFailures: transport, callerFailures: caller, otherFailures: other }
}

function hourOf(instant: Date): number {
  return Math.floor(instant.getTime() / HOUR_MS)
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
