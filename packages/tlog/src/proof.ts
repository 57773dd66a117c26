import {
  EMPTY_ROOT,
  HASH_BYTES,
  type HashReader,
  joinSubtrees,
  nodeHash,
  sameHash,
  splitOf,
  subtreesOf,
  type TreeNode,
} from './merkle.ts'

/** Hashes of a proof at most, as tlog-witness limits them; a tree of 2^53 leaves needs fewer. */
export const MAX_PROOF_HASHES = 63

/** Leaves `from` to `to` (exclusive). */
interface LeafRange {
  from: number
  to: number
}

/**
 * That leaf number `index` is in the tree of `size` leaves (RFC 6962, 2.1.1): the hashes of its siblings, the lowest
 * first. Throws a RangeError where the tree has no such leaf.
 */
export function proveInclusion(index: number, size: number, read: HashReader): Promise<Uint8Array[]> {
  if (!isCount(index) || !isCount(size) || index >= size) {
    throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`)
  }
  return readRanges(siblingsOfLeaf(index, size).reverse(), read)
}

/**
 * That the tree of `to` leaves continues the one of `from` leaves (RFC 6962, 2.1.2). Empty where one of the sizes is 0
 * or both are the same. Throws a RangeError where `from` is greater.
 */
export function proveConsistency(from: number, to: number, read: HashReader): Promise<Uint8Array[]> {
  if (!isCount(from) || !isCount(to) || from > to) {
    throw new RangeError(`a tree of ${to} leaves does not continue one of ${from}`)
  }
  if (from === 0) return Promise.resolve([])
  const { siblings, start } = descend(from, to)
  const seed = start.from === 0 ? [] : [start]
  return readRanges([...seed, ...siblings.reverse().map(({ range }) => range)], read)
}

/** Whether the proof shows that the leaf with this hash is number `index` of the tree with this root. Never throws. */
export function verifyInclusion(claim: {
  index: number
  size: number
  leafHash: Uint8Array
  root: Uint8Array
  proof: readonly Uint8Array[]
}): boolean {
  const { index, size, proof } = claim
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes(proof)) return false
  const siblings = siblingsOfLeaf(index, size).reverse()
  if (siblings.length !== proof.length) return false
  let hash = claim.leafHash
  for (const [at, sibling] of siblings.entries()) {
    const given = proof[at] ?? EMPTY_ROOT
    hash = sibling.from > index ? nodeHash(hash, given) : nodeHash(given, hash)
  }
  return sameHash(hash, claim.root)
}

/** Whether the proof shows that the tree of `to` leaves begins with that of `from` leaves. Never throws. */
export function verifyConsistency(claim: {
  from: number
  fromRoot: Uint8Array
  to: number
  toRoot: Uint8Array
  proof: readonly Uint8Array[]
}): boolean {
  const { from, fromRoot, to, toRoot, proof } = claim
  if (!isCount(from) || !isCount(to) || from > to || !areHashes(proof)) return false
  if (from === to && !sameHash(fromRoot, toRoot)) return false
  if (from === 0) return proof.length === 0 && sameHash(fromRoot, EMPTY_ROOT)
  const { siblings, start } = descend(from, to)
  const isWhole = start.from === 0
  if (proof.length !== siblings.length + (isWhole ? 0 : 1)) return false
  const seed = isWhole ? fromRoot : (proof[0] ?? EMPTY_ROOT)
  let [before, after] = [seed, seed]
  for (const [at, { isLeft }] of siblings.reverse().entries()) {
    const given = proof[at + (isWhole ? 0 : 1)] ?? EMPTY_ROOT
    if (isLeft) before = nodeHash(given, before)
    after = isLeft ? nodeHash(given, after) : nodeHash(after, given)
  }
  return sameHash(before, fromRoot) && sameHash(after, toRoot)
}

/** Siblings on the way from the root down to a leaf. */
function siblingsOfLeaf(index: number, size: number): LeafRange[] {
  const siblings: LeafRange[] = []
  for (let [from, to] = [0, size]; to - from > 1; ) {
    const middle = from + splitOf(to - from)
    const isLeft = index < middle
    siblings.push(isLeft ? { from: middle, to } : { from, to: middle })
    if (isLeft) to = middle
    else from = middle
  }
  return siblings
}

/** Siblings on the way from the root down to the subtree `start`, which ends where the older tree ends. */
function descend(older: number, size: number): { siblings: { range: LeafRange; isLeft: boolean }[]; start: LeafRange } {
  const siblings: { range: LeafRange; isLeft: boolean }[] = []
  let [from, to] = [0, size]
  while (to !== older) {
    const middle = from + splitOf(to - from)
    if (older <= middle) {
      siblings.push({ range: { from: middle, to }, isLeft: false })
      to = middle
    } else {
      siblings.push({ range: { from, to: middle }, isLeft: true })
      from = middle
    }
  }
  return { siblings, start: { from, to } }
}

/** The hash of each range, read at once. */
async function readRanges(ranges: readonly LeafRange[], read: HashReader): Promise<Uint8Array[]> {
  const parts = ranges.map(({ from, to }) => subtreesOf(from, to))
  const hashes = await read(parts.flat() satisfies TreeNode[])
  let at = 0
  return parts.map((nodes) => {
    at += nodes.length
    return joinSubtrees(hashes.slice(at - nodes.length, at))
  })
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

const areHashes = (proof: readonly Uint8Array[]) =>
  proof.length <= MAX_PROOF_HASHES && proof.every(({ length }) => length === HASH_BYTES)
