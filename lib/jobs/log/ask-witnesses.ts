import { MINUTE_MS } from '../../core/duration'
import { proveConsistency } from '../../core/log/proof'
import { formatNote, type NoteSignature, parseNote, parseSignatures, verifiesText } from '../../core/log/signed-note'
import type { VerifierKey } from '../../core/log/verifier-key'
import { formatWitnessRequest, parseSizeAnswer, type WitnessRequest } from '../../core/log/witness-request'
import { hashReaderOf, type StoredTree } from '../../log-storage/stored-tree'
import { addCosignatures } from '../../log-storage/tree-writer'
import { safeFetch } from '../../safe-fetch'
import { updateLogState } from '../../store/log/state'
import type { LogJob } from '../log'

/** A witness that the settings name. */
export interface Witness {
  key: VerifierKey
  /** Where it takes requests: `/add-checkpoint` is added. */
  url: string
}

/** What a process remembers of one witness. */
interface Round extends Witness {
  /** Leaves of the checkpoint that it cosigned last; 0: not known. */
  cosigned: number
  askedAt: number
  isFailing: boolean
}

/** The witnesses of a process, and when each was asked. */
export type WitnessRounds = readonly Round[]

export function openWitnessRounds(witnesses: readonly Witness[]): WitnessRounds {
  return witnesses.map((witness) => ({
    ...witness,
    cosigned: 0,
    askedAt: Number.NEGATIVE_INFINITY,
    isFailing: false,
  }))
}

/** A witness that takes longer does not keep the log waiting. */
const WITHIN_MS = 5000
const MAX_ANSWER_BYTES = 16_384
const ASK_EVERY_MS = MINUTE_MS

/** A witness did not answer as the specification says. */
class WitnessRefused extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'WitnessRefused'
  }
}

/**
 * Asks each witness at most once a minute to cosign the newest checkpoint (C2SP tlog-witness), side by side, and publishes what verifies. One that fails is logged
 * once until it answers again.
 */
export async function askWitnesses(job: LogJob, tree: StoredTree): Promise<number> {
  const { note } = tree
  const now = job.clock().getTime()
  const due = job.witnesses.filter((witness) => {
    const isDue = Math.abs(now - witness.askedAt) >= ASK_EVERY_MS
    return isDue && witness.cosigned !== tree.size
  })
  if (note === null || due.length === 0) return 0
  const found = (await Promise.all(due.map((witness) => askOne(job, witness, { ...tree, note }, now)))).flat()
  if (found.length === 0) return 0
  const parsed = parseNote(note)
  if (parsed === undefined) return 0
  await updateLogState(job.db, {
    cosigned: formatNote({ text: parsed.text, signatures: [...parsed.signatures, ...found] }),
  })
  await addCosignatures(job.storage, note, found)
  return found.length
}

async function askOne(
  { storage, log }: LogJob,
  witness: Round,
  tree: StoredTree & { note: string },
  now: number,
): Promise<NoteSignature[]> {
  witness.askedAt = now
  const ask = async (oldSize: number) => {
    const proof = await proveConsistency(oldSize, tree.size, hashReaderOf(storage, tree.size))
    return post(witness, { oldSize, proof, checkpoint: tree.note })
  }
  try {
    const first = await ask(Math.min(witness.cosigned, tree.size))
    const known = first.status === 409 ? parseSizeAnswer(first.text) : undefined
    if (known !== undefined && known > tree.size)
      throw new WitnessRefused(`it has cosigned ${known} leaves of this log, more than there are`)
    const answer = known === undefined ? first : await ask(known)
    const cosignatures = cosignaturesIn(answer, witness.key, tree.note)
    witness.cosigned = tree.size
    if (witness.isFailing) log(`The witness ${witness.key.name} cosigns again.`)
    witness.isFailing = false
    return cosignatures
  } catch (cause) {
    if (!witness.isFailing)
      log(`The witness ${witness.key.name} did not cosign the log: ${String(cause).slice(0, 300)}`)
    witness.isFailing = true
    return []
  }
}

async function post({ url }: Witness, request: WitnessRequest): Promise<{ status: number; text: string }> {
  const address = `${url}/add-checkpoint`
  const { status, body } = await safeFetch(address, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: formatWitnessRequest(request),
    maxBytes: MAX_ANSWER_BYTES,
    signal: AbortSignal.timeout(WITHIN_MS),
    rules: { allowedOrigins: [new URL(url).origin] },
  })
  return { status, text: body.toString('utf8') }
}

/** Signatures of this witness over the checkpoint; others in its answer are ignored. */
function cosignaturesIn(
  { status, text }: { status: number; text: string },
  key: VerifierKey,
  note: string,
): NoteSignature[] {
  if (status !== 200) throw new WitnessRefused(`it answered with status ${status}`)
  const signed = parseNote(note)?.text ?? ''
  const own = (parseSignatures(text) ?? []).filter(({ name, keyId }) => name === key.name && keyId === key.keyId)
  const [first] = own.filter(({ signature }) => verifiesText(signed, signature, key))
  if (first === undefined) throw new WitnessRefused('its answer has no valid signature of its key')
  return [first]
}
