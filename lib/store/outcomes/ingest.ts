import { HOUR_MS } from 'assay-verify/duration'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { CREDITS_A_KEY_AND_DAY, creditsOf, type ReportedOfTool } from '../../core/caller/credits'
import type { Outcome, OutcomeSums } from '../../core/caller/outcome'
import { partitionOf } from '../../core/caller/partition'
import { dayOf } from '../../core/day'
import { intList, textList } from '../array-literal'
import { type Database, rowsOf } from '../database'
import { apiKeys, keyDays } from '../keys/keys-schema'
import {
  type BatchClaim,
  type CountedBefore,
  claimHashes,
  closeParts,
  isOpen,
  isOther,
  recordResults,
} from './batch-hashes'
import type { OutcomeCounts } from './count-rows'
import { openReporter, recordOutcomes } from './outcomes'
import { reporters } from './usage-schema'

/** One batch, summed by tool. */
export interface Batch {
  /** The sender's key; null: none, and it earns nothing. */
  keyId: string | null
  reporterKey: number
  /** The network it comes from, as a keyed hash that is valid for the day; null where none is kept. */
  network: number | null
  /** A keyed hash of its idempotency key; null: it has none. */
  hash: string | null
  /**
   * A keyed hash of its body, by which another body under the same idempotency key is found; null or left out: not
   * compared.
   */
  content?: string | null
  sums: ReadonlyMap<string, OutcomeSums>
  /** The outcomes that were summed, for their latencies. */
  outcomes: readonly Outcome[]
  /** Number of events with unknown ids. */
  ignored: number
}

export interface Counted {
  accepted: number
  ignored: number
  credits: number
  /** Its idempotency key was used for another body before: nothing of it was counted. */
  isReused?: true
}

export const REUSED: Counted = { accepted: 0, ignored: 0, credits: 0, isReused: true }

/**
 * Counts batches, all or none, each once: a batch whose hash was counted before gets the answer it got then, or
 * `isReused` where its body is another. Events, ledger and credits are written in one transaction. null: its key was
 * revoked, and nothing of it was counted. Locks are taken in one order, so that writers never deadlock. `onCounted` is
 * called for each batch that was counted now, and for none that was counted before.
 */
export async function recordBatches(
  db: Database,
  batches: readonly Batch[],
  now: Date,
  onEarned: (keyId: string, creditsToday: number) => void = () => undefined,
  onCounted: (batch: Batch, now: Date) => void = () => undefined,
): Promise<(Counted | null)[]> {
  const { results, earnedToday, counted } = await db.transaction(async (tx) => {
    const earnedToday = await getKeysForUpdate(tx, batches, now)
    // A batch of a revoked key takes no hash either: a retry must not be answered as if it had been counted.
    const living = batches.filter(({ keyId }) => keyId === null || earnedToday.has(keyId))
    const before = await claimHashes(tx, living.flatMap(claimOf), now)
    const firstOf = (batch: Batch) => living.find(({ hash }) => hash !== null && hash === batch.hash) ?? batch
    const first = living.filter((batch) => firstOf(batch) === batch)
    const fresh = first.filter(({ hash }) => hash === null || !before.has(hash))
    const counted = await countBatches(tx, fresh, earnedToday, now)
    await recordResults(tx, counted)
    await countRest(tx, first, before, earnedToday, now)
    const results = batches.map((batch) => {
      const known = before.get(batch.hash ?? '')
      if (isOther(batch, known ?? firstOf(batch))) return REUSED
      return counted.get(firstOf(batch)) ?? known?.counted ?? null
    })
    return { results, earnedToday, counted }
  })
  for (const [keyId, credits] of earnedToday) onEarned(keyId, credits)
  for (const batch of counted.keys()) onCounted(batch, now)
  return results
}

function claimOf({ hash, content = null }: Batch): BatchClaim[] {
  return hash === null ? [] : [{ hash, content, counted: { accepted: 0, ignored: 0, credits: 0 }, countedParts: null }]
}

/**
 * Counts what of repeated batches another process may not have given to the stream of outcomes: all that the stream's
 * consumers have not counted. What the stream has of them nevertheless is left out when it comes.
 */
async function countRest(
  tx: Database,
  batches: readonly Batch[],
  before: ReadonlyMap<string, CountedBefore>,
  earnedToday: Map<string, number>,
  now: Date,
): Promise<void> {
  const rest = batches.flatMap((batch) => {
    const known = before.get(batch.hash ?? '')
    if (known === undefined || !isOpen(known) || isOther(batch, known)) return []
    const parts = known.countedParts ?? 0
    return [{ ...batch, sums: new Map([...batch.sums].filter(([id]) => (parts & (2 ** partitionOf(id))) === 0)) }]
  })
  if (rest.length === 0) return
  await countBatches(tx, rest, earnedToday, now)
  await closeParts(
    tx,
    rest.flatMap(({ hash }) => hash ?? []),
  )
}

/**
 * Counts batches in the hour of `at`, with what their keys report and earn on its day. Their keys are locked
 * (`getKeysForUpdate`); what they earn is added to `earnedToday`. `now`: when their subjects become due.
 */
export async function countBatches(
  tx: Database,
  batches: readonly Batch[],
  earnedToday: Map<string, number>,
  at: Date,
  now = at,
): Promise<Map<Batch, Counted>> {
  const reported = await listReportedToday(
    tx,
    batches.filter(({ keyId }) => keyId !== null && (earnedToday.get(keyId) ?? 0) < CREDITS_A_KEY_AND_DAY),
    at,
  )
  const known = await recordOutcomes(
    tx,
    batches.flatMap((batch) => countsOf(batch, at)),
    now,
  )
  const counted = new Map(batches.map((batch) => [batch, countedOf(batch, known, reported, earnedToday)]))
  await recordLedger(tx, counted, at)
  return counted
}

