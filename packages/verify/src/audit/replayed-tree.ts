import { growingRoot, leafHash, nodeHash } from 'assay-tlog/merkle'
import { encodeTile, TILE_WIDTH, type Tile } from 'assay-tlog/tile'

/** A tile as the entries give it. */
export interface ComputedTile {
  tile: Tile
  bytes: Uint8Array
}

/** The tree of entries that are added one by one. It keeps one branch and one open tile of each level. */
export interface ReplayedTree {
  readonly size: number
  /** Adds an entry; answers the tiles that became full, the lowest first. */
  add(entry: Uint8Array): ComputedTile[]
  root(): Uint8Array
  /** The partial tiles at the end of the tree as it is. */
  partialTiles(): ComputedTile[]
}

export function replayedTree(): ReplayedTree {
  const tree = growingRoot()
  const open: Uint8Array[][] = []
  const full: number[] = []
  let size = 0
  const push = (level: number, hash: Uint8Array): ComputedTile[] => {
    const hashes = open[level] ?? []
    open[level] = hashes
    hashes.push(hash)
    if (hashes.length < TILE_WIDTH) return []
    const index = full[level] ?? 0
    full[level] = index + 1
    open[level] = []
    return [
      { tile: { level, index, width: TILE_WIDTH }, bytes: encodeTile(hashes) },
      ...push(level + 1, rootOfTile(hashes)),
    ]
  }
  return {
    get size() {
      return size
    },
    add: (entry) => {
      const hash = leafHash(entry)
      tree.add(hash)
      size += 1
      return push(0, hash)
    },
    root: () => tree.root(),
    partialTiles: () =>
      open.flatMap((hashes, level) =>
        hashes.length === 0
          ? []
          : [{ tile: { level, index: full[level] ?? 0, width: hashes.length }, bytes: encodeTile(hashes) }],
      ),
  }
}

/** The root over the hashes of a full tile. */
function rootOfTile(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes
  while (row.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at < row.length; at += 2)
      above.push(nodeHash(row[at] ?? new Uint8Array(0), row[at + 1] ?? new Uint8Array(0)))
    row = above
  }
  return row[0] ?? new Uint8Array(0)
}
