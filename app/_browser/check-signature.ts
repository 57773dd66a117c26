import { decodeToken } from 'assay-verify/attestation-claims'

/** The members of a key set that a check needs. */
export interface KeySet {
  keys: readonly { kid?: string; kty: string; crv?: string; x?: string }[]
}

const TYPE = 'tool-reliability+jwt'
/** A clock may be off by this much, in seconds. */
const LEEWAY_SECONDS = 60

export type SignatureResult =
  | 'valid'
  | 'malformed'
  | 'wrong_type'
  | 'unknown_key'
  | 'bad_signature'
  | 'other_subject'
  | 'expired'

/**
 * Checks a compact JWS with WebCrypto, in the order of the results. Throws `NotSupportedError` where the browser has no
 * Ed25519.
 */
export async function checkSignature(
  token: string,
  subject: string,
  { keys }: KeySet,
  now: Date,
): Promise<SignatureResult> {
  const decoded = decodeToken(token)
  if (decoded === undefined) return 'malformed'
  const { header, claims, signed, signature } = decoded
  if (header.typ !== TYPE || header.alg !== 'EdDSA') return 'wrong_type'
  const key = keys.find(({ kid, kty, crv }) => kid === header.kid && kty === 'OKP' && crv === 'Ed25519')
  if (key?.x === undefined) return 'unknown_key'
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x }
  const publicKey = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify'])
  const isRight = await crypto.subtle.verify(
    { name: 'Ed25519' },
    publicKey,
    Uint8Array.from(signature),
    new TextEncoder().encode(signed),
  )
  if (!isRight) return 'bad_signature'
  if (claims.sub !== subject) return 'other_subject'
  return typeof claims.exp === 'number' && claims.exp + LEEWAY_SECONDS > now.getTime() / 1000 ? 'valid' : 'expired'
}
