import { decodeToken } from './attestation-claims.ts'
import { bytesFromBase64url } from './base64url.ts'
import { GRADES, type Grade } from './score/grade.ts'
import { isJsonObject } from './value-form.ts'
import { VERDICTS, type Verdict } from './verdict.ts'

// What is checked of an attestation besides its signature, without a library for that: pages check it by WebCrypto.

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
export type AttestationFault = 'malformed' | 'wrong_type' | 'unknown_key' | 'bad_signature' | 'expired'

export type AttestationCheck = { ok: true; claims: AttestationClaims } | { ok: false; why: AttestationFault }

/** A token whose signature is not checked yet. */
interface ReadAttestation {
  ok: true
  /** Of the key that the token names: 32 bytes. */
  publicKey: Uint8Array
  signature: Uint8Array
  /** The text that is signed. */
  signed: string
  /** Unread: `checkClaims` reads them. */
  claims: object
}

/** What is to be verified of a token; why it is not accepted, whatever its signature. Never throws. */
export function readAttestation(
  jws: string,
  jwks: { keys: readonly PublicJwk[] },
): ReadAttestation | { ok: false; why: AttestationFault } {
  const decoded = typeof jws === 'string' ? decodeToken(jws) : undefined
  if (decoded === undefined || 'crit' in decoded.header) return { ok: false, why: 'malformed' }
  const { header, ...rest } = decoded
  if (header.typ !== ATTESTATION_TYPE || header.alg !== ALGORITHM) return { ok: false, why: 'wrong_type' }
  const publicKey = publicKeyOf(jwks, header.kid)
  return publicKey === undefined ? { ok: false, why: 'unknown_key' } : { ok: true, publicKey, ...rest }
}

/** The result for a token whose signature is right. */
export function checkClaims(claims: object, now: Date): AttestationCheck {
  if (!areClaims(claims)) return { ok: false, why: 'malformed' }
  return now.getTime() < claims.exp * 1000 ? { ok: true, claims } : { ok: false, why: 'expired' }
}

function publicKeyOf(jwks: { keys: readonly PublicJwk[] }, kid: unknown): Uint8Array | undefined {
  const jwk = jwks.keys.find((key) => key.kid === kid && key.kty === 'OKP' && key.crv === 'Ed25519')
  const bytes = jwk === undefined ? undefined : bytesFromBase64url(jwk.x)
  return bytes?.length === 32 ? bytes : undefined
}

function areClaims(claims: object): claims is AttestationClaims {
  const { iss, sub, iat, exp, verdict, score, grade, formula, asOf, leaf } = claims as Record<
    keyof AttestationClaims,
    unknown
  >
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
  if (!isJsonObject(jwks) || !Array.isArray(jwks.keys)) return undefined
  return jwks.keys.filter(
    (key: unknown): key is PublicJwk =>
      isJsonObject(key) && [key.kty, key.crv, key.x, key.kid].every((member) => typeof member === 'string'),
  )
}
