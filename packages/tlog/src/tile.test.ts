import { describe, expect, it } from 'vitest'
import { EMPTY_ROOT, readRoot, rootOf } from './merkle.ts'
import { proveConsistency, proveInclusion, verifyConsistency, verifyInclusion } from './proof.ts'
import { testLeaves } from './test-leaf-hashes.ts'
import { tilesOfTlog } from './test-tiles.ts'
import cases from './tile.cases.json' with { type: 'json' }
import {
  decodeBundle,
  decodeTile,
  encodeBundle,
  encodeTile,
  parseTilePath,
  type Tile,
  tileHashReader,
  tilePath,
} from './tile.ts'

const { hashes: LEAVES } = testLeaves(65_537)

/**
 * The definition of tlog-tiles: hash i of tile n of level l is the root of leaves (n * 256 + i) * 256^l up to 256^l
 * more.
 */
function definedTile({ level, index, width }: Tile): Uint8Array {
  if (level === 'entries') throw new Error('a bundle holds no hashes')
  const step = 256 ** level
  return encodeTile(
    Array.from({ length: width }, (_, at) => {
      const first = (index * 256 + at) * step
      return rootOf(LEAVES.slice(first, first + step))
    }),
  )
}

describe('paths', () => {
  it.each<[string, Tile]>([
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/0/000.p/1', { level: 0, index: 0, width: 1 }],
    ['tile/3/x001/x234/067', { level: 3, index: 1234067, width: 256 }],
    ['tile/entries/x001/x234/067.p/255', { level: 'entries', index: 1234067, width: 255 }],
    ['tile/63/999.p/17', { level: 63, index: 999, width: 17 }],
    ['tile/0/x001/000', { level: 0, index: 1000, width: 256 }],
  ])('%s', (path, tile) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  it.each(cases.refused)('%j is refused', (path) => {
    expect(parseTilePath(path)).toBeUndefined()
  })
})

describe('the tiles of a log', () => {
  it('the example of the specification: 70,000 leaves', () => {
    const paths = tilesOfTlog(70_000).map(tilePath)
    const hashes = paths.filter((path) => !path.includes('entries'))
    expect(hashes).toHaveLength(273 + 1 + 1 + 1 + 1)
    expect(hashes).toEqual(
      expect.arrayContaining(['tile/0/272', 'tile/0/273.p/112', 'tile/1/000', 'tile/1/001.p/17', 'tile/2/000.p/1']),
    )
    expect(tilesOfTlog(256).map(tilePath)).toEqual(['tile/entries/000', 'tile/0/000', 'tile/1/000.p/1'])
  })
})

describe('reading from tiles', () => {
  it.each([1, 2, 255, 256, 257, 600, 65_535, 65_536, 65_537])('roots and proofs of %d leaves', async (size) => {
    const existing = new Map(tilesOfTlog(size).map((tile) => [tilePath(tile), tile]))
    const kept = new Map<string, Uint8Array>()
    const reads: string[] = []
    const readTile = async (tile: Tile) => {
      const path = tilePath(tile)
      expect(existing.has(path), path).toBe(true)
      reads.push(path)
      const bytes = kept.get(path) ?? definedTile(tile)
      kept.set(path, bytes)
      return bytes
    }
    const read = tileHashReader(size, readTile)
    const root = rootOf(LEAVES.slice(0, size))
    expect(await readRoot(size, read)).toEqual(root)

    for (const index of new Set([0, Math.floor(size / 2), size - 1])) {
      reads.length = 0
      const proof = await proveInclusion(index, size, read)
      expect(reads.length).toBeLessThanOrEqual(6)
      expect(new Set(reads).size).toBe(reads.length)
      expect(verifyInclusion({ index, size, leafHash: LEAVES[index] ?? EMPTY_ROOT, root, proof })).toBe(true)
    }
    for (const from of new Set([1, Math.ceil(size / 3), size - 1, size].filter((older) => older > 0))) {
      reads.length = 0
      const proof = await proveConsistency(from, size, read)
      expect(reads.length).toBeLessThanOrEqual(6)
      const fromRoot = rootOf(LEAVES.slice(0, from))
      expect(verifyConsistency({ from, fromRoot, to: size, toRoot: root, proof })).toBe(true)
    }
  })

  it('a tile of another length is an error', async () => {
    const read = tileHashReader(5, async () => new Uint8Array(32 * 4))
    await expect(readRoot(5, read)).rejects.toThrow('tile/0/000.p/5 is damaged')
  })

  it('a subtree that is not complete is an error', async () => {
    const read = tileHashReader(5, definedTileOf(5))
    await expect(read([{ level: 1, index: 2 }])).rejects.toThrow(RangeError)
  })
})

const definedTileOf = (size: number) => async (tile: Tile) => {
  expect(tile.width).toBeLessThanOrEqual(size)
  return definedTile(tile)
}

describe('bundles and tiles as bytes', () => {
  const entries = [new Uint8Array(0), Uint8Array.of(1, 2, 3), new Uint8Array(65_535).fill(7)]

  it('are read as they were written', () => {
    expect(decodeBundle(encodeBundle(entries), 3)).toEqual(entries)
    expect(encodeBundle([Uint8Array.of(9)])).toEqual(Uint8Array.of(0, 1, 9))
    expect(decodeTile(encodeTile(LEAVES.slice(0, 5)), 5)).toEqual(LEAVES.slice(0, 5))
  })

  it('read from the middle of a buffer', () => {
    const bytes = encodeBundle(entries)
    const whole = new Uint8Array(bytes.length + 7)
    whole.set(bytes, 7)
    expect(decodeBundle(whole.subarray(7), 3)).toEqual(entries)
  })

  it('anything else is refused', () => {
    const bytes = encodeBundle(entries)
    expect(decodeBundle(bytes, 2)).toBeUndefined()
    expect(decodeBundle(bytes, 4)).toBeUndefined()
    for (const cut of [1, 2, 3, 4, 6, bytes.length - 1]) expect(decodeBundle(bytes.slice(0, cut), 3)).toBeUndefined()
    expect(decodeBundle(Uint8Array.of(...[0, 1, 9], 0), 1)).toBeUndefined()
    expect(decodeTile(new Uint8Array(33), 1)).toBeUndefined()
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(RangeError)
  })
})
