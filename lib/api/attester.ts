import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import {
  ATTESTATION_LIFETIME_SECONDS,
  type AttestationClaims,
  type Signer,
  type SigningKey,
  signAttestation,
} from '../core/attestation'
import { bytesToBase64url } from '../core/base64url'

export type RatedFacts = Pick<AttestationClaims, 'verdict' | 'score' | 'grade' | 'formula' | 'asOf'>

export interface Attester {
  /** The signed form of a subject's rated facts. The same facts give the same string until half its life is over. */
  attest(toolId: string, facts: RatedFacts, now: Date): string
}

/** Some 700 bytes each. The oldest go first; a signature is cheap to make again. */
const MOST_KEPT = 50_000

export function openAttester(key: SigningKey, issuer: string): Attester {
  const signer = platformSigner(key)
  const kept = new Map<string, { signedAt: number; jws: string }>()
  return {
    attest: (toolId, facts, now) => {
      const cacheKey = JSON.stringify([toolId, facts.verdict, facts.score, facts.grade, facts.formula, facts.asOf])
      const issuedAt = Math.floor(now.getTime() / 1000)
      const known = kept.get(cacheKey)
      const age = known === undefined ? Number.POSITIVE_INFINITY : issuedAt - known.signedAt
      if (known !== undefined && age >= 0 && age < ATTESTATION_LIFETIME_SECONDS / 2) return known.jws
      const claims = { iss: issuer, sub: toolId, iat: issuedAt, exp: issuedAt + ATTESTATION_LIFETIME_SECONDS, ...facts }
      const jws = signAttestation(claims, key, signer)
      kept.delete(cacheKey)
      kept.set(cacheKey, { signedAt: issuedAt, jws })
      const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      return jws
    },
  }
}

/** The platform's own signing: the same bytes as the pure one's, in a tenth of its time. */
function platformSigner(key: SigningKey): Signer {
  const privateKey = privateKeyOf(key)
  return (bytes) => sign(null, bytes, privateKey)
}

/** The key as the platform wants it. */
export function privateKeyOf({ seed, publicJwk: { kty, crv, x } }: SigningKey): KeyObject {
  return createPrivateKey({ key: { kty, crv, x, d: bytesToBase64url(seed) }, format: 'jwk' })
}
