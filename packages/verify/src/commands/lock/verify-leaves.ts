import { bytesFromBase64 } from 'assay-tlog/base64'
import { leafHash } from 'assay-tlog/merkle'
import { openCheckpoint } from 'assay-tlog/note/checkpoint'
import { parseVerifierKey, type VerifierKey } from 'assay-tlog/note/verifier-key'
import { verifyInclusion } from 'assay-tlog/proof'
import { parseLeaf } from '../../leaves/leaf.ts'
import { quoted } from '../../text/visible-text.ts'
import { isProof, type ReadLockedServer } from '../answer-forms.ts'
import type { Service } from '../fetch-service.ts'
import { CannotLock } from './arguments.ts'

const MAX_BYTES = 1_000_000

/** The key of a log that was given; throws `CannotLock` for what is none. */
export function tlogKeyOf(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (key?.type !== 'ed25519') throw new CannotLock('--proofs takes the verifier key of a log (name+id+base64).')
  return key
}

/** Of these servers, why what they declare is not proved to be in the log of this key: sentences; empty where it is. */
export async function unprovedServers(
  service: Service,
  servers: Iterable<ReadLockedServer>,
  key: VerifierKey,
): Promise<string[]> {
  const faults: string[] = []
  for (const server of servers) {
    const fault =
      server.leaf === null ? 'has no leaf in the log yet' : await faultOf(service, server, server.leaf.index, key)
    if (fault !== null) faults.push(`What ${quoted(server.serverId, 120)} declares ${fault}.`)
  }
  return faults
}

async function faultOf(service: Service, { serverId, digest }: ReadLockedServer, index: number, key: VerifierKey) {
  const proof = await service.findJson(`/v1/log/proof?leaf=${index}`, { maxBytes: MAX_BYTES })
  if (!isProof(proof) || proof.entry === undefined) return `is said to be leaf ${index}, of which there is no proof`
  const opened = openCheckpoint(proof.checkpoint, { origin: key.name, keys: [key] })
  if (!opened.ok) return `is proved by a checkpoint that is not of the log (${opened.fault})`
  const { size, root } = opened.checkpoint
  const entry = new TextEncoder().encode(proof.entry)
  const hashes = proof.hashes.map(bytesFromBase64)
  const isWhole = hashes.every((hash) => hash !== undefined)
  if (!isWhole || !verifyInclusion({ leafHash: leafHash(entry), index, size, root, proof: hashes as Uint8Array[] }))
    return `is said to be leaf ${index}, and its proof is wrong`
  const parsed = parseLeaf(entry)
  const isIt =
    parsed.ok && parsed.leaf.kind === 'declarations' && parsed.leaf.id === serverId && parsed.leaf.digest === digest
  return isIt ? null : `is said to be leaf ${index}, which says something else`
}
