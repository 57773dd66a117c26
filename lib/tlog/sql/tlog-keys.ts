import { signingKeyFromSeed } from 'assay-verify/attestation'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../store/database'
import { queueKeyEvent } from '../../store/outbox/queue'
import { tlogKeys } from './tlog-schema'

/** A key that signs or signed checkpoints. */
export interface StoredTlogKey {
  kid: string
  /** 32 bytes, base64url. */
  publicKey: string
  /** 32 bytes, base64url; null: retired, or a key of the settings. */
  seed: string | null
  retiredAt: Date | null
}

/** Every key of the log, the oldest first. */
export async function listTlogKeys(db: Database): Promise<StoredTlogKey[]> {
  const { kid, publicKey, seed, retiredAt, createdAt } = tlogKeys
  return db
    .select({ kid, publicKey, seed, retiredAt })
    .from(tlogKeys)
    .orderBy(asc(createdAt), sql`${retiredAt} NULLS LAST`, asc(kid))
}

/**
 * Makes the key of this seed the one that signs: others are retired, and that is queued for the log. `isStored`: false
 * for a key of the settings, of which only the public half is kept.
 */
export async function activateTlogKey(
  tx: Database,
  { seed, isStored, event = 'retired' }: { seed: string; isStored: boolean; event?: 'retired' | 'leaked' },
  now: Date,
): Promise<void> {
  const { publicJwk, kid } = signingKeyFromSeed(Buffer.from(seed, 'base64url'))
  const others = await tx
    .update(tlogKeys)
    .set({ seed: null, retiredAt: now })
    .where(and(ne(tlogKeys.kid, kid), isNull(tlogKeys.retiredAt)))
    .returning({ publicKey: tlogKeys.publicKey })
  for (const { publicKey } of others) await queueKeyEvent(tx, 'log', publicKey, event, now)
  const [known] = await tx.select({ retiredAt: tlogKeys.retiredAt }).from(tlogKeys).where(eq(tlogKeys.kid, kid))
  const row = { kid, publicKey: publicJwk.x, seed: isStored ? seed : null, createdAt: now, retiredAt: null }
  await tx
    .insert(tlogKeys)
    .values(row)
    .onConflictDoUpdate({ target: tlogKeys.kid, set: { seed: row.seed, retiredAt: null } })
  if (known === undefined || known.retiredAt !== null) await queueKeyEvent(tx, 'log', publicJwk.x, 'published', now)
}
