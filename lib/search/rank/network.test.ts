import { expect, test } from 'vitest'
import { NetworkScorer, NO_NETWORKS, sizeOfNetwork } from './network'

const shape = { hidden: 2, second: 1, mean: Float32Array.of(1, 0, 0, 0, 0), scale: Float32Array.of(2, 1, 1, 1, 1) }

/** Two units over five inputs with biases, one over these with its bias, and the last sum with its bias. */
function network(last: number): number[] {
  return [1, 0, 0, 0, 0.5, 0, -1, 0, 0, 0, 0.25, 0, 2, 1, -0.5, 3, last]
}

test('inputs are standardised and bounded, negative units are silent, networks are averaged', () => {
  expect(network(0)).toHaveLength(sizeOfNetwork(5, 2, 1))
  const scorer = new NetworkScorer({ ...shape, weights: Float32Array.from([...network(0), ...network(1)]) })
  // Hidden: 2 * (2 - 1) + 0.5 * 4 + 0.25 = 4.25 (the last input is bounded by 4), and -1 * 3 < 0; then 2 * 4.25 - 0.5.
  expect([...scorer.sums([[2, 3, 0, 0, 9]])]).toEqual([3 * 8 + 0.5])
  // Hidden: 0.25 - 2 < 0, and 1; then 1 - 0.5.
  expect([...scorer.sums([[0, -1, 0, 0, 0]])]).toEqual([3 * 0.5 + 0.5])
})

test('without networks every row gets 0', () => {
  expect([...new NetworkScorer(NO_NETWORKS).sums([[1], [2]])]).toEqual([0, 0])
})
