import { signingKeyFromSeed } from 'assay-verify/attestation'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../store/database'
import { queueKeyEvent } from '../../store/outbox/queue'
import { logKeys } from './tlog-schema'

/** A key that signs or signed checkpoints. */
export interface StoredLogKey {
  kid: string
  /** 32 bytes, base64url. */
  publicKey: string
  /** 32 bytes, base64url; null: retired, or a key of the settings. */
  seed: string | null
  retiredAt: Date | null
}

/** Every key of the log, the oldest first. */
export async function listLogKeys(db: Database): Promise<StoredLogKey[]> {
  const { kid, publicKey, seed, retiredAt, createdAt } = logKeys
  return db
    .select({ kid, publicKey, seed, retiredAt })
    .from(logKeys)
    .orderBy(asc(createdAt), sql`${retiredAt} NULLS LAST`, asc(kid))
}

/**
 * Makes the key of this seed the one that signs: others are retired, and that is queued for the log. `isStored`: false
 * for a key of the settings, of which only the public half is kept.
 */
export async function activateLogKey(
  tx: Database,
  { seed, isStored, event = 'retired' }: { seed: string; isStored: boolean; event?: 'retired' | 'leaked' },
  now: Date,
): Promise<void> {
  const { publicJwk, kid } = signingKeyFromSeed(Buffer.from(seed, 'base64url'))
  const others = await tx
    .update(logKeys)
    .set({ seed: null, retiredAt: now })
    .where(and(ne(logKeys.kid, kid), isNull(logKeys.retiredAt)))
    .returning({ publicKey: logKeys.publicKey })
  for (const { publicKey } of others) await queueKeyEvent(tx, 'log', publicKey, event, now)
  const [known] = await tx.select({ retiredAt: logKeys.retiredAt }).from(logKeys).where(eq(logKeys.kid, kid))
  const row = { kid, publicKey: publicJwk.x, seed: isStored ? seed : null, createdAt: now, retiredAt: null }
  await tx
    .insert(logKeys)
    .values(row)
    .onConflictDoUpdate({ target: logKeys.kid, set: { seed: row.seed, retiredAt: null } })
  if (known === undefined || known.retiredAt !== null) await queueKeyEvent(tx, 'log', publicJwk.x, 'published', now)
}
