import { sign } from '@noble/ed25519'
import { ATTESTATION_LIFETIME_SECONDS, attestationPayload, type SigningKey, signingKeyFromSeed } from './attestation.ts'
import { ATTESTATION_TYPE, type AttestationClaims, type PublicJwk } from './attestation-check.ts'
import { bytesFromBase64url, bytesToBase64url } from './base64url.ts'

const utf8 = new TextEncoder()

/** The key of RFC 8037, A.2. */
export const TEST_KEY = signingKeyFromSeed(
  bytesFromBase64url('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A') ?? new Uint8Array(),
)
export const OTHER_TEST_KEY = signingKeyFromSeed(new Uint8Array(32).fill(7))
const iat = 1_788_220_800
export const TEST_CLAIMS: AttestationClaims = {
  iss: 'https://assay.example',
  sub: 'mcpm/programcomputer/nasa/nasa/apod 図',
  iat,
  exp: iat + ATTESTATION_LIFETIME_SECONDS,
  verdict: 'healthy',
  score: 91.4,
  grade: 'A',
  formula: 'assay-1',
  asOf: null,
}

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
