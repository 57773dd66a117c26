import { LRUCache } from 'lru-cache'
import {
  ATTESTATION_LIFETIME_SECONDS,
  ATTESTATION_TYPE,
  type AttestationClaims,
  attestationPayload,
} from '../../core/attestation'
import { expiryOf } from '../../core/signing-key-periods'
import { signCompact } from './sign-jws'
import type { SigningKeys } from './signing-keys'

export type RatedFacts = Pick<AttestationClaims, 'verdict' | 'score' | 'grade' | 'formula' | 'asOf'>

export interface Attester {
  /** The signed form of a subject's rated facts. The same facts and key give the same string until half its life is over. */
  attest(toolId: string, facts: RatedFacts, now: Date): Promise<string>
}

/** Some 600 bytes each. */
const MOST_KEPT = 100_000

interface Kept {
  facts: RatedFacts
  signedAt: number
  kid: string
  jws: string
}

export function openAttester(keys: Pick<SigningKeys, 'current'>, issuer: string): Attester {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT })
  return {
    attest: async (toolId, given, now) => {
      const asked = keys.current(now)
      const { key, confirmedAt } = asked instanceof Promise ? await asked : asked
      const issuedAt = Math.floor(now.getTime() / 1000)
      const known = kept.get(toolId)
      const age = known === undefined ? Number.POSITIVE_INFINITY : issuedAt - known.signedAt
      const isYoung = age >= 0 && age < ATTESTATION_LIFETIME_SECONDS / 2
      if (known?.kid === key.kid && isYoung && areEqual(known.facts, given)) return known.jws
      const { verdict, score, grade, formula, asOf } = given
      const facts = { verdict, score, grade, formula, asOf }
      const claims = { iss: issuer, sub: toolId, iat: issuedAt, exp: expiryOf(now, confirmedAt), ...facts }
      const jws = signCompact(attestationPayload(claims), ATTESTATION_TYPE, key)
      kept.set(toolId, { facts, signedAt: issuedAt, kid: key.kid, jws })
      return jws
    },
  }
}

function areEqual(a: RatedFacts, b: RatedFacts): boolean {
  return (
    a.verdict === b.verdict &&
    a.score === b.score &&
    a.grade === b.grade &&
    a.formula === b.formula &&
    a.asOf === b.asOf
  )
}
