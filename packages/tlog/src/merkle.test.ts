import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_ROOT,
  growingRoot,
  type HashReader,
  joinSubtrees,
  leafHash,
  nodeHash,
  readRoot,
  rootOf,
  subtreesOf,
} from './merkle.ts'
import { proveConsistency, proveInclusion, verifyConsistency, verifyInclusion } from './proof.ts'
import { testLeaves } from './test-leaf-hashes.ts'

// The definitions of RFC 6962, section 2.1, word for word: slow, and by another way than the code.
function naiveRoot(d: readonly Uint8Array[]): Uint8Array {
  const [only] = d
  if (d.length === 0 || only === undefined) return EMPTY_ROOT
  if (d.length === 1) return only
  const k = naiveSplit(d.length)
  return nodeHash(naiveRoot(d.slice(0, k)), naiveRoot(d.slice(k)))
}
const naiveSplit = (n: number) => 2 ** (Math.ceil(Math.log2(n)) - 1)
function naivePath(m: number, d: readonly Uint8Array[]): Uint8Array[] {
  if (d.length === 1) return []
  const k = naiveSplit(d.length)
  return m < k
    ? [...naivePath(m, d.slice(0, k)), naiveRoot(d.slice(k))]
    : [...naivePath(m - k, d.slice(k)), naiveRoot(d.slice(0, k))]
}
function naiveSubproof(m: number, d: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
  if (m === d.length) return isWhole ? [] : [naiveRoot(d)]
  const k = naiveSplit(d.length)
  return m <= k
    ? [...naiveSubproof(m, d.slice(0, k), isWhole), naiveRoot(d.slice(k))]
    : [...naiveSubproof(m - k, d.slice(k), false), naiveRoot(d.slice(0, k))]
}

function readerOf(hashes: readonly Uint8Array[]): HashReader {
  const kept = new Map<string, Uint8Array>()
  return async (nodes) =>
    nodes.map(({ level, index }) => {
      const place = `${level}/${index}`
      const hash = kept.get(place) ?? naiveRoot(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level))
      kept.set(place, hash)
      return hash
    })
}

const { hashes: LEAVES } = testLeaves(601)
const read = readerOf(LEAVES)

