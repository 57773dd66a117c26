import { getPublicKey, hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import {
  type AttestationCheck,
  type AttestationClaims,
  checkClaims,
  type PublicJwk,
  readAttestation,
} from './attestation-check.ts'
import { bytesToBase64url } from './base64url.ts'

// The library has no default hash; without one its synchronous functions throw.
hashes.sha512 = sha512

/** Seconds an attestation is valid: a day, so that a verifier that fetches daily never has an expired one. */
export const ATTESTATION_LIFETIME_SECONDS = 86_400

/** `seed` is the secret: 32 bytes, never printed, never sent. */
export interface SigningKey {
  seed: Uint8Array
  publicJwk: PublicJwk
  kid: string
}

/** The key pair of a seed; throws when that is not 32 bytes. */
export function signingKeyFromSeed(seed: Uint8Array): SigningKey {
  const publicJwk = publicJwkOf(bytesToBase64url(getPublicKey(seed)))
  return { seed, kid: publicJwk.kid, publicJwk }
}

/** A public key, base64url of its 32 bytes, as a member of a key set. */
export function publicJwkOf(x: string): PublicJwk {
  // RFC 7638: the members a key needs, in the order of their names, without spaces (RFC 8037 A.3 for this kind of key).
  const kid = bytesToBase64url(sha256(utf8.encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))))
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
}

/**
 * The payload of an attestation: the claims and nothing else, in one order, so that the same claims always give the
 * same token.
 */
export function attestationPayload(claims: AttestationClaims): string {
  const { iss, sub, iat, exp, verdict, score, grade, formula, asOf, leaf } = claims
  return JSON.stringify({ iss, sub, iat, exp, verdict, score, grade, formula, asOf, leaf })
}

const utf8 = new TextEncoder()

/**
 * Whether a token was signed by one of the keys, is unaltered and has not expired at `now`. Never throws. Stricter than
 * required: refuses encodings other than the canonical one, a `crit` header, and signatures that RFC 8032 only
 * tolerates.
 */
export function verifyAttestation(jws: string, jwks: { keys: readonly PublicJwk[] }, now: Date): AttestationCheck {
  const read = readAttestation(jws, jwks)
  if (!read.ok) return read
  const { publicKey, signature, signed } = read
  const isSigned = signature.length === 64 && verify(signature, utf8.encode(signed), publicKey, { zip215: false })
  return isSigned ? checkClaims(read.claims, now) : { ok: false, why: 'bad_signature' }
}
