import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { signingKeyFromSeed } from '../../core/attestation'
import type { Database } from '../database'
import { signingKeys } from './keys-schema'

interface StoredKey {
  kid: string
  /** 32 bytes in base64url. */
  seed: string
}

/** The key this database signs with: the stored one, or `made` if there is none yet. Two processes that start at once get the same. */
export async function getOrCreateSigningKey(db: Database, made: StoredKey, now: Date): Promise<StoredKey> {
  return db.transaction(async (tx) => {
    const [kept] = await lockedKeys(tx)
    if (kept !== undefined) return kept
    await tx.insert(signingKeys).values({ ...made, createdAt: now })
    return made
  })
}

/** Retires every active key: its seed is erased, its public key kept. Answers the ids of those keys. */
export async function retireSigningKeys(db: Database, now: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    const keys = await lockedKeys(tx)
    for (const { kid, seed } of keys) {
      const publicKey = signingKeyFromSeed(Buffer.from(seed, 'base64url')).publicJwk.x
      await tx.update(signingKeys).set({ seed: null, publicKey, retiredAt: now }).where(eq(signingKeys.kid, kid))
    }
    return keys.map(({ kid }) => kid)
  })
}

/** Public keys that were retired after `since`, the latest first. */
export async function listRetiredKeys(db: Database, since: Date): Promise<{ publicKey: string; retiredAt: Date }[]> {
  const rows = await db
    .select({ publicKey: signingKeys.publicKey, retiredAt: signingKeys.retiredAt })
    .from(signingKeys)
    .where(and(isNotNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, since)))
    .orderBy(sql`${signingKeys.retiredAt} DESC`, asc(signingKeys.kid))
  return rows.flatMap(({ publicKey, retiredAt }) =>
    publicKey === null || retiredAt === null ? [] : [{ publicKey, retiredAt }],
  )
}

async function lockedKeys(tx: Database): Promise<StoredKey[]> {
  await tx.execute(sql`LOCK TABLE signing_keys IN EXCLUSIVE MODE`)
  const rows = await tx
    .select({ kid: signingKeys.kid, seed: signingKeys.seed })
    .from(signingKeys)
    .where(isNull(signingKeys.retiredAt))
    .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid))
  return rows.flatMap(({ kid, seed }) => (seed === null ? [] : [{ kid, seed }]))
}
