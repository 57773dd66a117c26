import { expect, it } from 'vitest'
import { leafHash, rootOf } from '../merkle.ts'
import { testEntries } from '../test-tlogs.ts'
import { platformLeafHash, platformTileRoot } from './tree-hash.ts'

it('leaf hashes and roots of tiles are those of merkle.ts', () => {
  for (const entry of [new Uint8Array(0), new Uint8Array(65_535).fill(7), ...testEntries(0, 20)]) {
    expect(Buffer.from(platformLeafHash(entry))).toEqual(Buffer.from(leafHash(entry)))
  }
  for (const size of [1, 2, 4, 128, 256]) {
    const hashes = testEntries(0, size).map(leafHash)
    expect(Buffer.from(platformTileRoot(hashes))).toEqual(Buffer.from(rootOf(hashes)))
  }
})
