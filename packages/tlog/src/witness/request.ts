import { bytesFromBase64, bytesToBase64 } from '../base64.ts'
import { HASH_BYTES } from '../merkle.ts'
import { parseSize } from '../note/checkpoint.ts'
import { MAX_NOTE_LENGTH } from '../note/signed-note.ts'
import { MAX_PROOF_HASHES } from '../proof.ts'

/** Media type of the size that a witness answers with 409 (C2SP tlog-witness). */
export const SIZE_MEDIA_TYPE = 'text/x.tlog.size'

/** Characters of a request at most: a note, and before it a proof. */
export const MAX_REQUEST_LENGTH = MAX_NOTE_LENGTH + 4096

/**
 * What a log asks a witness: to cosign `checkpoint`, a signed note, after the one of `oldSize` leaves that it cosigned
 * before.
 */
export interface WitnessRequest {
  oldSize: number
  proof: Uint8Array[]
  checkpoint: string
}

/** The body of an add-checkpoint request. */
export function formatWitnessRequest({ oldSize, proof, checkpoint }: WitnessRequest): string {
  return `old ${oldSize}\n${proof.map((hash) => `${bytesToBase64(hash)}\n`).join('')}\n${checkpoint}`
}

/** The request of a body; undefined where it is malformed. The checkpoint in it is not parsed. */
export function parseWitnessRequest(body: string): WitnessRequest | undefined {
  const end = body.indexOf('\n\n')
  if (body.length > MAX_REQUEST_LENGTH || end === -1) return undefined
  const [first = '', ...lines] = body.slice(0, end).split('\n')
  const oldSize = first.startsWith('old ') ? parseSize(first.slice('old '.length)) : undefined
  const proof = lines.slice(0, MAX_PROOF_HASHES + 1).map((line) => bytesFromBase64(line))
  if (oldSize === undefined || proof.length > MAX_PROOF_HASHES) return undefined
  const isHash = (hash: Uint8Array | undefined): hash is Uint8Array => hash?.length === HASH_BYTES
  return proof.every(isHash) ? { oldSize, proof, checkpoint: body.slice(end + 2) } : undefined
}

/** The size that a witness answers with 409: decimal and a newline; undefined for any other text. */
export function parseSizeResponse(body: string): number | undefined {
  return body.endsWith('\n') ? parseSize(body.slice(0, -1)) : undefined
}
