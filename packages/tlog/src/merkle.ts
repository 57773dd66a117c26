import { sha256 } from '@noble/hashes/sha2.js'

// The Merkle tree of RFC 6962 with SHA-256. Sizes and indexes are whole numbers to 2^53, so no bitwise operators.

/** Bytes of a hash. */
export const HASH_BYTES = 32

/** The root of the tree without leaves: the hash of nothing. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array(0))

const LEAF_PREFIX = Uint8Array.of(0)
const NODE_PREFIX = Uint8Array.of(1)

/** The root of 2^`level` consecutive leaves, the first of which is number `index` * 2^`level`. */
export interface TreeNode {
  level: number
  index: number
}

/** Reads the hashes of nodes, in the order of the nodes. Rejects where one cannot be read. */
export type HashReader = (nodes: readonly TreeNode[]) => Promise<Uint8Array[]>

/** The hash of an entry as a leaf of the tree. */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256.create().update(LEAF_PREFIX).update(entry).digest()
}

/** The hash of a node with these two children. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256.create().update(NODE_PREFIX).update(left).update(right).digest()
}

/** The root over these leaf hashes. */
export function rootOf(leafHashes: Iterable<Uint8Array>): Uint8Array {
  const tree = growingRoot()
  for (const hash of leafHashes) tree.add(hash)
  return tree.root()
}

/** `rootOf` of leaf hashes that are added one by one, in memory for one branch only. */
export function growingRoot(): { add(leafHash: Uint8Array): void; root(): Uint8Array } {
  // One hash for each complete subtree, the largest first.
  const subtrees: Uint8Array[] = []
  let size = 0
  return {
    add: (hash) => {
      let joined = hash
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) joined = nodeHash(subtrees.pop() ?? joined, joined)
      subtrees.push(joined)
      size += 1
    },
    root: () => joinSubtrees(subtrees),
  }
}

/** The largest power of two below `size`, which is at least 2: where RFC 6962 splits a tree. */
export function splitOf(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/**
 * The complete subtrees that leaves `from` to `to` (exclusive) consist of, left to right. `from` must be a place where
 * RFC 6962 splits a tree, so that the subtrees become smaller from left to right.
 */
export function subtreesOf(from: number, to: number): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let at = from; at < to; ) {
    let level = 0
    let width = 1
    while (width * 2 <= to - at) {
      width *= 2
      level += 1
    }
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

/** The root over complete subtrees, the largest first; `EMPTY_ROOT` of none. */
export function joinSubtrees(hashes: readonly Uint8Array[]): Uint8Array {
  const last = hashes.at(-1)
  if (last === undefined) return EMPTY_ROOT
  return hashes.slice(0, -1).reduceRight((joined, left) => nodeHash(left, joined), last)
}

/** The root of the first `size` leaves. */
export async function readRoot(size: number, read: HashReader): Promise<Uint8Array> {
  return joinSubtrees(await read(subtreesOf(0, size)))
}

export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
