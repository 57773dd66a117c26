import { leafHash } from 'assay-tlog/merkle'
import { verifyConsistency, verifyInclusion } from 'assay-tlog/proof'
import { memoryStorage, NOW, testEntries, testRoot, WRITER } from 'assay-tlog/test-tlogs'
import { appendLeaves } from 'assay-tlog/tree/tree-writer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestContext } from '../../api/test-context'
import type { TlogContext } from '../context'
import type { PublishedTree, ServedTlog } from '../served-tlog'
import { logProof } from './log-proof'

const SIZES = [3, 10, 300, 700]
let context: TlogContext
let close: () => Promise<void>

/** A log that had a checkpoint at each of the sizes and at no other. */
async function servedLog(): Promise<ServedTlog> {
  const storage = memoryStorage()
  let size = 0
  let tree: PublishedTree | undefined
  for (const next of SIZES) {
    const grown = await appendLeaves(storage, WRITER, testEntries(size, next), { expectedSize: size, now: NOW })
    tree = { ...grown, note: grown.note ?? '' }
    size = next
  }
  return {
    storage,
    witnessKeys: [],
    documentDays: 90,
    state: async () => undefined,
    keys: async () => [],
    published: async () => tree,
    tile: async () => undefined,
  }
}

beforeAll(async () => {
  const opened = await openTestContext([], NOW)
  close = opened.close
  context = { ...opened.context, tlog: await servedLog() }
})
afterAll(() => close())

const bytesOf = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64'))
const ANY_SIZE = [1, 3, 5, 10, 11, 255, 256, 257, 300, 511, 512, 600, 699, 700]

describe('proofs of any size up to that of the checkpoint', () => {
  it.each(ANY_SIZE)('inclusion in %d leaves', async (size) => {
    const index = size - 1
    const { root, leafHash: hash, hashes } = await logProof({ leaf: index, size }, context)
    expect(bytesOf(root)).toEqual(testRoot(size))
    expect(bytesOf(hash)).toEqual(leafHash(testEntries(index, size)[0] ?? new Uint8Array()))
    const claim = { index, size, leafHash: bytesOf(hash), root: testRoot(size), proof: hashes.map(bytesOf) }
    expect(verifyInclusion(claim)).toBe(true)
  })

  it.each(ANY_SIZE)('consistency of %d leaves with the newest and with an older one', async (from) => {
    for (const to of [from, Math.min(700, from + 77), 700]) {
      const { hashes } = await logProof({ from, to }, context)
      const claim = { from, fromRoot: testRoot(from), to, toRoot: testRoot(to), proof: hashes.map(bytesOf) }
      expect(verifyConsistency(claim)).toBe(true)
    }
  })

  it('no proof of a leaf or a size that does not exist', async () => {
    for (const input of [{ leaf: 700 }, { leaf: 5, size: 5 }, { leaf: 1, size: 701 }, { from: 1, to: 701 }]) {
      await expect(logProof(input, context)).rejects.toMatchObject({ code: 'unknown_leaf' })
    }
    await expect(logProof({ from: 5, to: 4 }, context)).rejects.toThrow()
  })
})