describe('the vectors of RFC 6962 implementations', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const leaves = inputs.map((hex) => leafHash(hexToBytes(hex)))
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]
  const A = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7'
  const B = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e'
  const C = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4'
  const D = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b'
  const E = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0'
  const F = '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a'
  const hexes = (proof: readonly Uint8Array[]) => proof.map(bytesToHex)

  it('roots of 0 to 8 leaves', () => {
    expect(bytesToHex(rootOf([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(leaves.map((_, at) => bytesToHex(rootOf(leaves.slice(0, at + 1))))).toEqual(roots)
  })

  it.each([
    [0, 1, []],
    [0, 8, [A, B, C]],
    [5, 8, [D, E, roots[3]]],
    [2, 3, [roots[1]]],
    [1, 5, [roots[0], B, D]],
  ])('inclusion of leaf %d in %d', async (index, size, proof) => {
    expect(hexes(await proveInclusion(index, size, readerOf(leaves)))).toEqual(proof)
  })

  it.each([
    [1, 1, []],
    [1, 8, [A, B, C]],
    [6, 8, [F, E, roots[3]]],
    [2, 5, [B, D]],
  ])('consistency of %d and %d', async (from, to, proof) => {
    expect(hexes(await proveConsistency(from, to, readerOf(leaves)))).toEqual(proof)
  })
})

describe('against the definitions of RFC 6962', () => {
  it('roots of 0 to 600 leaves, added one by one and read from subtrees', async () => {
    const tree = growingRoot()
    for (let size = 0; size <= 600; size += 1) {
      const expected = naiveRoot(LEAVES.slice(0, size))
      expect(tree.root()).toEqual(expected)
      tree.add(LEAVES[size] ?? EMPTY_ROOT)
      expect(await readRoot(size, read)).toEqual(expected)
    }
  })

  it('every inclusion proof of 1 to 40 leaves, and proofs of any size to 600', async () => {
    const check = async (index: number, size: number) => {
      const leaves = LEAVES.slice(0, size)
      const proof = await proveInclusion(index, size, read)
      expect(proof).toEqual(naivePath(index, leaves))
      const claim = { index, size, leafHash: LEAVES[index] ?? EMPTY_ROOT, root: naiveRoot(leaves), proof }
      expect(verifyInclusion(claim)).toBe(true)
    }
    for (let size = 1; size <= 40; size += 1) for (let index = 0; index < size; index += 1) await check(index, size)
    const places = fc.integer({ min: 1, max: 600 }).chain((size) => fc.tuple(fc.nat(size - 1), fc.constant(size)))
    await fc.assert(
      fc.asyncProperty(places, ([index, size]) => check(index, size)),
      { seed: 16, numRuns: 100 },
    )
  })

  it('every consistency proof of 0 to 40 leaves, and proofs of any sizes to 600', async () => {
    const check = async (from: number, to: number) => {
      const proof = await proveConsistency(from, to, read)
      expect(proof).toEqual(from === 0 ? [] : naiveSubproof(from, LEAVES.slice(0, to), true))
      const roots = { fromRoot: naiveRoot(LEAVES.slice(0, from)), toRoot: naiveRoot(LEAVES.slice(0, to)) }
      expect(verifyConsistency({ from, to, ...roots, proof })).toBe(true)
    }
    for (let to = 0; to <= 40; to += 1) for (let from = 0; from <= to; from += 1) await check(from, to)
    const sizes = fc.integer({ min: 1, max: 600 }).chain((to) => fc.tuple(fc.nat(to), fc.constant(to)))
    await fc.assert(
      fc.asyncProperty(sizes, ([from, to]) => check(from, to)),
      { seed: 16, numRuns: 100 },
    )
  })
})

describe('what is not proved is refused', () => {
  const changedAt = (proof: readonly Uint8Array[], at: number) =>
    proof.map((hash, index) => (index === at ? nodeHash(hash, hash) : hash))

  it('any change of an inclusion claim', async () => {
    for (const [index, size] of [
      [0, 1],
      [0, 2],
      [3, 7],
      [6, 7],
      [255, 600],
      [599, 600],
    ] as const) {
      const proof = await proveInclusion(index, size, read)
      const claim = { index, size, leafHash: LEAVES[index] ?? EMPTY_ROOT, root: rootOf(LEAVES.slice(0, size)), proof }
      expect(verifyInclusion(claim)).toBe(true)
      for (const at of proof.keys()) expect(verifyInclusion({ ...claim, proof: changedAt(proof, at) })).toBe(false)
      expect(verifyInclusion({ ...claim, proof: [...proof, EMPTY_ROOT] })).toBe(false)
      expect(verifyInclusion({ ...claim, proof: [...proof, new Uint8Array(31)] })).toBe(false)
      if (proof.length > 0) expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(false)
      expect(verifyInclusion({ ...claim, leafHash: leafHash(new Uint8Array(1)) })).toBe(false)
      expect(verifyInclusion({ ...claim, root: EMPTY_ROOT })).toBe(false)
      for (const other of [-1, index + 0.5, index + 1, size, Number.NaN]) {
        expect(verifyInclusion({ ...claim, index: other })).toBe(false)
      }
    }
  })

  it('any change of a consistency claim', async () => {
    for (const [from, to] of [
      [1, 2],
      [3, 7],
      [4, 7],
      [6, 7],
      [256, 600],
      [599, 600],
    ] as const) {
      const proof = await proveConsistency(from, to, read)
      const [fromRoot, toRoot] = [rootOf(LEAVES.slice(0, from)), rootOf(LEAVES.slice(0, to))]
      const claim = { from, fromRoot, to, toRoot, proof }
      expect(verifyConsistency(claim)).toBe(true)
      for (const at of proof.keys()) expect(verifyConsistency({ ...claim, proof: changedAt(proof, at) })).toBe(false)
      expect(verifyConsistency({ ...claim, proof: [...proof, EMPTY_ROOT] })).toBe(false)
      expect(verifyConsistency({ ...claim, proof: proof.slice(1) })).toBe(false)
      expect(verifyConsistency({ ...claim, fromRoot: toRoot })).toBe(false)
      expect(verifyConsistency({ ...claim, toRoot: fromRoot })).toBe(false)
      expect(verifyConsistency({ ...claim, from: to, to: from })).toBe(false)
      expect(verifyConsistency({ ...claim, from: from + 0.5 })).toBe(false)
    }
  })

  it('two roots at one size, a proof for the empty tree', () => {
    const [fromRoot, toRoot] = [rootOf(LEAVES.slice(0, 5)), rootOf(LEAVES.slice(1, 6))]
    expect(verifyConsistency({ from: 5, fromRoot, to: 5, toRoot, proof: [] })).toBe(false)
    expect(verifyConsistency({ from: 0, fromRoot: EMPTY_ROOT, to: 0, toRoot, proof: [] })).toBe(false)
    expect(verifyConsistency({ from: 0, fromRoot, to: 5, toRoot, proof: [] })).toBe(false)
    expect(verifyConsistency({ from: 0, fromRoot: EMPTY_ROOT, to: 5, toRoot, proof: [EMPTY_ROOT] })).toBe(false)
  })

  it('proofs of leaves and sizes that do not exist', () => {
    for (const [index, size] of [
      [0, 0],
      [5, 5],
      [-1, 5],
      [1.5, 5],
      [0, 2 ** 60],
    ] as const) {
      expect(() => proveInclusion(index, size, read)).toThrow(RangeError)
    }
    expect(() => proveConsistency(6, 5, read)).toThrow(RangeError)
  })
})

it('a tree of 2^53 - 1 leaves has proofs of at most 53 hashes', async () => {
  const size = 2 ** 53 - 1
  const zeros: HashReader = async (nodes) => nodes.map(() => EMPTY_ROOT)
  expect(subtreesOf(0, size)).toHaveLength(53)
  expect(await proveInclusion(size - 1, size, zeros)).toHaveLength(52)
  expect(await proveInclusion(0, size, zeros)).toHaveLength(53)
  expect((await proveConsistency(2 ** 52 + 1, size, zeros)).length).toBeLessThan(63)
  expect(joinSubtrees([])).toEqual(EMPTY_ROOT)
})
