import { dayOfHour } from 'assay-verify/score/network-votes'
import type { Verdict } from 'assay-verify/verdict'
import { eq, sql } from 'drizzle-orm'
import type { Testimony } from '../../core/caller/corroboration'
import { intList, textList } from '../array-literal'
import { type Database, rowsOf } from '../database'
import { corroborationProgress } from './usage-schema'

/**
 * How far the update of reporter trust has come: all hours before `hour`, and of it the subjects up to `afterSubject`,
 * in byte order.
 */
export interface Progress {
  hour: number
  afterSubject: string
}

const ONLY = 1

/**
 * The progress, locked until the transaction ends. The first call begins with the oldest outcomes there are, or with
 * `firstHour`.
 */
export async function getProgressForUpdate(tx: Database, firstHour: number): Promise<Progress> {
  await tx.execute(
    sql`INSERT INTO reporter_trust_progress (key, hour)
      SELECT ${ONLY}::int, coalesce((SELECT min(hour) FROM outcome_counts), ${firstHour}::int)
      WHERE NOT EXISTS (SELECT FROM reporter_trust_progress) ON CONFLICT DO NOTHING`,
  )
  const { hour, afterSubject } = corroborationProgress
  const [row] = await tx.select({ hour, afterSubject }).from(corroborationProgress).for('update')
  if (row === undefined) throw new Error('the progress of reporter trust was inserted and is missing')
  return row
}

export async function recordProgress(tx: Database, { hour, afterSubject }: Progress): Promise<void> {
  await tx.update(corroborationProgress).set({ hour, afterSubject }).where(eq(corroborationProgress.key, ONLY))
}

/** The next subjects that reporters with keys reported in this hour, in byte order. */
export async function listTestified(db: Database, { hour, afterSubject }: Progress, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT DISTINCT subject_id COLLATE "C" AS id FROM outcome_counts JOIN reporters ON key = reporter_key
      WHERE hour = ${hour} AND keyed_since IS NOT NULL AND subject_id COLLATE "C" > ${afterSubject} ORDER BY 1 LIMIT ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** The next hour after this one with outcomes; `endHour` where there is none before it. */
export async function nextHour(tx: Database, hour: number, endHour: number): Promise<number> {
  const [row] = await rowsOf<{ next: number }>(
    tx,
    sql`SELECT coalesce(min(hour), ${endHour}::int) AS next FROM outcome_counts WHERE hour > ${hour} AND hour < ${endHour}`,
  )
  return row?.next ?? endHour
}

interface ReportedHour {
  id: string
  server: number
  published: Verdict[] | null
  reporter: number
  since: number
  corroborated: number
  network: number | null
  ok: number
  transport: number
  caller: number
  other: number
}

/**
 * What reporters with keys reported of one subject in one hour, the server it belongs to, and the verdicts published
 * meanwhile.
 */
export interface SubjectTestimonies {
  serverKey: number
  published: readonly Verdict[]
  testimonies: Testimony[]
}

/** By subject; deleted subjects are left out. */
export async function listTestimonies(
  tx: Database,
  ids: readonly string[],
  hour: number,
): Promise<Map<string, SubjectTestimonies>> {
  const rows = await rowsOf<ReportedHour>(
    tx,
    sql`SELECT c.subject_id AS id, server_key AS server, array_to_json(published.verdicts) AS published, c.reporter_key AS reporter,
        (extract(epoch FROM keyed_since) * 1000)::float8 AS since, corroborated, network,
        successes AS ok, transport_failures AS transport, caller_failures AS caller, other_failures AS other
      FROM outcome_counts c JOIN subjects ON subjects.id = c.subject_id JOIN reporters ON reporters.key = c.reporter_key
      LEFT JOIN published_verdicts published ON published.hour = c.hour AND published.subject_id = c.subject_id
      LEFT JOIN reporter_networks networks ON networks.reporter_key = c.reporter_key AND networks.day = ${dayOfHour(hour)}
      WHERE c.subject_id = ANY (${textList(ids)}) AND c.hour = ${hour} AND keyed_since IS NOT NULL ORDER BY 1, 4`,
  )
  const bySubject = new Map<string, SubjectTestimonies>()
  for (const { id, server, published, reporter, since, corroborated, network, ok, transport, caller, other } of rows) {
    const entry = bySubject.get(id) ?? { serverKey: server, published: published ?? [], testimonies: [] }
    entry.testimonies.push({
      reporterKey: reporter,
      network,
      reporter: { keyedSince: new Date(since), corroborated },
      counts: { hour, successes: ok, transportFailures: transport, callerFailures: caller, otherFailures: other },
    })
    bySubject.set(id, entry)
  }
  return bySubject
}

/** More than any trust asks for, and far from overflow. */
const MOST_CORROBORATED = 1_000_000

/**
 * Adds to each reporter's count of events that agreed with other evidence; core's `corroborateHour` decides which do.
 */
export async function addCorroborated(tx: Database, events: ReadonlyMap<number, number>): Promise<void> {
  if (events.size === 0) return
  await tx.execute(
    sql`UPDATE reporters SET corroborated = least(corroborated + g.events, ${MOST_CORROBORATED}::int)
      FROM unnest(${intList([...events.keys()])}, ${intList([...events.values()])}) AS g(reporter, events) WHERE key = g.reporter`,
  )
}
