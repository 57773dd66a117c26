import { bytesToBase64 } from 'assay-tlog/base64'
import { leavesText } from 'assay-tlog/leaves-text'
import { sameHash } from 'assay-tlog/merkle'
import { type Checkpoint, openCheckpoint } from 'assay-tlog/note/checkpoint'
import { formatVerifierKey, type VerifierKey } from 'assay-tlog/note/verifier-key'
import { checkTlogKey } from '../../audit/check-shown.ts'
import { type Finding, finding } from '../../audit/finding.ts'
import type { TlogFacts } from '../../audit/tlog-facts.ts'
import type { Service } from '../fetch-service.ts'
import { type AuditArguments, CannotAudit } from './arguments.ts'
import type { AuditState } from './audit-state.ts'
import type { KnownTree } from './replay.ts'
import { findWitnessNote, getCheckpointNote, listServedKeys } from './served-tlog.ts'

/** A log whose newest checkpoint was verified. */
export interface OpenedTlog {
  origin: string
  /** Trees that the log must have had, by what was remembered and what witnesses cosigned. */
  known: KnownTree[]
  keys: VerifierKey[]
  checkpoint: Checkpoint
  note: string
  newest(): AuditState
  /** Whether the key that signed is in the log, where it was not known before. */
  checkKeys(facts: TlogFacts, found: (finding: Finding) => void): void
}

interface Opening {
  state: AuditState | null
  found(finding: Finding): void
  print(line: string): void
}

/**
 * Verifies the newest checkpoint by the given keys, those remembered, or those that the service names; null: none
 * signed it, which is a finding.
 */
export async function openServedTlog(
  service: Service,
  given: AuditArguments,
  { state, found, print }: Opening,
): Promise<OpenedTlog | null> {
  const served = await listServedKeys(service)
  const pinned = given.keys.length > 0 ? given.keys : (state?.keys ?? [])
  if (pinned.length === 0) print('No key was given or remembered: the keys that the service names are trusted.')
  const trusted = pinned.length > 0 ? pinned : served
  const [first] = trusted
  if (first === undefined) throw new CannotAudit('the service names no key of its log; give one with --key.')
  const note = await getCheckpointNote(service)
  const origin = first.name
  const direct = openCheckpoint(note, { origin, keys: trusted })
  // A log may change its key; that it did is in the log itself, under a tree that the old key signed.
  const viaNewKey = !direct.ok && state !== null ? openCheckpoint(note, { origin, keys: served }) : direct
  if (!viaNewKey.ok) {
    const code = viaNewKey.fault === 'other_origin' ? 'other_log' : 'bad_signature'
    found(finding(code, null, null, `The newest checkpoint is not accepted: ${viaNewKey.fault}.`))
    return null
  }
  const { checkpoint } = viaNewKey
  const keys = direct.ok ? trusted : [...trusted, ...served]
  if (state !== null && checkpoint.size < state.size) {
    found(finding('truncated', null, null, `It has ${leavesText(checkpoint.size)}; it had ${state.size} before.`))
  }
  const remembered: KnownTree[] =
    state === null ? [] : [{ size: state.size, root: state.root, code: 'fork', source: 'the one remembered' }]
  const known = [...remembered, ...(await witnessTrees(given, { origin, keys, size: checkpoint.size }, found, print))]
  return openedTlog({ origin, known, keys, checkpoint, note }, direct.ok ? [] : served)
}

function openedTlog(
  log: Pick<OpenedTlog, 'origin' | 'known' | 'keys' | 'checkpoint' | 'note'>,
  newKeys: readonly VerifierKey[],
): OpenedTlog {
  const opened: OpenedTlog = {
    ...log,
    newest: () => ({ keys: opened.keys, ...sizeAndRoot(opened.checkpoint), note: opened.note }),
    checkKeys: (facts, found) => {
      const logged = new Set([...facts.keys.values()].filter(({ use }) => use === 'log').map(({ x }) => x))
      for (const key of newKeys) {
        const x = Buffer.from(key.publicKey).toString('base64url')
        if (!logged.has(x)) for (const one of checkTlogKey(formatVerifierKey(key), x, facts)) found(one)
      }
    },
  }
  return opened
}

const sizeAndRoot = ({ size, root }: Checkpoint) => ({ size, root })

/** The trees that the log must have had, with the newest checkpoint's. */
export function checkTrees({ known, checkpoint }: OpenedTlog): KnownTree[] {
  const { size, root } = checkpoint
  return [...known, { size, root, code: 'wrong_root', source: 'its checkpoint' }]
}

/** Takes the newest checkpoint in place of the one before; false: it does not continue it, which is a finding. */
export async function openNewest(
  log: OpenedTlog,
  service: Service,
  found: (finding: Finding) => void,
): Promise<boolean> {
  const note = await getCheckpointNote(service)
  const opened = openCheckpoint(note, { origin: log.origin, keys: log.keys })
  if (!opened.ok) {
    found(finding('bad_signature', null, null, `A later checkpoint is not accepted: ${opened.fault}.`))
    return false
  }
  const { checkpoint } = opened
  const before = log.checkpoint
  if (checkpoint.size < before.size) {
    found(
      finding('truncated', null, null, `It has ${leavesText(checkpoint.size)}; it had ${before.size} a moment before.`),
    )
    return false
  }
  if (checkpoint.size === before.size && !sameHash(checkpoint.root, before.root)) {
    found(finding('fork', null, null, `Two checkpoints of ${leavesText(before.size)} have different roots.`))
    return false
  }
  for (const { size, source } of log.known)
    if (size > checkpoint.size)
      found(
        finding('split_view', null, null, `${source} has ${leavesText(size)}; here the log has ${checkpoint.size}.`),
      )
  Object.assign(log, { checkpoint, note })
  return true
}

async function witnessTrees(
  { witnesses, witnessKeys }: AuditArguments,
  { origin, keys, size }: { origin: string; keys: readonly VerifierKey[]; size: number },
  found: (finding: Finding) => void,
  print: (line: string) => void,
): Promise<KnownTree[]> {
  const trees: KnownTree[] = []
  for (const address of witnesses) {
    const note = await findWitnessNote(address, origin)
    if (note === null) throw new CannotAudit(`the witness ${address} knows no log of this origin.`)
    const opened = openCheckpoint(note, { origin, keys: [...keys, ...witnessKeys] })
    const logKeys = new Set(keys.map(({ keyId }) => keyId))
    if (!opened.ok || !opened.verified.some(({ keyId }) => logKeys.has(keyId))) {
      found(finding('split_view', null, null, `The witness ${address} has a checkpoint that no key of the log signed.`))
      continue
    }
    const cosigned = opened.verified.some(({ keyId }) => witnessKeys.some((key) => key.keyId === keyId))
    if (witnessKeys.length > 0 && !cosigned)
      throw new CannotAudit(`the witness ${address} did not cosign its checkpoint.`)
    const { checkpoint } = opened
    print(
      `Witness ${address}: ${leavesText(checkpoint.size)}, root ${bytesToBase64(checkpoint.root)}, this log ${size}.`,
    )
    trees.push({ ...sizeAndRoot(checkpoint), code: 'split_view', source: `the witness ${address}` })
  }
  return trees
}
