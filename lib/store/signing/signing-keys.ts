import { publicJwkOf, type SigningKey, signingKeyFromSeed } from 'assay-verify/attestation'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { announcedUntil, neededUntil } from '../../core/signing-key-periods'
import type { Database } from '../database'
import { serviceSecrets, signingKeys } from '../keys/keys-schema'
import { queueKeyEvent } from '../outbox/queue'
import { countKeyChange } from './key-revisions'

/** A key whose public half belongs in the key set. */
export interface StoredSigningKey {
  kid: string
  /** 32 bytes in base64url; null: retired, or a key of the settings. */
  seed: string | null
  /** Its public half, 32 bytes in base64url. */
  publicKey: string
  createdAt: Date
  signsFrom: Date
  /** null: until it is retired. */
  neededUntil: Date | null
}

/** Keys that have not expired at `now`, the newest first. */
export async function listSigningKeys(db: Database, now: Date): Promise<StoredSigningKey[]> {
  const { kid, seed, publicKey, createdAt, signsFrom, neededUntil: until } = signingKeys
  const rows = await db
    .select({ kid, seed, publicKey, createdAt, signsFrom, neededUntil: until })
    .from(signingKeys)
    .where(or(isNull(until), gt(until, now)))
    .orderBy(desc(signsFrom), desc(createdAt), asc(kid))
  return rows.map((row) => ({ ...row, publicKey: row.publicKey ?? publicHalfOf(row.seed ?? '') }))
}

/**
 * Stores a key made here that signs from `signsFrom` on, unless one that does or will is stored. Two processes that
 * start at once store one.
 */
export async function addFirstSigningKey(db: Database, seed: string, now: Date): Promise<void> {
  await changeKeys(db, async (tx) => {
    const kept = await tx.select({ kid: signingKeys.kid }).from(signingKeys).where(isNotNull(signingKeys.seed)).limit(1)
    if (kept.length > 0) return false
    await insertKey(tx, seed, now, now)
    return true
  })
}

/**
 * Stores a key made here that takes over at `signsFrom`. A key that was to take over before it and has not signed yet
 * is deleted.
 */
export async function addNextSigningKey(db: Database, seed: string, signsFrom: Date, now: Date): Promise<void> {
  await changeKeys(db, async (tx) => {
    const unused = await tx
      .delete(signingKeys)
      .where(and(isNotNull(signingKeys.seed), gt(signingKeys.signsFrom, now)))
      .returning({ seed: signingKeys.seed })
    for (const { seed: ofUnused } of unused)
      await queueKeyEvent(tx, 'attestation', publicHalfOf(ofUnused ?? ''), 'retired', now)
    await insertKey(tx, seed, signsFrom, now)
    return true
  })
}

/**
 * Retires every key made here: its seed is erased, its public half stays until what it signed has expired. Answers
 * their ids.
 */
export async function retireSigningKeys(
  db: Database,
  now: Date,
  event: 'retired' | 'leaked' = 'retired',
): Promise<string[]> {
  return retire(db, sql`true`, now, event)
}

/** Retires keys made here that another has taken over from. */
export async function retireSuperseded(db: Database, now: Date): Promise<string[]> {
  const newer = sql`EXISTS (SELECT 1 FROM ${signingKeys} newer WHERE newer.seed IS NOT NULL AND newer.signs_from > ${signingKeys.signsFrom}
    AND newer.signs_from <= ${now.toISOString()}::timestamptz)`
  return retire(db, newer, now, 'retired')
}

/** Announces that a process signs with this key of the settings, of which only the public half is stored. */
export async function announceConfiguredKey(db: Database, { kid, publicJwk }: SigningKey, now: Date): Promise<void> {
  await changeKeys(db, async (tx) => {
    const until = announcedUntil(now)
    const [before] = await tx.select({ kid: signingKeys.kid }).from(signingKeys).where(eq(signingKeys.kid, kid))
    await tx
      .insert(signingKeys)
      .values({ kid, publicKey: publicJwk.x, createdAt: now, signsFrom: now, neededUntil: until })
      .onConflictDoUpdate({
        target: signingKeys.kid,
        set: {
          seed: null,
          publicKey: publicJwk.x,
          neededUntil: sql`greatest(${signingKeys.neededUntil}, excluded.needed_until)`,
        },
      })
    if (before === undefined) await queueKeyEvent(tx, 'attestation', publicJwk.x, 'published', now)
    return before === undefined
  })
}

/** Takes retired keys out of the key set before their time: what they signed no longer verifies. */
export async function deleteRetiredKeys(db: Database, kids: readonly string[]): Promise<void> {
  await changeKeys(db, async (tx) => {
    const gone = await tx
      .delete(signingKeys)
      .where(and(inArray(signingKeys.kid, [...kids]), isNull(signingKeys.seed)))
      .returning({ kid: signingKeys.kid })
    return gone.length > 0
  })
}

/** Deletes keys of which nothing is valid any more. Answers how many. */
export async function dropExpiredSigningKeys(db: Database, now: Date): Promise<number> {
  const { kid, neededUntil: until } = signingKeys
  return (await db.delete(signingKeys).where(lte(until, now)).returning({ kid })).length
}

/** The secret for a purpose, 32 bytes in base64url: the stored one, or `made` if there is none yet. */
export async function getOrCreateSecret(db: Database, purpose: string, made: string): Promise<string> {
  await db.insert(serviceSecrets).values({ purpose, secret: made }).onConflictDoNothing()
  const [row] = await db.select().from(serviceSecrets).where(eq(serviceSecrets.purpose, purpose))
  return row?.secret ?? made
}

/** Forgets every secret, so that the next use makes new ones. */
export async function eraseSecrets(db: Database): Promise<void> {
  await db.delete(serviceSecrets)
}

async function retire(db: Database, which: SQL, now: Date, event: 'retired' | 'leaked'): Promise<string[]> {
  const retired: string[] = []
  await changeKeys(db, async (tx) => {
    const rows = await tx
      .select({ kid: signingKeys.kid, seed: signingKeys.seed })
      .from(signingKeys)
      .where(and(isNotNull(signingKeys.seed), which))
      .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid))
    for (const { kid, seed } of rows) {
      const publicKey = publicHalfOf(seed ?? '')
      await tx
        .update(signingKeys)
        .set({ seed: null, publicKey, neededUntil: neededUntil(now) })
        .where(eq(signingKeys.kid, kid))
      await queueKeyEvent(tx, 'attestation', publicKey, event, now)
      retired.push(kid)
    }
    return rows.length > 0
  })
  return retired
}

/** Changes keys one process at a time; where something changed, others learn of it. */
async function changeKeys(db: Database, change: (tx: Database) => Promise<boolean>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE signing_keys IN EXCLUSIVE MODE`)
    if (await change(tx)) await countKeyChange(tx, 'signing_keys')
  })
}

async function insertKey(tx: Database, seed: string, signsFrom: Date, now: Date): Promise<void> {
  const { kid, x } = publicJwkOf(publicHalfOf(seed))
  await tx.insert(signingKeys).values({ kid, seed, createdAt: now, signsFrom })
  await queueKeyEvent(tx, 'attestation', x, 'published', now)
}

function publicHalfOf(seed: string): string {
  return signingKeyFromSeed(Buffer.from(seed, 'base64url')).publicJwk.x
}
