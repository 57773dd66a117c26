import { formatNote, parseNote } from 'assay-tlog/note/signed-note'
import { proveConsistency } from 'assay-tlog/proof'
import { hashReaderOf, type StoredTree } from 'assay-tlog/tree/stored-tree'
import { addCosignatures } from 'assay-tlog/tree/tree-writer'
import { askWitnesses, type Witness, type WitnessSizes } from 'assay-tlog/witness/ask-witnesses'
import { MINUTE_MS } from 'assay-verify/duration'
import { boundedSafeFetch } from '../../safe-fetch/bounded-safe-fetch'
import { updateTlogState } from '../sql/state'
import type { TlogJob } from './write-tlog'

/** The witnesses of a process, and what it remembers of them. */
export interface WitnessRounds {
  witnesses: readonly Witness[]
  sizes: WitnessSizes
  /** Epoch milliseconds. */
  askedAt: number
  /** Leaves of the checkpoint that was asked about last. */
  askedSize: number
  /** Names of witnesses that did not cosign the last time. */
  failing: Set<string>
}

export function openWitnessRounds(witnesses: readonly Witness[]): WitnessRounds {
  return { witnesses, sizes: new Map(), askedAt: Number.NEGATIVE_INFINITY, askedSize: -1, failing: new Set() }
}

/**
 * Asks the witnesses at most once a minute to cosign the newest checkpoint, publishes what they signed, and keeps it,
 * because the next checkpoint follows within seconds. A witness that fails is logged once until it cosigns again.
 */
export async function cosignCheckpoint(job: TlogJob, { note, size }: StoredTree): Promise<void> {
  const { rounds, storage, db } = job
  const now = job.clock().getTime()
  const isDue = Math.abs(now - rounds.askedAt) >= MINUTE_MS && (size !== rounds.askedSize || rounds.failing.size > 0)
  if (note === null || rounds.witnesses.length === 0 || !isDue) return
  rounds.askedAt = now
  rounds.askedSize = size
  const proofFrom = (oldSize: number) => proveConsistency(oldSize, size, hashReaderOf(storage, size))
  const answers = await askWitnesses(
    rounds.witnesses,
    { note, proofFrom },
    { sizes: rounds.sizes, fetchWitness: boundedSafeFetch, now: new Date(now) },
  )
  const found = answers.flatMap((answer) => (answer.ok ? [answer.cosignature] : []))
  for (const answer of answers) noteResponse(job, answer.witness.key.name, answer.ok ? null : answer.why)
  const parsed = parseNote(note)
  if (found.length === 0 || parsed === undefined) return
  const known = new Set(parsed.signatures.map(({ keyId }) => keyId))
  const added = found.filter(({ keyId }) => !known.has(keyId))
  const cosigned = formatNote({ text: parsed.text, signatures: [...parsed.signatures, ...added] })
  await updateTlogState(db, { cosigned })
  await addCosignatures(storage, note, found)
}

/** `why` null: it cosigned. */
function noteResponse({ rounds: { failing }, log }: TlogJob, name: string, why: string | null): void {
  if (why === null && failing.delete(name)) log(`The witness ${name} cosigns again.`)
  if (why === null || failing.has(name)) return
  failing.add(name)
  log(`The witness ${name} did not cosign the log: ${why}.`)
}
