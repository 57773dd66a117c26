import { bytesFromBase64, bytesToBase64 } from 'assay-tlog/base64'
import { leafHash } from 'assay-tlog/merkle'
import { type Checkpoint, openCheckpoint } from 'assay-tlog/note/checkpoint'
import { parseVerifierKey } from 'assay-tlog/note/verifier-key'
import { verifyConsistency, verifyInclusion } from 'assay-tlog/proof'
import { isProof } from 'assay-verify/commands/answer-forms'
import type { Service } from 'assay-verify/commands/fetch-service'
import { type LeafOf, parseLeaf } from 'assay-verify/leaves/leaf'
import type { KnownLog } from './known-log.ts'
import { isLeaves } from './log-forms.ts'

const MAX_BYTES = 1_000_000
/** Of a hundred leaves: about how many are looked at for the newest keys. */
const MOST_PAGES = 200

/** A key is not accepted. The message is for people. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted'
}

/**
 * The log as it is now, where it says that the service signs with this key: the log must be that of the first contact,
 * only longer. Throws `Untrusted`, and what `Service` throws.
 */
export async function provedRotation(
  service: Service,
  to: { kid: string; x: string },
  log: KnownLog | null,
): Promise<KnownLog> {
  if (log === null)
    throw new Untrusted(`${service.root} signs with another key, and it had no log at first contact. ${REMEDY}`)
  const found = await findKeyLeaf(service, to.kid, log)
  if (found === null) throw new Untrusted(`${service.root} signs with a key that its log does not name. ${REMEDY}`)
  const { event, x } = found.leaf
  if (event !== 'published') throw new Untrusted(`${service.root} signs with a key that its log calls ${event}.`)
  if (x !== to.x) throw new Untrusted(`${service.root} signs with another key than its log names. ${REMEDY}`)
  await requireContinued(service, log, found.checkpoint)
  return { keys: log.keys, size: found.checkpoint.size, root: bytesToBase64(found.checkpoint.root) }
}

const REMEDY = 'If its operator confirms the new key, give it with --key KEY.'

interface KeyLeaf {
  leaf: LeafOf<'key'>
  checkpoint: Checkpoint
}

/** The newest leaf on a key of attestations; null: none of the newest leaves is. */
async function findKeyLeaf(service: Service, kid: string, log: KnownLog): Promise<KeyLeaf | null> {
  let before: number | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path: string = `/v1/log/leaves?limit=100${before === null ? '' : `&before=${before}`}`
    const listed = await service.getJson(path, { maxBytes: MAX_BYTES })
    if (!isLeaves(listed)) throw new Untrusted(`${service.root}/v1/log/leaves answered in another form.`)
    for (const { leaf: index, kind } of listed.leaves) {
      if (kind !== 'key') continue
      const found = await provedKeyLeaf(service, index, log)
      if (found.leaf.use === 'attestation' && found.leaf.kid === kid) return found
    }
    before = listed.before
    if (before === null) return null
  }
  return null
}

/** A leaf with the checkpoint under which it is proved. */
async function provedKeyLeaf(service: Service, index: number, log: KnownLog): Promise<KeyLeaf> {
  const proof = await service.getJson(`/v1/log/proof?leaf=${index}`, { maxBytes: MAX_BYTES })
  if (!isProof(proof) || proof.entry === undefined)
    throw new Untrusted(`${service.root} does not prove leaf ${index} of its log.`)
  const checkpoint = openedCheckpoint(service, proof.checkpoint, log)
  const { size, root } = checkpoint
  const entry = new TextEncoder().encode(proof.entry)
  const parsed = parseLeaf(entry)
  const isProved = verifyInclusion({ leafHash: leafHash(entry), index, size, root, proof: hashesOf(proof.hashes) })
  if (!isProved || !parsed.ok || parsed.leaf.kind !== 'key')
    throw new Untrusted(`${service.root} does not prove leaf ${index} of its log.`)
  return { leaf: parsed.leaf, checkpoint }
}

function openedCheckpoint(service: Service, note: string, log: KnownLog): Checkpoint {
  const keys = log.keys.flatMap((text) => parseVerifierKey(text) ?? [])
  const opened = openCheckpoint(note, { origin: keys[0]?.name ?? '', keys })
  if (opened.ok) return opened.checkpoint
  throw new Untrusted(`The log of ${service.root} is not signed as at first contact (${opened.fault}). ${REMEDY}`)
}

/** That the log only became longer. */
async function requireContinued(service: Service, log: KnownLog, { size, root }: Checkpoint): Promise<void> {
  const fromRoot = bytesFromBase64(log.root)
  const proof = await service.getJson(`/v1/log/proof?from=${log.size}&to=${size}`, { maxBytes: MAX_BYTES })
  const isContinued =
    fromRoot !== undefined &&
    isProof(proof) &&
    verifyConsistency({ from: log.size, fromRoot, to: size, toRoot: root, proof: hashesOf(proof.hashes) })
  if (!isContinued) throw new Untrusted(`The log of ${service.root} is not the one of the first contact. ${REMEDY}`)
}

/** A hash that is none is left out, so that the proof fails. */
function hashesOf(hashes: readonly string[]): Uint8Array[] {
  return hashes.flatMap((hash) => bytesFromBase64(hash) ?? [])
}
