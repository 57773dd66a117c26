import { type AttestationFault, checkClaims, publicKeysOf, readAttestation } from 'assay-verify/attestation-check'

/** A clock may be off by this much. */
const LEEWAY_MS = 60_000

export type SignatureResult = 'valid' | 'other_subject' | AttestationFault

/**
 * Whether a token is an attestation of this subject that is valid by a key set as it was read. Its signature is checked
 * by WebCrypto, which is smaller than a library. Throws `NotSupportedError` where the browser has no Ed25519.
 */
export async function checkSignature(
  token: string,
  subject: string,
  jwks: unknown,
  now: Date,
): Promise<SignatureResult> {
  const read = readAttestation(token, { keys: publicKeysOf(jwks) ?? [] })
  if (!read.ok) return read.why
  const [bytes, signature] = [Uint8Array.from(read.publicKey), Uint8Array.from(read.signature)]
  const publicKey = await crypto.subtle.importKey('raw', bytes, { name: 'Ed25519' }, false, ['verify'])
  const signed = new TextEncoder().encode(read.signed)
  if (!(await crypto.subtle.verify({ name: 'Ed25519' }, publicKey, signature, signed))) return 'bad_signature'
  const check = checkClaims(read.claims, new Date(now.getTime() - LEEWAY_MS))
  if (!check.ok) return check.why
  return check.claims.sub === subject ? 'valid' : 'other_subject'
}
