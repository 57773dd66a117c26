import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesFromBase64, bytesToBase64 } from '../base64.ts'
import { cosign, cosignedAt } from '../witness/cosignature.ts'
import { isKeyName, isSignatureOf, type NoteSigner, signBytes, type VerifierKey } from './verifier-key.ts'

/** Characters of a note at most: sixteen signatures of 5 kB in base64, as verifiers must accept, and some more. */
export const MAX_NOTE_LENGTH = 131_072

/** Signatures of a note at most. */
const MAX_SIGNATURES = 32

/** One signature line. `signature`: what follows the key id, in the form of its key's type. */
export interface NoteSignature {
  name: string
  keyId: string
  signature: Uint8Array
}

/** A note as written. `text` ends with a newline; nothing of it counts before a signature is verified. */
export interface SignedNote {
  text: string
  signatures: NoteSignature[]
}

/**
 * Why a note is not accepted: not a note, without a signature of a known key, or with a wrong one under the name and id
 * of a known key.
 */
export type NoteFault = 'malformed' | 'no_known_key' | 'bad_signature'

const KEY_ID_BYTES = 4
const LINE = /^— ([^ \n]+) ([A-Za-z0-9+/]+={0,2})$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: notes must not contain them
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/

/** A note (C2SP signed-note) as text: text, empty line, signature lines. The text ends with a newline. */
export function formatNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`
}

/** One signature line with its newline. */
export function formatSignature({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${bytesToBase64(concatBytes(hexToBytes(keyId), signature))}\n`
}

/** The parts of a note, nothing verified; undefined where it is not one, or above the limits. */
export function parseNote(note: string): SignedNote | undefined {
  if (note.length > MAX_NOTE_LENGTH || !note.isWellFormed() || CONTROL.test(note)) return undefined
  const end = note.lastIndexOf('\n\n')
  if (end === -1) return undefined
  const signatures = parseSignatures(note.slice(end + 2))
  return signatures === undefined ? undefined : { text: note.slice(0, end + 1), signatures }
}

/** Signature lines, each ended by a newline, at least one; undefined for anything else. */
export function parseSignatures(lines: string): NoteSignature[] | undefined {
  if (!lines.endsWith('\n')) return undefined
  const signatures = lines.slice(0, -1).split('\n').map(parseSignature)
  if (signatures.length > MAX_SIGNATURES || !signatures.every((signature) => signature !== undefined)) return undefined
  return signatures
}

function parseSignature(line: string): NoteSignature | undefined {
  const [, name = '', encoded = ''] = LINE.exec(line) ?? []
  const bytes = bytesFromBase64(encoded)
  if (!isKeyName(name) || bytes === undefined || bytes.length <= KEY_ID_BYTES) return undefined
  return { name, keyId: bytesToHex(bytes.subarray(0, KEY_ID_BYTES)), signature: bytes.subarray(KEY_ID_BYTES) }
}

/**
 * The text of a note and which of its signatures are of known keys, all verified. Signatures of unknown keys are
 * ignored, as the specification says; one wrong signature under the name and id of a known key spoils the note.
 */
export function openNote(
  note: string,
  keys: readonly VerifierKey[],
): { ok: true; text: string; verified: NoteSignature[] } | { ok: false; fault: NoteFault } {
  const parsed = parseNote(note)
  if (parsed === undefined) return { ok: false, fault: 'malformed' }
  const verified: NoteSignature[] = []
  for (const signature of parsed.signatures) {
    const key = keys.find(({ name, keyId }) => name === signature.name && keyId === signature.keyId)
    if (key === undefined) continue
    if (!verifiesText(parsed.text, signature.signature, key)) return { ok: false, fault: 'bad_signature' }
    verified.push(signature)
  }
  return verified.length === 0 ? { ok: false, fault: 'no_known_key' } : { ok: true, text: parsed.text, verified }
}

/** The signature of a text by a key, in the form of the key's type; `now` is the time of a cosignature. */
export function signText(text: string, signer: NoteSigner, now: Date): NoteSignature {
  const { name, keyId, type } = signer.key
  const signature = type === 'cosignature' ? cosign(text, signer, now) : signBytes(utf8ToBytes(text), signer.seed)
  return { name, keyId, signature }
}

/** Whether the signature is this key's over the text. */
export function verifiesText(text: string, signature: Uint8Array, key: VerifierKey): boolean {
  return key.type === 'cosignature'
    ? cosignedAt(text, signature, key) !== undefined
    : isSignatureOf(signature, utf8ToBytes(text), key.publicKey)
}
