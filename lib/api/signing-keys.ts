import { randomBytes } from 'node:crypto'
import {
  ATTESTATION_LIFETIME_SECONDS,
  type PublicJwk,
  publicJwkOf,
  type SigningKey,
  signingKeyFromSeed,
} from '../core/attestation'
import type { Database, OpenDatabase } from '../store/database'
import { getOrCreateSigningKey, listRetiredKeys, retireSigningKeys } from '../store/keys/signing-keys'

/** A key that no longer signs. */
export interface RetiredKey {
  publicJwk: PublicJwk
  /** When the last attestation that it may have signed expires. */
  neededUntil: Date
}

export interface SigningKeys {
  signingKey: SigningKey
  retiredKeys: readonly RetiredKey[]
}

const LIFETIME_MS = ATTESTATION_LIFETIME_SECONDS * 1000

/** The key of the settings, or else the one in the database. A key there that other users of the machine could read is retired first. */
export async function openSigningKeys(
  db: Database,
  configured: string | null,
  exposure: OpenDatabase['exposure'],
  now: Date,
  warn: (line: string) => void,
): Promise<SigningKeys> {
  if (exposure !== null) {
    const retired = await retireSigningKeys(db, now)
    exposure.settle()
    for (const kid of retired) warn(replaced(kid, now))
    if (configured !== null) warn('SIGNING_KEY is not kept in the database: it was not replaced, and still signs.')
  }
  const signingKey = await openSigningKey(db, configured, now)
  const retired = await listRetiredKeys(db, new Date(now.getTime() - LIFETIME_MS))
  const retiredKeys = retired
    .map(({ publicKey, retiredAt }) => ({
      publicJwk: publicJwkOf(publicKey),
      neededUntil: new Date(retiredAt.getTime() + LIFETIME_MS),
    }))
    .filter(({ publicJwk }) => publicJwk.kid !== signingKey.kid)
  return { signingKey, retiredKeys }
}

async function openSigningKey(db: Database, configured: string | null, now: Date): Promise<SigningKey> {
  if (configured !== null) return signingKeyFromSeed(Buffer.from(configured, 'base64url'))
  const made = randomBytes(32)
  const { kid } = signingKeyFromSeed(made)
  const kept = await getOrCreateSigningKey(db, { kid, seed: made.toString('base64url') }, now)
  return signingKeyFromSeed(Buffer.from(kept.seed, 'base64url'))
}

function replaced(kid: string, now: Date): string {
  const until = new Date(now.getTime() + LIFETIME_MS).toISOString()
  return `The signing key ${kid} was readable in the database: it is replaced, and stays in the key set until ${until}.`
}
