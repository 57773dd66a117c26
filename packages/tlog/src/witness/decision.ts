import { EMPTY_ROOT, sameHash } from '../merkle.ts'
import { parseCheckpointText } from '../note/checkpoint.ts'
import { formatNote, openNote, parseNote } from '../note/signed-note.ts'
import type { VerifierKey } from '../note/verifier-key.ts'
import { verifyConsistency } from '../proof.ts'
import { parseWitnessRequest } from './request.ts'

/** What a witness knows: the keys of each log by its origin, and the checkpoint of each that it cosigned last. */
export interface WitnessKnowledge {
  keysOf(origin: string): readonly VerifierKey[]
  latestOf(origin: string): { size: number; root: Uint8Array } | undefined
}

/**
 * The answer of a witness to an add-checkpoint request (C2SP tlog-witness). 200: `text` is to be cosigned and `note`,
 * the checkpoint with the signatures of the log that were verified, to be kept, before it is answered. 409: `size` is
 * that of the checkpoint cosigned last.
 */
export type WitnessDecision =
  | { status: 200; origin: string; text: string; note: string }
  | { status: 409; size: number }
  | { status: 400 | 403 | 404 | 422; why: string }

/** Decides a request, in the order of checks of the specification. `body` may be anything. */
export function decideWitnessRequest(body: string, known: WitnessKnowledge): WitnessDecision {
  const request = parseWitnessRequest(body)
  const parsed = parseNote(request?.checkpoint ?? '')
  const checkpoint = parseCheckpointText(parsed?.text ?? '')
  if (request === undefined || checkpoint === undefined) return { status: 400, why: 'the request is not in form' }
  const { origin, size, root } = checkpoint
  const keys = known.keysOf(origin)
  if (keys.length === 0) return { status: 404, why: 'the log is not known here' }
  const opened = openNote(request.checkpoint, keys)
  if (!opened.ok) return { status: 403, why: 'no valid signature of the log' }
  const { oldSize, proof } = request
  if (oldSize > size) return { status: 400, why: 'the old size is above that of the checkpoint' }
  const latest = known.latestOf(origin) ?? { size: 0, root: EMPTY_ROOT }
  if (oldSize !== latest.size) return { status: 409, size: latest.size }
  const isRootPossible = size > 0 || sameHash(root, EMPTY_ROOT)
  const claim = { from: oldSize, fromRoot: latest.root, to: size, toRoot: root, proof }
  if (!isRootPossible || !verifyConsistency(claim)) return { status: 422, why: 'the proof does not verify' }
  const note = formatNote({ text: opened.text, signatures: opened.verified })
  return { status: 200, origin, text: opened.text, note }
}
