import { expect, it } from 'vitest'
import { Forest } from './forest'
import { DEPTH, LEAVES, NO_TREES, sumOfTrees, type Trees } from './trees'

const TREES = 7
const at = (place: number, kinds: number) => (place * 2_654_435_761) % kinds
const trees: Trees = {
  features: Uint8Array.from({ length: TREES * DEPTH }, (_, level) => at(level, 6)),
  thresholds: Float32Array.from({ length: TREES * DEPTH }, (_, level) => at(level + 3, 5) / 4 - 0.5),
  leaves: Float32Array.from({ length: TREES * LEAVES }, (_, leaf) => at(leaf + 1, 1000) / 1000),
}

it.each([0, 1, 4, 6, 48])('%i rows have the sums that they have one by one', (count) => {
  const rows = Array.from({ length: count }, (_, row) =>
    Float64Array.from({ length: 6 }, (_, signal) => at(row * 6 + signal, 9) / 8 - 0.5),
  )
  expect([...new Forest(trees).sums(rows)]).toEqual(rows.map((row) => sumOfTrees(trees, row)))
})

it('is 0 without trees', () => {
  expect([...new Forest(NO_TREES).sums([new Float64Array(6)])]).toEqual([0])
})
