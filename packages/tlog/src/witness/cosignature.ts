import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isSignatureOf, type NoteSigner, signBytes, type VerifierKey } from '../note/verifier-key.ts'

// Cosignatures of witnesses in Ed25519 (C2SP tlog-cosignature, type 0x04): eight bytes of time, then the signature.

const TIME_BYTES = 8

/** The signature bytes of a cosignature over the text of a checkpoint, made at `now`. */
export function cosign(checkpointText: string, { seed }: Pick<NoteSigner, 'seed'>, now: Date): Uint8Array {
  const seconds = BigInt(Math.floor(now.getTime() / 1000))
  const time = new Uint8Array(TIME_BYTES)
  new DataView(time.buffer).setBigUint64(0, seconds)
  return concatBytes(time, signBytes(cosignedMessage(checkpointText, seconds), seed))
}

/** When the cosignature was made, as its witness says; undefined where it is not the key's over this text. */
export function cosignedAt(checkpointText: string, signature: Uint8Array, key: VerifierKey): Date | undefined {
  if (signature.length <= TIME_BYTES) return undefined
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  const at = new Date(Number(seconds) * 1000)
  if (seconds === 0n || Number.isNaN(at.getTime())) return undefined
  const message = cosignedMessage(checkpointText, seconds)
  return isSignatureOf(signature.subarray(TIME_BYTES), message, key.publicKey) ? at : undefined
}

function cosignedMessage(checkpointText: string, seconds: bigint): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${seconds}\n${checkpointText}`)
}
