import { sign } from 'node:crypto'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { SigningKey } from '../../core/attestation'
import { privateKeyOf } from '../attester'

/** The `typ` of the feed's signatures: one made for another purpose is not taken for one of these. */
export const FEED_SIGNATURE_TYPE = 'tool-reliability-feed+jws'

const signInThread = promisify(sign)
/** A multiple of three: pieces in base64 then join without padding. */
const PIECE_BYTES = 3 * 2 ** 18

/**
 * A detached JWS (RFC 7515, appendix F) over these bytes: `header..signature`. A verifier puts the bytes in base64url back between the dots. The work is done
 * in pieces and in a thread, for a feed has tens of megabytes.
 */
export async function detachedSignature(bytes: Uint8Array, key: SigningKey, typ: string): Promise<string> {
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: key.kid, typ })).toString('base64url')
  const signed = await signingInput(header, bytes)
  const signature = await signInThread(null, signed, privateKeyOf(key))
  return `${header}..${signature.toString('base64url')}`
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
