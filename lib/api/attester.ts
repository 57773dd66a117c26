import { LRUCache } from 'lru-cache'
import {
  ATTESTATION_LIFETIME_SECONDS,
  ATTESTATION_TYPE,
  type AttestationClaims,
  attestationPayload,
} from '../core/attestation'
import { expiryOf } from '../core/signing-key-periods'
import { signCompact } from './sign-jws'
import type { SigningKeys } from './signing-keys'

export type RatedFacts = Pick<AttestationClaims, 'verdict' | 'score' | 'grade' | 'formula' | 'asOf'>

export interface Attester {
  /** The signed form of a subject's rated facts. The same facts and key give the same string until half its life is over. */
  attest(toolId: string, facts: RatedFacts, now: Date): Promise<string>
}

/** Some 700 bytes each. */
const MOST_KEPT = 50_000

export function openAttester(keys: Pick<SigningKeys, 'current'>, issuer: string): Attester {
  const kept = new LRUCache<string, { signedAt: number; kid: string; jws: string }>({ max: MOST_KEPT })
  return {
    attest: async (toolId, facts, now) => {
      const asked = keys.current(now)
      const { key, confirmedAt } = asked instanceof Promise ? await asked : asked
      const cacheKey = JSON.stringify([toolId, facts.verdict, facts.score, facts.grade, facts.formula, facts.asOf])
      const issuedAt = Math.floor(now.getTime() / 1000)
      const known = kept.get(cacheKey)
      const age = known === undefined ? Number.POSITIVE_INFINITY : issuedAt - known.signedAt
      if (known?.kid === key.kid && age >= 0 && age < ATTESTATION_LIFETIME_SECONDS / 2) return known.jws
      const claims = { iss: issuer, sub: toolId, iat: issuedAt, exp: expiryOf(now, confirmedAt), ...facts }
      const jws = signCompact(attestationPayload(claims), ATTESTATION_TYPE, key)
      kept.set(cacheKey, { signedAt: issuedAt, kid: key.kid, jws })
      return jws
    },
  }
}
