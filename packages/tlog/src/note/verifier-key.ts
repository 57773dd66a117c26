import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesFromBase64, bytesToBase64 } from '../base64.ts'

// The library has no default hash; without one its synchronous functions throw.
hashes.sha512 = sha512

/**
 * Signature types of C2SP signed-note that are read and written here: Ed25519 over the text, and Ed25519 cosignatures
 * with a time. ML-DSA-44 (0x06) is not: its signatures are of unknown keys, which everybody ignores.
 */
const SIGNATURE_TYPES = { ed25519: 1, cosignature: 4 } as const
export type SignatureType = keyof typeof SIGNATURE_TYPES

/** A public key with the name it signs under. `keyId`: eight hex digits that follow from the rest. */
export interface VerifierKey {
  name: string
  keyId: string
  type: SignatureType
  publicKey: Uint8Array
}

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const MAX_NAME_LENGTH = 512
const KEY_ID = /^[0-9a-f]{8}$/

/** Whether a text can be the name of a key: without spaces and `+`, and on one line. */
export function isKeyName(name: string): boolean {
  return (
    name.length > 0 && name.length <= MAX_NAME_LENGTH && name.isWellFormed() && !/[\p{White_Space}\p{Cc}+]/u.test(name)
  )
}

/** The key of these parts. Throws a TypeError where the name or the length of the key is impossible. */
export function verifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new TypeError('the name of a key has 1 to 512 characters, no spaces and no +')
  if (publicKey.length !== KEY_BYTES) throw new TypeError('an Ed25519 public key has 32 bytes')
  const material = concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(SIGNATURE_TYPES[type]), publicKey)
  return { name, type, publicKey, keyId: bytesToHex(sha256(material).subarray(0, 4)) }
}

/** The key as text (vkey): `name+1234abcd+base64`. */
export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
  return `${name}+${keyId}+${bytesToBase64(concatBytes(Uint8Array.of(SIGNATURE_TYPES[type]), publicKey))}`
}

/**
 * The key of a vkey; undefined where it is none, of a type that is not read here, or its key id does not follow from
 * the rest.
 */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const [name = '', keyId = '', ...encoded] = text.split('+')
  // Base64 has `+` too.
  const bytes = bytesFromBase64(encoded.join('+'))
  const type = SIGNATURE_TYPE_NAMES.find((known) => SIGNATURE_TYPES[known] === bytes?.[0])
  if (!isKeyName(name) || !KEY_ID.test(keyId) || type === undefined || bytes?.length !== KEY_BYTES + 1) return undefined
  const key = verifierKey(name, type, bytes.subarray(1))
  return key.keyId === keyId ? key : undefined
}

const SIGNATURE_TYPE_NAMES = Object.keys(SIGNATURE_TYPES) as SignatureType[]

/** What signs notes as one key. `seed` is the secret: 32 bytes. */
export interface NoteSigner {
  key: VerifierKey
  seed: Uint8Array
}

/** The signer of a seed; throws where it is not 32 bytes or the name is impossible. */
export function noteSigner(name: string, type: SignatureType, seed: Uint8Array): NoteSigner {
  return { key: verifierKey(name, type, getPublicKey(seed)), seed }
}

/** An Ed25519 signature (RFC 8032). */
export function signBytes(message: Uint8Array, seed: Uint8Array): Uint8Array {
  return sign(message, seed)
}

/** Whether this is a signature of the message by the key. Never throws; refuses what RFC 8032 only tolerates. */
export function isSignatureOf(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return signature.length === SIGNATURE_BYTES && verify(signature, message, publicKey, { zip215: false })
}
