import { and, eq, gt, sql } from 'drizzle-orm'
import { CREDIT_DAYS } from '../../core/caller/credits'
import { dayOf } from '../../core/day'
import type { Database } from '../../store/database'
import { apiKeys, keyDays } from '../../store/keys/keys-schema'
import { eraseReporters, openReporter } from '../../store/outcomes/outcomes'
import { countKeyChange } from '../../store/signing/key-revisions'

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
