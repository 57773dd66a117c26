import { DAY_MS } from 'assay-verify/duration'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { CREDIT_DAYS } from '../../core/caller/credits'
import { type Database, rowsOf } from '../database'
import { eraseReporters, openReporter } from '../outcomes/outcomes'
import { countKeyChange } from '../signing/key-revisions'
import { apiKeys, countedBatches, keyDays } from './keys-schema'

/** A stored key; the key itself is never stored. */
export interface KeyRecord {
  keyId: string
  reporterKey: number
  createdAt: Date
  /** Calls a minute granted by the operator; null: the limit of every key. */
  ownLimit: number | null
  /** All credits it ever earned, and those of the days that raise its limit. */
  credits: number
  recentCredits: number
}

export interface NewKey {
  keyId: string
  /** SHA-256 of the key, base64url. */
  hash: string
  ownLimit: number | null
}

/** Stores a new key, with a reporter of its own. */
export async function insertKey(db: Database, key: NewKey, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const reporterKey = await openReporter(tx, now)
    await tx.insert(apiKeys).values({ ...key, reporterKey, createdAt: now })
  })
}

/** The key with this hash; undefined: revoked, or never issued. */
export async function findKey(db: Database, hash: string, now: Date): Promise<KeyRecord | undefined> {
  const [row] = await db
    .select({
      keyId: apiKeys.keyId,
      reporterKey: apiKeys.reporterKey,
      createdAt: apiKeys.createdAt,
      ownLimit: apiKeys.ownLimit,
      credits: apiKeys.credits,
      recentCredits: sql<number>`coalesce(sum(${keyDays.credits}), 0)::int`,
    })
    .from(apiKeys)
    .leftJoin(keyDays, and(eq(keyDays.keyId, apiKeys.keyId), gt(keyDays.day, dayOf(now) - CREDIT_DAYS)))
    .where(eq(apiKeys.hash, hash))
    .groupBy(apiKeys.keyId)
  return row
}

/** What a key reported and earned, read from the database and not from a cache. */
export interface KeyUsage {
  credits: number
  recentCredits: number
  creditsToday: number
  recentEvents: number
  eventsToday: number
}

/** undefined: the key was revoked. */
export async function findKeyUsage(db: Database, keyId: string, now: Date): Promise<KeyUsage | undefined> {
  const today = dayOf(now)
  const ofToday = (column: 'events' | 'credits') =>
    sql<number>`coalesce(sum(${keyDays[column]}) FILTER (WHERE ${keyDays.day} = ${today}), 0)::int`
  const [row] = await db
    .select({
      credits: apiKeys.credits,
      recentCredits: sql<number>`coalesce(sum(${keyDays.credits}), 0)::int`,
      creditsToday: ofToday('credits'),
      recentEvents: sql<number>`coalesce(sum(${keyDays.events}), 0)::int`,
      eventsToday: ofToday('events'),
    })
    .from(apiKeys)
    .leftJoin(keyDays, and(eq(keyDays.keyId, apiKeys.keyId), gt(keyDays.day, today - CREDIT_DAYS)))
    .where(eq(apiKeys.keyId, keyId))
    .groupBy(apiKeys.keyId)
  return row
}

/**
 * Deletes a key, its ledger, and its reporter, whose outcomes count for nothing from then on; other processes stop
 * accepting it within two seconds. false: no key has this id.
 */
export async function eraseKey(db: Database, keyId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(apiKeys)
      .where(eq(apiKeys.keyId, keyId))
      .returning({ reporterKey: apiKeys.reporterKey })
    if (gone === undefined) return false
    await eraseReporters(tx, [gone.reporterKey])
    await countKeyChange(tx, 'api_keys')
    return true
  })
}

/**
 * Deletes ledger days that no longer count, and batches whose retries can no longer arrive. Answers how many rows went.
 */
export async function dropOldKeyDays(db: Database, now: Date): Promise<number> {
  const days = await db
    .delete(keyDays)
    .where(lt(keyDays.day, dayOf(now) - CREDIT_DAYS))
    .returning({ day: keyDays.day })
  const batches = await rowsOf<{ dropped: number }>(
    db,
    sql`WITH gone AS (DELETE FROM ${countedBatches} WHERE ${countedBatches.expiresAt} <= ${now.toISOString()}::timestamptz RETURNING 1)
      SELECT count(*)::int AS dropped FROM gone`,
  )
  return days.length + (batches[0]?.dropped ?? 0)
}

/** Whole days since 1970, UTC. */
export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS)
}
