import { SIGNALS } from '../../lib/search/rank/signals'

/** The documents considered for a question: signals of each, and whether it is right. */
export interface RankingExample {
  rows: readonly Float64Array[]
  right: readonly boolean[]
  weight: number
}

const STEPS = 120
const SHRINKAGE = 1e-3
const COUNT = SIGNALS.length

/**
 * One weight per signal, such that right documents rank above the others: softmax over the documents of a question
 * (ListNet's top-one loss, Cao et al. 2007), shrunk towards 0, by AdaGrad over all examples a step. Examples without a
 * right document have no effect.
 */
export function trainRanker(examples: readonly RankingExample[]): number[] {
  const used = examples.filter(({ right }) => right.includes(true))
  const total = used.reduce((sum, { weight }) => sum + weight, 0) || 1
  const weights = new Float64Array(COUNT)
  const squares = new Float64Array(COUNT).fill(1e-6)
  for (let step = 0; step < STEPS; step++) {
    const gradient = new Float64Array(COUNT)
    for (const example of used) addGradient(gradient, weights, example)
    for (let at = 0; at < COUNT; at++) {
      const g = (gradient[at] as number) / total + SHRINKAGE * (weights[at] as number)
      squares[at] = (squares[at] as number) + g * g
      weights[at] = (weights[at] as number) - g / Math.sqrt(squares[at] as number)
    }
  }
  return [...weights].map((weight) => Math.round(weight * 1e4) / 1e4)
}

function addGradient(gradient: Float64Array, weights: Float64Array, { rows, right, weight }: RankingExample): void {
  const scores = rows.map((row) => {
    let score = 0
    for (let k = 0; k < COUNT; k++) score += (row[k] as number) * (weights[k] as number)
    return score
  })
  const most = scores.reduce((a, b) => Math.max(a, b), -Infinity)
  const odds = scores.map((score) => Math.exp(score - most))
  const all = odds.reduce((a, b) => a + b, 0)
  const ofRight = odds.reduce((sum, odd, at) => sum + (right[at] ? odd : 0), 0) || 1
  for (const [at, row] of rows.entries()) {
    const odd = odds[at] as number
    const pull = weight * (odd / all - (right[at] ? odd / ofRight : 0))
    if (Math.abs(pull) < 1e-7) continue
    for (let k = 0; k < COUNT; k++) gradient[k] = (gradient[k] as number) + pull * (row[k] as number)
  }
}
