import { LRUCache } from 'lru-cache'
import {
  ATTESTATION_LIFETIME_SECONDS,
  ATTESTATION_TYPE,
  type AttestationClaims,
  attestationPayload,
  type SigningKey,
} from '../core/attestation'
import { signCompact } from './sign-jws'

export type RatedFacts = Pick<AttestationClaims, 'verdict' | 'score' | 'grade' | 'formula' | 'asOf'>

export interface Attester {
  /** The signed form of a subject's rated facts. The same facts give the same string until half its life is over. */
  attest(toolId: string, facts: RatedFacts, now: Date): string
}

/** Some 700 bytes each. */
const MOST_KEPT = 50_000

export function openAttester(key: SigningKey, issuer: string): Attester {
  const kept = new LRUCache<string, { signedAt: number; jws: string }>({ max: MOST_KEPT })
  return {
    attest: (toolId, facts, now) => {
      const cacheKey = JSON.stringify([toolId, facts.verdict, facts.score, facts.grade, facts.formula, facts.asOf])
      const issuedAt = Math.floor(now.getTime() / 1000)
      const known = kept.get(cacheKey)
      const age = known === undefined ? Number.POSITIVE_INFINITY : issuedAt - known.signedAt
      if (known !== undefined && age >= 0 && age < ATTESTATION_LIFETIME_SECONDS / 2) return known.jws
      const claims = { iss: issuer, sub: toolId, iat: issuedAt, exp: issuedAt + ATTESTATION_LIFETIME_SECONDS, ...facts }
      const jws = signCompact(attestationPayload(claims), ATTESTATION_TYPE, key)
      kept.set(cacheKey, { signedAt: issuedAt, jws })
      return jws
    },
  }
}
