import { sign } from '@noble/ed25519'
import { attestationPayload, type SigningKey } from './attestation.ts'
import { ATTESTATION_TYPE, type AttestationClaims, type PublicJwk } from './attestation-check.ts'
import { bytesToBase64url } from './base64url.ts'

const utf8 = new TextEncoder()

/**
 * Claims signed without the platform: Ed25519 has one signature of the same bytes, so the service must give the same
 * token.
 */
export function signAttestation(claims: AttestationClaims, { kid, seed }: SigningKey): string {
  const header = JSON.stringify({ alg: 'EdDSA', kid, typ: ATTESTATION_TYPE })
  const input = [header, attestationPayload(claims)].map((part) => bytesToBase64url(utf8.encode(part))).join('.')
  return `${input}.${bytesToBase64url(sign(utf8.encode(input), seed))}`
}

/** The set in which keys are published (RFC 7517); a verifier needs nothing else. */
export function jwksOf(keys: readonly Pick<SigningKey, 'publicJwk'>[]): { keys: PublicJwk[] } {
  return { keys: keys.map(({ publicJwk }) => publicJwk) }
}
