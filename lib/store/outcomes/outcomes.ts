import { HOUR_MS } from 'assay-verify/duration'
import { dayOfHour } from 'assay-verify/score/network-votes'
import type { HourOfOutcomes, ReporterOutcomes } from 'assay-verify/score/usage'
import { inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { OUTCOME_DAYS } from '../../core/retention'
import { subjects } from '../catalog/catalog-schema'
import { repeatWhileFull } from '../chunks'
import { countDeleted, type Database, rowsOf } from '../database'
import { countOutcomes, countRows, type OutcomeCounts } from './count-rows'
import { reporters, usageDue } from './usage-schema'

/** Rows deleted at once, so that the embedded database's one connection is soon free. */
const DROP_CHUNK = 5000

/**
 * Most recent hours that are read hour by hour; older ones are summed by day, which makes no difference to weights that
 * fade over weeks.
 */
const SINGLE_HOURS = 48

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
 * Adds counts to those stored, and makes their subjects due to be summed at once. Answers the ids that are or were
 * known; counts of others are left out. Rows are written in the order of ids, so that two batches never deadlock.
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

/**
 * Outcomes of these subjects since an instant, by subject, with one entry per reporter. Subjects without outcomes are
 * left out.
 */
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

/**
 * Claims subjects whose outcomes are to be summed, longest due first, until the transaction ends; those claimed by
 * others are skipped.
 */
export async function claimDueUsage(tx: Database, limit: number, now: Date): Promise<string[]> {
  const rows = await tx
    .select({ id: usageDue.subjectId })
    .from(usageDue)
    .where(lte(usageDue.dueAt, now))
    .orderBy(usageDue.dueAt, usageDue.subjectId)
    .limit(limit)
    .for('update', { skipLocked: true })
  // After the rows were locked: whoever reads the old number read it before these subjects are summed up.
  if (rows.length > 0) await tx.execute(sql`SELECT nextval('usage_claims')`)
  return rows.map(({ id }) => id)
}

/** Sums these up again at `dueAt`; null: not before new outcomes arrive. */
export async function postponeUsage(tx: Database, ids: readonly string[], dueAt: Date | null): Promise<void> {
  if (ids.length === 0) return
  const these = inArray(usageDue.subjectId, [...ids])
  if (dueAt === null) await tx.delete(usageDue).where(these)
  else await tx.update(usageDue).set({ dueAt }).where(these)
}

/**
 * Deletes outcomes past the time they are kept, some at a time; a killed run leaves the rest to the next. Answers how
 * many rows went.
 */
export async function dropOldOutcomes(db: Database, now: Date): Promise<number> {
  const before = hourOf(now) - OUTCOME_DAYS * 24
  const old = sql`SELECT ctid FROM outcome_counts WHERE hour < ${before} LIMIT ${DROP_CHUNK}`
  return repeatWhileFull(DROP_CHUNK, () =>
    countDeleted(db, sql`DELETE FROM outcome_counts WHERE ctid = ANY (ARRAY(${old}))`),
  )
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
