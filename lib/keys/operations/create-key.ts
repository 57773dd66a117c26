import { hash, randomBytes } from 'node:crypto'
import type { Context } from '../../api/context'
import type { OutputOf } from '../../contract/operations'
import { API_KEY_RANDOM_BYTES, makeApiKey } from '../../core/caller/api-key'
import { defineEndpoint } from '../../http/operation'
import { insertKey } from '../sql/keys'

/** The body is validated and not used. */
export const createKeyEndpoint = defineEndpoint('createKey', (_input, { db, now, keyedPerMinute }: Context) =>
  issueKey(db, null, keyedPerMinute, now),
)

/** Issues a new key, which is shown this once. `ownLimit`: calls a minute of this key; null: the limit of every key. */
export async function issueKey(
  db: Context['db'],
  ownLimit: number | null,
  keyedPerMinute: number,
  now: Date,
): Promise<OutputOf<'createKey'>> {
  const apiKey = makeApiKey(randomBytes(API_KEY_RANDOM_BYTES))
  // Twelve letters and digits, and no part of the key.
  const keyId = `key_${makeApiKey(randomBytes(API_KEY_RANDOM_BYTES)).slice(6, 18)}`
  await insertKey(db, { keyId, hash: hash('sha256', apiKey, 'base64url'), ownLimit }, now)
  return { apiKey, keyId, tier: tierOf(ownLimit), limits: { perMinute: ownLimit ?? keyedPerMinute } }
}

/** `raised`: the operator gave the key a limit of its own. */
export function tierOf(ownLimit: number | null): 'free' | 'raised' {
  return ownLimit === null ? 'free' : 'raised'
}
