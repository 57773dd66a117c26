import { HASH_BYTES, type HashReader, nodeHash, type TreeNode } from './merkle.ts'

/** Hashes of a full tile, and entries of a full bundle (C2SP tlog-tiles). */
export const TILE_WIDTH = 256

const TILE_LEVELS = 8
/** Bytes of the length before each entry of a bundle. */
const LENGTH_BYTES = 2
const MAX_ENTRY_BYTES = 0xffff
const MAX_LEVEL = 63
const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/

/**
 * One immutable file of the log. `level` 0: hashes of leaves; level n: each hash is the root of a full tile of the
 * level below; `entries`: a bundle of the entries themselves. `width`: 1 to 256; less than 256 is a partial tile.
 */
export interface Tile {
  level: number | 'entries'
  index: number
  width: number
}

/** Reads the bytes of one file of the log. */
export type TileReader = (tile: Tile) => Promise<Uint8Array>

/** The path of a tile below the prefix of the log: `tile/0/x001/234`, `tile/entries/000.p/17`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  const place = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${place}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** The tile of a path; undefined for any text that `tilePath` does not write. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', place = '', width] = PATH.exec(path) ?? []
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(place.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  }
  const isPossible =
    Number.isSafeInteger(tile.index) && (tile.level === 'entries' || tile.level <= MAX_LEVEL) && tile.width > 0
  return isPossible && tile.width <= TILE_WIDTH && tilePath(tile) === path ? tile : undefined
}

/** The bundle that holds entry number `index` of a log of `size` entries. */
export function bundleOfEntry(index: number, size: number): Tile {
  return widest('entries', Math.floor(index / TILE_WIDTH), size)
}

/** Hashes as a tile holds them. */
export function encodeTile(hashes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES)
  return bytes
}

/** The hashes of a tile; undefined where the bytes are not exactly `width` hashes. */
export function decodeTile(bytes: Uint8Array, width: number): Uint8Array[] | undefined {
  if (bytes.length !== width * HASH_BYTES) return undefined
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))
}

/**
 * Entries as a bundle holds them: each after its length in two bytes. Throws a RangeError for an entry of more than
 * 65,535 bytes.
 */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES)
      throw new RangeError(`an entry has ${entry.length} bytes, more than a bundle holds`)
    view.setUint16(at, entry.length)
    bytes.set(entry, at + LENGTH_BYTES)
    at += LENGTH_BYTES + entry.length
  }
  return bytes
}

/** The entries of a bundle; undefined where the bytes are not exactly `width` entries. */
export function decodeBundle(bytes: Uint8Array, width: number): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Uint8Array[] = []
  let at = 0
  while (entries.length < width) {
    if (at + LENGTH_BYTES > bytes.length) return undefined
    const end = at + LENGTH_BYTES + view.getUint16(at)
    if (end > bytes.length) return undefined
    entries.push(bytes.subarray(at + LENGTH_BYTES, end))
    at = end
  }
  return at === bytes.length ? entries : undefined
}

/** A file of the log that is not what its path says. */
export class BrokenTile extends Error {
  constructor(tile: Tile) {
    super(`${tilePath(tile)} is damaged: it has not the length of ${tile.width} hashes`)
    this.name = 'BrokenTile'
  }
}

/**
 * Reads hashes of nodes from the tiles of a log of `size` leaves: only the tiles that hold them, each once a call.
 * Every node must be complete at that size. What is read is checked by nobody here: compare the root that it gives.
 */
export function tileHashReader(size: number, readTile: TileReader): HashReader {
  return async (nodes) => {
    const tiles = new Map<string, Promise<Uint8Array[]>>()
    const hashes = nodes.map(async (node) => {
      const { tile, first, count } = placeOf(node, size)
      const path = tilePath(tile)
      const read = tiles.get(path) ?? readHashes(tile, readTile)
      tiles.set(path, read)
      return completeRoot((await read).slice(first, first + count))
    })
    return Promise.all(hashes)
  }
}

async function readHashes(tile: Tile, readTile: TileReader): Promise<Uint8Array[]> {
  const hashes = decodeTile(await readTile(tile), tile.width)
  if (hashes === undefined) throw new BrokenTile(tile)
  return hashes
}

/** Where the hashes are from which the hash of a node follows. */
function placeOf(node: TreeNode, size: number): { tile: Tile; first: number; count: number } {
  const level = Math.floor(node.level / TILE_LEVELS)
  const count = 2 ** (node.level % TILE_LEVELS)
  const first = node.index * count
  const hashesOfLevel = Math.floor(size / TILE_WIDTH ** level)
  if (first + count > hashesOfLevel) throw new RangeError(`a tree of ${size} leaves has no such complete subtree`)
  const index = Math.floor(first / TILE_WIDTH)
  return { tile: widest(level, index, hashesOfLevel), first: first % TILE_WIDTH, count }
}

function widest(level: Tile['level'], index: number, ofLevel: number): Tile {
  return { level, index, width: Math.min(TILE_WIDTH, ofLevel - index * TILE_WIDTH) }
}

/** The root over a power of two of hashes. */
function completeRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes
  while (row.length > 1) {
    const below = row
    row = Array.from({ length: below.length / 2 }, (_, at) =>
      nodeHash(below[at * 2] ?? new Uint8Array(), below[at * 2 + 1] ?? new Uint8Array()),
    )
  }
  return row[0] ?? new Uint8Array()
}
