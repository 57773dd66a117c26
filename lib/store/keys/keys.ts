import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { CREDIT_DAYS } from '../../core/caller/credits'
import { dayOf } from '../../core/day'
import { type Database, rowsOf } from '../database'
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
