import { and, eq, gt, sql } from 'drizzle-orm'
import { CREDIT_DAYS } from '../../core/caller/credits'
import { dayOf } from '../../core/day'
import { countDeleted, type Database } from '../database'
import { apiKeys, keyDays } from './keys-schema'

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
  const at = now.toISOString()
  const days = await countDeleted(db, sql`DELETE FROM key_days WHERE day < ${dayOf(now) - CREDIT_DAYS}`)
  return days + (await countDeleted(db, sql`DELETE FROM counted_batches WHERE expires_at <= ${at}::timestamptz`))
}
