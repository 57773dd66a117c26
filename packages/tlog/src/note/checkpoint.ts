import { bytesFromBase64, bytesToBase64 } from '../base64.ts'
import { HASH_BYTES } from '../merkle.ts'
import { formatNote, type NoteFault, type NoteSignature, openNote, signText } from './signed-note.ts'
import type { NoteSigner, VerifierKey } from './verifier-key.ts'

/** A tree head (C2SP tlog-checkpoint). `origin`: the identity of the log; `root`: 32 bytes. */
export interface Checkpoint {
  origin: string
  size: number
  root: Uint8Array
}

/**
 * A checkpoint whose signatures were verified. `text`: what was signed, extension lines included. `verified`: those of
 * known keys.
 */
export interface OpenedCheckpoint {
  checkpoint: Checkpoint
  text: string
  verified: NoteSignature[]
}

/** Why a checkpoint is not accepted, besides what is wrong with its note: it is of another log. */
export type CheckpointFault = NoteFault | 'other_origin'

const MAX_ORIGIN_LENGTH = 512

/**
 * The text of a checkpoint, without extension lines. Throws a TypeError for one that `parseCheckpointText` would
 * refuse.
 */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  const text = `${origin}\n${size}\n${bytesToBase64(root)}\n`
  if (parseCheckpointText(text) === undefined) throw new TypeError('these are not an origin, a size and a root')
  return text
}

/** The checkpoint of a text; undefined where it is none. Extension lines are allowed and not read. */
export function parseCheckpointText(text: string): Checkpoint | undefined {
  const [origin = '', sizeText = '', rootText = '', ...rest] = text.split('\n')
  const size = parseSize(sizeText)
  const root = bytesFromBase64(rootText)
  // The text ends with a newline, and no line is empty.
  if (rest.length === 0 || rest.pop() !== '' || rest.includes('')) return undefined
  if (origin === '' || origin.length > MAX_ORIGIN_LENGTH || size === undefined || root?.length !== HASH_BYTES) {
    return undefined
  }
  return { origin, size, root }
}

/** A tree size in decimal without leading zeros, to 2^53; undefined for any other text. */
export function parseSize(text: string): number | undefined {
  const size = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(size) ? size : undefined
}

/** The checkpoint as a signed note. */
export function signCheckpoint(checkpoint: Checkpoint, signer: NoteSigner, now: Date): string {
  const text = checkpointText(checkpoint)
  return formatNote({ text, signatures: [signText(text, signer, now)] })
}

/**
 * The checkpoint of a note that one of the keys signed for this origin. The keys may be those of the log, of witnesses,
 * or both: `verified` says which signed.
 */
export function openCheckpoint(
  note: string,
  known: { origin: string; keys: readonly VerifierKey[] },
): ({ ok: true } & OpenedCheckpoint) | { ok: false; fault: CheckpointFault } {
  const opened = openNote(note, known.keys)
  if (!opened.ok) return opened
  const checkpoint = parseCheckpointText(opened.text)
  if (checkpoint === undefined) return { ok: false, fault: 'malformed' }
  if (checkpoint.origin !== known.origin) return { ok: false, fault: 'other_origin' }
  return { ok: true, checkpoint, text: opened.text, verified: opened.verified }
}
