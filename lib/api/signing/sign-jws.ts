import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { SigningKey } from 'assay-verify/attestation'
import { bytesToBase64url } from 'assay-verify/base64url'

// Every signature of this service: a JWS by Ed25519 (RFC 7515, RFC 8037). The platform signs in a tenth of the time
// that JavaScript takes.

const signInThread = promisify(sign)
/** A multiple of three: pieces in base64 then join without padding. */
const PIECE_BYTES = 3 * 2 ** 18

/**
 * A compact JWS over a short payload: `header.payload.signature`. The same payload and key always give the same token.
 */
export function signCompact(payload: string, typ: string, key: SigningKey): string {
  const input = `${headerOf(key, typ)}.${Buffer.from(payload).toString('base64url')}`
  return `${input}.${sign(null, Buffer.from(input), privateKeyOf(key)).toString('base64url')}`
}

/**
 * A detached JWS (RFC 7515, appendix F) over these bytes: `header..signature`. A verifier puts the bytes in base64url
 * back between the dots. The work is done in pieces and in a thread, for a feed has tens of megabytes.
 */
export async function signDetached(bytes: Uint8Array, typ: string, key: SigningKey): Promise<string> {
  const header = headerOf(key, typ)
  const signature = await signInThread(null, await signingInput(header, bytes), privateKeyOf(key))
  return `${header}..${signature.toString('base64url')}`
}

function headerOf({ kid }: SigningKey, typ: string): string {
  return Buffer.from(JSON.stringify({ alg: 'EdDSA', kid, typ })).toString('base64url')
}

const privateKeys = new WeakMap<SigningKey, KeyObject>()

/** The key in the platform's form. */
function privateKeyOf(key: SigningKey): KeyObject {
  const { kty, crv, x } = key.publicJwk
  const known = privateKeys.get(key)
  const made = known ?? createPrivateKey({ key: { kty, crv, x, d: bytesToBase64url(key.seed) }, format: 'jwk' })
  if (known === undefined) privateKeys.set(key, made)
  return made
}

async function signingInput(header: string, bytes: Uint8Array): Promise<Buffer> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const input = Buffer.allocUnsafe(header.length + 1 + Math.ceil((body.length * 4) / 3))
  let at = input.write(`${header}.`, 'latin1')
  for (let from = 0; from < body.length; from += PIECE_BYTES) {
    at += input.write(body.toString('base64url', from, from + PIECE_BYTES), at, 'latin1')
    await nextEventLoopTurn()
  }
  return input.subarray(0, at)
}