/**
 * Existing keys of these batches, each locked, with what it earned today: two batches of one key never earn the same
 * credit.
 */
export async function getKeysForUpdate(
  tx: Database,
  batches: readonly Pick<Batch, 'keyId'>[],
  now: Date,
): Promise<Map<string, number>> {
  const keyIds = [...new Set(batches.flatMap(({ keyId }) => keyId ?? []))]
  if (keyIds.length === 0) return new Map()
  const living = await tx
    .select({ keyId: apiKeys.keyId })
    .from(apiKeys)
    .where(inArray(apiKeys.keyId, keyIds))
    .orderBy(asc(apiKeys.keyId))
    .for('update')
  // A separate statement: one that waited for a lock reads the locked rows as they are now, but all others as they were
  // when it began.
  const days = await tx
    .select({ keyId: keyDays.keyId, credits: keyDays.credits })
    .from(keyDays)
    .where(and(inArray(keyDays.keyId, keyIds), eq(keyDays.day, dayOf(now))))
  const today = new Map(days.map(({ keyId, credits }) => [keyId, credits]))
  return new Map(living.map(({ keyId }) => [keyId, today.get(keyId) ?? 0]))
}

const reportKey = (reporterKey: number, subjectId: string) => `${reporterKey} ${subjectId}`

/**
 * Events that the reporters of these batches reported of these tools earlier today. Not needed of a key that has earned
 * its daily most.
 */
async function listReportedToday(tx: Database, keyed: readonly Batch[], now: Date): Promise<Map<string, number>> {
  const ids = [...new Set(keyed.flatMap(({ sums }) => [...sums.keys()]))]
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<{ id: string; reporter: number; events: number }>(
    tx,
    sql`SELECT subject_id AS id, reporter_key AS reporter,
        sum(successes + transport_failures + caller_failures + other_failures)::float8 AS events
      FROM outcome_counts
      WHERE subject_id = ANY (${textList(ids)}) AND hour >= ${dayOf(now) * 24}
        AND reporter_key = ANY (${intList([...new Set(keyed.map(({ reporterKey }) => reporterKey))])})
      GROUP BY 1, 2`,
  )
  return new Map(rows.map(({ id, reporter, events }) => [reportKey(reporter, id), events]))
}

export function countsOf({ reporterKey, sums }: Batch, now: Date): OutcomeCounts[] {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  return [...sums].map(([subjectId, sum]) => ({ subjectId, reporterKey, hour, ...sum }))
}

export function eventsOf({ successes, transportFailures, callerFailures, otherFailures }: OutcomeSums): number {
  return successes + transportFailures + callerFailures + otherFailures
}

/** Also adds to what the key reported and earned today, for the next batch of the same key. */
function countedOf(
  { keyId, reporterKey, sums, ignored }: Batch,
  known: ReadonlySet<string>,
  reported: Map<string, number>,
  earnedToday: Map<string, number>,
): Counted {
  const counted = { accepted: 0, ignored, credits: 0 }
  const ofTools: ReportedOfTool[] = []
  for (const [id, sum] of sums) {
    const events = eventsOf(sum)
    counted[known.has(id) ? 'accepted' : 'ignored'] += events
    if (!known.has(id)) continue
    const before = reported.get(reportKey(reporterKey, id)) ?? 0
    ofTools.push({ before, events })
    reported.set(reportKey(reporterKey, id), before + events)
  }
  if (keyId === null) return counted
  const earned = earnedToday.get(keyId) ?? 0
  counted.credits = creditsOf(ofTools, earned)
  earnedToday.set(keyId, earned + counted.credits)
  return counted
}

/** Adds what each key reported and earned to its ledger and its sum. */
async function recordLedger(tx: Database, counted: ReadonlyMap<Batch, Counted>, now: Date): Promise<void> {
  const byKey = new Map<string, { events: number; credits: number }>()
  for (const [{ keyId }, { accepted, credits }] of counted) {
    if (keyId === null || accepted === 0) continue
    const sum = byKey.get(keyId) ?? { events: 0, credits: 0 }
    byKey.set(keyId, { events: sum.events + accepted, credits: sum.credits + credits })
  }
  if (byKey.size === 0) return
  const sums = [...byKey.values()]
  await tx.execute(
    sql`WITH reported AS (
      SELECT * FROM unnest(${sql.param([...byKey.keys()])}::text[], ${sql.param(sums.map(({ events }) => events))}::int[],
        ${sql.param(sums.map(({ credits }) => credits))}::int[]) AS t(id, events, credits)
    ), days AS (
      INSERT INTO key_days (key_id, day, events, credits) SELECT id, ${dayOf(now)}::int, events, credits FROM reported
      ON CONFLICT (key_id, day) DO UPDATE SET events = key_days.events + excluded.events, credits = key_days.credits + excluded.credits
    )
    UPDATE api_keys SET credits = api_keys.credits + reported.credits FROM reported WHERE key_id = reported.id`,
  )
}

/** The one reporter that all senders without a key share. Made at the first call. */
export async function keylessReporter(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${KEYLESS_LOCK})`)
    const [known] = await tx
      .select({ key: reporters.key })
      .from(reporters)
      .where(isNull(reporters.keyedSince))
      .orderBy(reporters.key)
      .limit(1)
    return known?.key ?? openReporter(tx, null)
  })
}

/** Advisory lock that keeps two processes from making two such reporters. An arbitrary number. */
const KEYLESS_LOCK = 4_151_548
