import { sha256 } from '@noble/hashes/sha2.js'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const FORM = /^assay_[0-9A-Za-z]{38}$/
/** Bytes from here on would make the first letters likelier than the last. */
const FIRST_UNFAIR_BYTE = 256 - (256 % ALPHABET.length)

/** Random bytes to give to `makeApiKey`: one in 32 is unusable, so this is practically always enough. */
export const API_KEY_RANDOM_BYTES = 96

/**
 * A new key: `assay_`, 32 letters and digits (190 bits), 6 of checksum. Throws where too few of the bytes are usable.
 */
export function makeApiKey(random: Uint8Array): string {
  const letters = [...random].filter((byte) => byte < FIRST_UNFAIR_BYTE).map((byte) => ALPHABET[byte % ALPHABET.length])
  if (letters.length < SECRET_LENGTH) throw new RangeError('too few random bytes for a key')
  const secret = letters.slice(0, SECRET_LENGTH).join('')
  return `assay_${secret}${checksumOf(secret)}`
}

/** Whether form and checksum of a text are those of a key. A text that fails was mistyped or cut, never issued. */
export function isWellFormedApiKey(text: string): boolean {
  if (!FORM.test(text)) return false
  const secret = text.slice('assay_'.length, -CHECKSUM_LENGTH)
  return text.endsWith(checksumOf(secret))
}

/** Computed from a hash rather than the letters, so that two typing errors cannot cancel out. Not a secret. */
function checksumOf(secret: string): string {
  const digest = sha256(new TextEncoder().encode(`assay_${secret}`))
  return [...digest.subarray(0, CHECKSUM_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
