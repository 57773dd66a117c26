import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBlocks } from './byte-blocks'

const SEED = 20_261_101

test('returns the bytes that were added, whatever the sizes of the pieces', () => {
  const size = fc.oneof(fc.nat(40), fc.constantFrom(1023, 1024, 1025, 16_383, 16_384, 65_535, 65_536, 65_537, 200_000))
  fc.assert(
    fc.property(fc.array(size, { maxLength: 12 }), (sizes) => {
      const pieces = sizes.map((length, index) => new Uint8Array(length).fill(index + 1))
      const blocks = new ByteBlocks()
      for (let round = 0; round < 2; round += 1) {
        for (const piece of pieces) blocks.add(piece)
        const expected = Buffer.concat(pieces)
        expect(blocks.length).toBe(expected.length)
        expect(Buffer.from(blocks.take()).equals(expected)).toBe(true)
        expect(blocks.length).toBe(0)
      }
    }),
    { seed: SEED, numRuns: 60 },
  )
})

test('a small piece is copied, so that its buffer can be freed', () => {
  const blocks = new ByteBlocks()
  const piece = new Uint8Array([1, 2, 3])
  blocks.add(piece)
  piece.fill(9)
  expect([...blocks.take()]).toEqual([1, 2, 3])
})

test('cleared, it starts over', () => {
  const blocks = new ByteBlocks()
  blocks.add(new Uint8Array(100_000))
  blocks.clear()
  blocks.add(new Uint8Array([7]))
  expect([...blocks.take()]).toEqual([7])
})
