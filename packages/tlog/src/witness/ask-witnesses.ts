import type { BoundedFetch } from '../bounded-fetch.ts'
import { leavesText } from '../leaves-text.ts'
import { parseCheckpointText } from '../note/checkpoint.ts'
import { type NoteSignature, parseNote, parseSignatures, verifiesText } from '../note/signed-note.ts'
import type { VerifierKey } from '../note/verifier-key.ts'
import { cosignedAt } from './cosignature.ts'
import { formatWitnessRequest, parseSizeResponse } from './request.ts'

/** A witness that the settings name. `url`: where it takes requests; `/add-checkpoint` is added. */
export interface Witness {
  key: VerifierKey
  url: string
}

/** What a witness answered. `cosignature` is verified; `why`: what it did instead, for the operator. */
export type WitnessResponse =
  | { witness: Witness; ok: true; cosignature: NoteSignature }
  | { witness: Witness; ok: false; why: string }

/**
 * What is asked. `note`: the signed checkpoint. `proofFrom`: the consistency proof from an older size to that of the
 * checkpoint.
 */
export interface Question {
  note: string
  proofFrom: (oldSize: number) => Promise<Uint8Array[]>
}

/** How long all witnesses together may take, in ms. */
const WITHIN_MS = 5_000

const MAX_ANSWER_BYTES = 16_384
/**
 * A cosignature says when it was made: one further from now than this, in ms, misleads whoever reads it about how new
 * the checkpoint is.
 */
const CLOCKS_DIFFER_MS = 600_000
/** Sizes that witnesses named last, by the text of their key: what the next proof is from. */
export type WitnessSizes = Map<string, number>

/** A witness did not answer as the specification says. */
class WitnessRefused extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'WitnessRefused'
  }
}

/**
 * Asks the witnesses side by side to cosign a checkpoint (C2SP tlog-witness). Never rejects, and resolves within
 * `withinMs` whatever they do. `sizes` is read and updated.
 */
export async function askWitnesses(
  witnesses: readonly Witness[],
  question: Question,
  {
    sizes,
    fetchWitness,
    now,
    withinMs = WITHIN_MS,
  }: { sizes: WitnessSizes; fetchWitness: BoundedFetch; now: Date; withinMs?: number },
): Promise<WitnessResponse[]> {
  const signal = AbortSignal.timeout(withinMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new WitnessRefused(`no answer within ${withinMs} ms`)), {
      once: true,
    })
  })
  late.catch(() => undefined)
  return Promise.all(
    witnesses.map(async (witness): Promise<WitnessResponse> => {
      try {
        const asked = askWitness(witness, question, { sizes, now, send: sender(witness, fetchWitness, signal) })
        return { witness, ok: true, cosignature: await Promise.race([asked, late]) }
      } catch (cause) {
        return { witness, ok: false, why: String(cause instanceof Error ? cause.message : cause).slice(0, 300) }
      }
    }),
  )
}

type Send = (body: string) => Promise<{ status: number; text: string }>

async function askWitness(
  { key }: Witness,
  { note, proofFrom }: Question,
  { sizes, now, send }: { sizes: WitnessSizes; now: Date; send: Send },
): Promise<NoteSignature> {
  const text = parseNote(note)?.text ?? ''
  const size = parseCheckpointText(text)?.size
  if (size === undefined) throw new TypeError('this is no checkpoint')
  const name = `${key.name}+${key.keyId}`
  const ask = async (oldSize: number) =>
    send(formatWitnessRequest({ oldSize, proof: await proofFrom(oldSize), checkpoint: note }))
  const known = sizes.get(name) ?? 0
  // It may have cosigned a newer checkpoint than the one that is asked about; it says so.
  let answer = await ask(Math.min(known, size))
  if (answer.status === 409) {
    const named = parseSizeResponse(answer.text)
    if (named === undefined) throw new WitnessRefused('it names no size')
    if (named > size) throw new WitnessRefused(`it has cosigned ${leavesText(named)} of this log, which has ${size}`)
    sizes.set(name, named)
    answer = await ask(named)
  }
  if (answer.status !== 200) throw new WitnessRefused(`it answered with status ${answer.status}`)
  const own = (parseSignatures(answer.text) ?? []).filter(({ name, keyId }) => name === key.name && keyId === key.keyId)
  const [cosignature] = own.slice(0, 1).filter(({ signature }) => verifiesText(text, signature, key))
  if (cosignature === undefined) throw new WitnessRefused('its answer has no valid signature of its key')
  sizes.set(name, size)
  const at = key.type === 'cosignature' ? cosignedAt(text, cosignature.signature, key) : now
  if (at === undefined || Math.abs(at.getTime() - now.getTime()) > CLOCKS_DIFFER_MS)
    throw new WitnessRefused(`its cosignature says it was made at ${at?.toISOString() ?? 'no time'}`)
  return cosignature
}

function sender({ url }: Witness, fetchWitness: BoundedFetch, signal: AbortSignal): Send {
  const address = `${url.replace(/\/$/, '')}/add-checkpoint`
  return async (body) => {
    const answer = await fetchWitness(address, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    })
    if (answer.redirected) throw new WitnessRefused('it redirected the request')
    return { status: answer.status, text: answer.body.toString('utf8') }
  }
}
