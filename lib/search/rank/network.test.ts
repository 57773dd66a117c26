import { expect, test } from 'vitest'
import { NetworkScorer, NO_NETWORKS, sizeOfOthers } from './network'

/** Two units over five inputs. */
const shape = {
  hidden: 2,
  second: 1,
  mean: Float32Array.of(1, 0, 0, 0, 0),
  scale: Float32Array.of(2, 1, 1, 1, 1),
}
const units = [2, 0, 0, 0, 1, 0, -4, 0, 0, 0]
const unitScale = [0.5, 0.25]

/** Biases of both units, the unit over these with its bias, and the last sum with its bias. */
function others(last: number): number[] {
  return [0.25, 0, 2, 1, -0.5, 3, last]
}

test('inputs are standardised, rounded and bounded, negative units are silent, networks are averaged', () => {
  expect(others(0)).toHaveLength(sizeOfOthers(2, 1))
  const scorer = new NetworkScorer({
    ...shape,
    units: Int8Array.from([...units, ...units]),
    unitScale: Float32Array.from([...unitScale, ...unitScale]),
    others: Float32Array.from([...others(0), ...others(1)]),
  })
  // Hidden: 2 * (2 - 1) + 0.5 * 127 + 0.25 (the last input is bounded), and -1 * 3 < 0; then 2 * 65.75 - 0.5.
  expect([...scorer.sums([[2, 3.4, 0, 0, 900]])]).toEqual([3 * 131 + 0.5])
  // Hidden: 2 * (0 - 1) + 0.25 < 0, and -1 * -1; then 1 - 0.5.
  expect([...scorer.sums([[0, -1, 0, 0, 0]])]).toEqual([3 * 0.5 + 0.5])
})

test('without networks every row gets 0', () => {
  expect([...new NetworkScorer(NO_NETWORKS).sums([[1], [2]])]).toEqual([0, 0])
})
