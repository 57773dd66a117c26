import type { DelayCount, VerdictCounts } from 'assay-verify/accuracy/verdict-figures'
import { isReachable, PROBE_REASONS } from 'assay-verify/state/observation'
import { inArray, lt, sql } from 'drizzle-orm'
import type { VerdictChange } from '../../core/accuracy/verdict-accuracy'
import { type Database, rowsOf } from '../database'
import { addedColumns, excludedColumns } from '../excluded-columns'
import { detectionDelays, forecastTallies, policyTallies, verdictChanges, verdictTallies } from './accuracy-schema'

/** The newest change of verdict of these servers; one that has none is left out. */
export async function listVerdictChanges(
  tx: Database,
  serverKeys: readonly number[],
): Promise<Map<number, VerdictChange>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(verdictChanges)
    .where(inArray(verdictChanges.serverKey, [...serverKeys]))
  return new Map(rows.map(({ serverKey, ...change }) => [serverKey, change]))
}

export async function recordVerdictChanges(
  tx: Database,
  changes: readonly ({ serverKey: number } & VerdictChange)[],
): Promise<void> {
  if (changes.length === 0) return
  await tx
    .insert(verdictChanges)
    .values([...changes])
    .onConflictDoUpdate({
      target: verdictChanges.serverKey,
      set: excludedColumns(verdictChanges, ['verdict', 'before', 'at']),
    })
}

/** Adds to the sums of a day (UTC, `2026-11-20`). Each verdict may occur once. */
export async function addVerdictTallies(tx: Database, day: string, records: readonly VerdictCounts[]): Promise<void> {
  if (records.length === 0) return
  await tx
    .insert(verdictTallies)
    .values(records.map((record) => ({ day, ...record })))
    .onConflictDoUpdate({
      target: [verdictTallies.day, verdictTallies.verdict],
      set: addedColumns(verdictTallies, ['begun', 'reversed', 'takenBack']),
    })
}

/** Adds to a day's histograms. Each bin may occur once. */
export async function addDetectionDelays(tx: Database, day: string, counts: readonly DelayCount[]): Promise<void> {
  if (counts.length === 0) return
  await tx
    .insert(detectionDelays)
    .values(counts.map((count) => ({ day, ...count })))
    .onConflictDoUpdate({
      target: [detectionDelays.day, detectionDelays.since, detectionDelays.bin],
      set: addedColumns(detectionDelays, ['n']),
    })
}

const codesThat = (reachable: boolean) =>
  Object.values(PROBE_REASONS).flatMap(({ code, outcome }) => (isReachable(outcome) === reachable ? [code] : []))
const ANSWERS = codesThat(true)
const FAILURES = codesThat(false)

/** How an outage began, by its observations: the last answer before it, and the first failure after that. */
export interface OutageBegin {
  serverKey: number
  lastAnswerAt: Date
  firstFailureAt: Date
}

/**
 * How the current outages of these servers began, from their observations since `since`. A server without an answer in
 * that time is left out.
 */
export async function listOutageBegins(
  tx: Database,
  serverKeys: readonly number[],
  since: Date,
): Promise<OutageBegin[]> {
  if (serverKeys.length === 0) return []
  const from = Math.floor(since.getTime() / 1000)
  const rows = await rowsOf<{ key: number; answer_s: number; failure_s: number }>(
    tx,
    sql`WITH probes AS (SELECT server_key, observed_at, reason FROM observations
        WHERE server_key IN ${[...serverKeys]} AND observed_at >= ${from}::int),
      answers AS (SELECT server_key, max(observed_at) AS at FROM probes WHERE reason IN ${ANSWERS} GROUP BY server_key)
      SELECT probes.server_key AS key, answers.at AS answer_s, min(probes.observed_at) AS failure_s
      FROM probes JOIN answers ON answers.server_key = probes.server_key AND probes.observed_at >= answers.at
      WHERE probes.reason IN ${FAILURES} GROUP BY probes.server_key, answers.at`,
  )
  return rows.map(({ key, answer_s, failure_s }) => ({
    serverKey: key,
    lastAnswerAt: new Date(answer_s * 1000),
    firstFailureAt: new Date(failure_s * 1000),
  }))
}

/** Sums by verdict, of the days from `since` on. */
export async function sumVerdictTallies(db: Database, since: string): Promise<VerdictCounts[]> {
  return rowsOf<VerdictCounts>(
    db,
    sql`SELECT verdict, sum(begun)::float8 AS begun, sum(reversed)::float8 AS reversed, sum(taken_back)::float8 AS "takenBack"
      FROM verdict_tallies WHERE day >= ${since} GROUP BY verdict`,
  )
}

/** The histograms of the days from `since` on, added up. */
export async function sumDetectionDelays(db: Database, since: string): Promise<DelayCount[]> {
  return rowsOf<DelayCount>(
    db,
    sql`SELECT since, bin, sum(n)::float8 AS n FROM detection_delays WHERE day >= ${since} GROUP BY since, bin`,
  )
}

/** Deletes the sums of all days before this one. */
export async function dropAccuracyBefore(tx: Database, day: string): Promise<void> {
  await tx.delete(forecastTallies).where(lt(forecastTallies.day, day))
  await tx.delete(verdictTallies).where(lt(verdictTallies.day, day))
  await tx.delete(detectionDelays).where(lt(detectionDelays.day, day))
  await tx.delete(policyTallies).where(lt(policyTallies.day, day))
}
