import { GRADES, type Grade, isObject, VERDICTS, type Verdict } from './answers.ts'
import { bytesFromBase64url } from './base64url.ts'
import { isSignedBy } from './ed25519.ts'

/** An Ed25519 public key as RFC 8037 writes it. */
export interface PublicJwk {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

/** What /.well-known/jwks.json answers. */
export interface JwkSet {
  keys: readonly PublicJwk[]
}

/**
 * The signed claims. `sub`: id of the tool. `iat`, `exp`: seconds since 1970. `asOf`: ISO 8601 of the newest evidence.
 * `leaf`: its number in the log of the service; left out until it is logged.
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

/** Why a token is not valid, in the order of the checks. */
export type AttestationFault = 'malformed' | 'wrong_type' | 'unknown_key' | 'bad_signature' | 'expired'

export type AttestationCheck = { ok: true; claims: AttestationClaims } | { ok: false; why: AttestationFault }

const TYPE = 'tool-reliability+jwt'
const ALGORITHM = 'EdDSA'
const utf8 = new TextEncoder()

/** See `verifyAttestation`. */
export async function checkAttestation(jws: string, jwks: JwkSet, now: Date): Promise<AttestationCheck> {
  if (typeof jws !== 'string') return { ok: false, why: 'malformed' }
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
  if (head.typ !== TYPE || head.alg !== ALGORITHM) return { ok: false, why: 'wrong_type' }
  const publicKey = publicKeyOf(jwks, head.kid)
  if (publicKey === undefined) return { ok: false, why: 'unknown_key' }
  const isSigned = await isSignedBy(publicKey, signatureBytes, utf8.encode(`${header}.${payload}`))
  if (!isSigned) return { ok: false, why: 'bad_signature' }
  if (!areClaims(claims)) return { ok: false, why: 'malformed' }
  return now.getTime() < claims.exp * 1000 ? { ok: true, claims } : { ok: false, why: 'expired' }
}

type JsonObject = { [key: string]: unknown }

/** undefined: not base64url of a JSON object in UTF-8. */
function decodeJson(text: string): JsonObject | undefined {
  const bytes = bytesFromBase64url(text)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function publicKeyOf(jwks: JwkSet, kid: unknown): Uint8Array<ArrayBuffer> | undefined {
  const jwk = jwks.keys.find((key) => key.kid === kid && key.kty === 'OKP' && key.crv === 'Ed25519')
  const bytes = jwk === undefined ? undefined : bytesFromBase64url(jwk.x)
  return bytes?.length === 32 ? bytes : undefined
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
