import { confidenceSum } from '../../lib/search/rank/confidence'
import { logistic } from '../../lib/search/rank/signals'

/** The confidence signals of a first result, and whether something in the pool fits the question. */
export interface ConfidenceExample {
  row: readonly number[]
  fits: boolean
  weight: number
}

const STEPS = 800
const SHRINKAGE = 5e-4
const RATE = 0.5

/**
 * Weights of a logistic curve over the signals, then over their squares, then the bias. Method: maximum likelihood with a little
 * shrinkage, by AdaGrad.
 */
export function trainConfidence(examples: readonly ConfidenceExample[]): number[] {
  const signals = examples[0]?.row.length ?? 0
  const weights = new Array<number>(2 * signals + 1).fill(0)
  const squares = new Array<number>(weights.length).fill(1e-6)
  const total = examples.reduce((sum, { weight }) => sum + weight, 0) || 1
  for (let step = 0; step < STEPS; step++) {
    const gradient = new Array<number>(weights.length).fill(0)
    for (const { row, fits, weight } of examples) {
      const pull = weight * (logistic(confidenceSum(weights, row)) - Number(fits))
      for (const [at, value] of row.entries()) {
        gradient[at] = (gradient[at] as number) + pull * value
        gradient[signals + at] = (gradient[signals + at] as number) + pull * value * value
      }
      gradient[2 * signals] = (gradient[2 * signals] as number) + pull
    }
    for (const [at, g] of gradient.entries()) {
      const shrink = at === 2 * signals ? 0 : SHRINKAGE * (weights[at] as number)
      const slope = g / total + shrink
      squares[at] = (squares[at] as number) + slope * slope
      weights[at] = (weights[at] as number) - (RATE * slope) / Math.sqrt(squares[at] as number)
    }
  }
  return weights.map((weight) => Math.round(weight * 1e4) / 1e4)
}
