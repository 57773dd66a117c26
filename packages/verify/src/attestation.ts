import { getPublicKey, hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesFromBase64url, bytesToBase64url } from './base64url.ts'
import { GRADES, type Grade } from './score/grade.ts'
import { VERDICTS, type Verdict } from './verdict.ts'

// The library has no default hash; without one its synchronous functions throw.
hashes.sha512 = sha512

/** Seconds an attestation is valid: a day, so that a verifier that fetches daily never has an expired one. */
export const ATTESTATION_LIFETIME_SECONDS = 86_400

/** The `typ` of the tokens (RFC 8725, 3.11): a token made for another purpose is not mistaken for an attestation. */
export const ATTESTATION_TYPE = 'tool-reliability+jwt'

const ALGORITHM = 'EdDSA'

/** An Ed25519 public key as RFC 8037 writes it. `x`: the 32 bytes in base64url. `kid`: its RFC 7638 thumbprint. */
export interface PublicJwk {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

/** `seed` is the secret: 32 bytes, never printed, never sent. */
export interface SigningKey {
  seed: Uint8Array
  publicJwk: PublicJwk
  kid: string
}

/**
 * The signed claims. `iat`, `exp`: seconds since 1970. `asOf`: ISO 8601 of the newest evidence, null without any.
 * `leaf`: the number of the leaf in the log of the service that has these facts; left out until they are logged.
 */
export interface AttestationClaims {
  iss: string
  sub: string
  iat: number
  exp: number
  verdict: Verdict
  score: number
  grade: Grade
  formula: string
  asOf: string | null
  leaf?: number
}

/** Why a token was not accepted, in the order of the checks. */
type AttestationFault = 'malformed' | 'wrong_type' | 'unknown_key' | 'bad_signature' | 'expired'

export type AttestationCheck = { ok: true; claims: AttestationClaims } | { ok: false; why: AttestationFault }

/** The key pair of a seed; throws when that is not 32 bytes. */
export function signingKeyFromSeed(seed: Uint8Array): SigningKey {
  const publicJwk = publicJwkOf(bytesToBase64url(getPublicKey(seed)))
  return { seed, kid: publicJwk.kid, publicJwk }
}

/** A public key, base64url of its 32 bytes, as a member of a key set. */
export function publicJwkOf(x: string): PublicJwk {
  // RFC 7638: the members a key needs, in the order of their names, without spaces (RFC 8037 A.3 for this kind of key).
  const kid = bytesToBase64url(sha256(utf8.encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))))
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: ALGORITHM, use: 'sig' }
}

/**
 * The payload of an attestation: the claims and nothing else, in one order, so that the same claims always give the
 * same token.
 */
export function attestationPayload(claims: AttestationClaims): string {
  const { iss, sub, iat, exp, verdict, score, grade, formula, asOf, leaf } = claims
  return JSON.stringify({ iss, sub, iat, exp, verdict, score, grade, formula, asOf, leaf })
}

/**
 * Whether a token was signed by one of the keys, is unaltered and has not expired at `now`. Never throws. Stricter than
 * required: refuses encodings other than the canonical one, a `crit` header, and signatures that RFC 8032 only
 * tolerates.
 */
export function verifyAttestation(jws: string, jwks: { keys: readonly PublicJwk[] }, now: Date): AttestationCheck {
  const parts = jws.split('.')
  const [header = '', payload = '', signature = ''] = parts
  const head = decodeJson(header)
  const claims = decodeJson(payload)
  const signatureBytes = bytesFromBase64url(signature)
  if (
    parts.length !== 3 ||
    head === undefined ||
    'crit' in head ||
    claims === undefined ||
    signatureBytes === undefined
  ) {
    return { ok: false, why: 'malformed' }
  }
  if (head.typ !== ATTESTATION_TYPE || head.alg !== ALGORITHM) return { ok: false, why: 'wrong_type' }
  const publicKey = publicKeyOf(jwks, head.kid)
  if (publicKey === undefined) return { ok: false, why: 'unknown_key' }
  if (!isSignedBy(publicKey, signatureBytes, `${header}.${payload}`)) return { ok: false, why: 'bad_signature' }
  if (!areClaims(claims)) return { ok: false, why: 'malformed' }
  return now.getTime() < claims.exp * 1000 ? { ok: true, claims } : { ok: false, why: 'expired' }
}

type JsonObject = { [key: string]: unknown }

const utf8 = new TextEncoder()

/** undefined: not base64url of a JSON object in UTF-8. */
function decodeJson(text: string): JsonObject | undefined {
  const bytes = bytesFromBase64url(text)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

function publicKeyOf(jwks: { keys: readonly PublicJwk[] }, kid: unknown): Uint8Array | undefined {
  const jwk = jwks.keys.find((key) => key.kid === kid && key.kty === 'OKP' && key.crv === 'Ed25519')
  const bytes = jwk === undefined ? undefined : bytesFromBase64url(jwk.x)
  return bytes?.length === 32 ? bytes : undefined
}

function isSignedBy(publicKey: Uint8Array, signature: Uint8Array, signed: string): boolean {
  return signature.length === 64 && verify(signature, utf8.encode(signed), publicKey, { zip215: false })
}

function areClaims(claims: JsonObject): claims is JsonObject & AttestationClaims {
  const { iss, sub, iat, exp, verdict, score, grade, formula, asOf, leaf } = claims
  return (
    [iss, sub, formula].every((value) => typeof value === 'string') &&
    [iat, exp, score].every((value) => typeof value === 'number') &&
    VERDICTS.some((known) => known === verdict) &&
    GRADES.some((known) => known === grade) &&
    (asOf === null || typeof asOf === 'string') &&
    (leaf === undefined || (Number.isSafeInteger(leaf) && Number(leaf) >= 0))
  )
}

/** The public keys of a JSON Web Key Set; keys of other kinds are skipped. undefined: it is no key set. */
export function publicKeysOf(jwks: unknown): PublicJwk[] | undefined {
  if (!isRecord(jwks) || !Array.isArray(jwks.keys)) return undefined
  return jwks.keys.filter(
    (key: unknown): key is PublicJwk =>
      isRecord(key) && [key.kty, key.crv, key.x, key.kid].every((member) => typeof member === 'string'),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
