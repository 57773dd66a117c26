import { bytesToBase64 } from 'assay-tlog/base64'
import { leavesText } from 'assay-tlog/leaves-text'
import { leafHash, readRoot } from 'assay-tlog/merkle'
import { proveConsistency, proveInclusion } from 'assay-tlog/proof'
import { hashReaderOf } from 'assay-tlog/tree/stored-tree'
import { ApiError } from '../../contract/errors'
import { invalidInput } from '../../contract/faults/input-faults'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { TlogContext } from '../context'
import { getPublished, getTlog } from '../get-tlog'
import { readLeafEntry } from '../leaf-entry'
import type { PublishedTree } from '../served-tlog'

type ProofOutput = OutputOf<'logProof'>

/** An inclusion proof with `leaf`, a consistency proof with `from`. */
export async function logProof(
  { leaf, size, from, to }: InputOf<'logProof'>,
  context: TlogContext,
): Promise<ProofOutput> {
  if ((leaf === undefined) === (from === undefined) || (leaf === undefined ? size : to) !== undefined) {
    const detail = '"leaf", with or without "size", or "from", with or without "to", must be given.'
    throw invalidInput('invalid_parameter', [{ in: 'query', name: leaf === undefined ? 'leaf' : 'from', detail }])
  }
  const tree = await getPublished(context)
  if (leaf !== undefined) return inclusion(leaf, size ?? tree.size, tree, context)
  return consistency(from ?? 0, to ?? tree.size, tree, context)
}

async function inclusion(leaf: number, size: number, tree: PublishedTree, context: TlogContext): Promise<ProofOutput> {
  if (size > tree.size) throw noSuchSize(tree, size)
  if (leaf >= size) throw noSuchLeaf(leaf, size)
  const served = getTlog(context)
  const read = hashReaderOf(served.storage, tree.size)
  const entry = await readLeafEntry(served, leaf, tree.size)
  return {
    kind: 'inclusion',
    size,
    root: bytesToBase64(await readRoot(size, read)),
    leaf,
    leafHash: bytesToBase64(leafHash(entry)),
    entry: new TextDecoder().decode(entry),
    hashes: (await proveInclusion(leaf, size, read)).map(bytesToBase64),
    checkpoint: tree.note,
  }
}

async function consistency(from: number, to: number, tree: PublishedTree, context: TlogContext): Promise<ProofOutput> {
  if (to > tree.size) throw noSuchSize(tree, to)
  if (from > to) {
    const detail = `"from" must be at most ${to}, the size of the newer tree; ${from} was sent.`
    throw invalidInput('invalid_parameter', [{ in: 'query', name: 'from', detail }])
  }
  const read = hashReaderOf(getTlog(context).storage, tree.size)
  return {
    kind: 'consistency',
    size: to,
    root: bytesToBase64(await readRoot(to, read)),
    from,
    fromRoot: bytesToBase64(await readRoot(from, read)),
    hashes: (await proveConsistency(from, to, read)).map(bytesToBase64),
    checkpoint: tree.note,
  }
}

function noSuchSize({ size }: PublishedTree, asked: number): ApiError {
  return new ApiError('unknown_leaf', `The log has ${leavesText(size)}; there is no tree of ${asked} yet.`)
}

function noSuchLeaf(leaf: number, size: number): ApiError {
  return new ApiError('unknown_leaf', `A tree of ${leavesText(size)} has no leaf ${leaf}: the first is number 0.`)
}

export const logProofEndpoint = defineEndpoint('logProof', logProof)
