import { minimize } from './minimize'

interface LogisticExample {
  row: ArrayLike<number>
  isTrue: boolean
  weight: number
}

/**
 * Weights of a logistic curve over rows of `size` signals, by maximum likelihood with a little shrinkage of those from
 * `shrunkFrom` on; rounded to four decimals.
 */
export function fitLogistic(
  examples: readonly LogisticExample[],
  size: number,
  { shrinkage, shrunkFrom, rounds }: { shrinkage: number; shrunkFrom: number; rounds: number },
): number[] {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0) || 1
  const weights = minimize(size, rounds, (point, slope) => {
    slope.fill(0)
    let loss = 0
    for (const { row, isTrue, weight } of examples) {
      const share = weight / total
      let sum = 0
      for (let at = 0; at < size; at++) sum += (point[at] as number) * (row[at] as number)
      const probability = 1 / (1 + Math.exp(-sum))
      loss -= share * Math.log(Math.max(1e-12, isTrue ? probability : 1 - probability))
      const pull = share * (probability - (isTrue ? 1 : 0))
      for (let at = 0; at < size; at++) slope[at] = (slope[at] as number) + pull * (row[at] as number)
    }
    for (let at = shrunkFrom; at < size; at++) {
      loss += (shrinkage / 2) * (point[at] as number) ** 2
      slope[at] = (slope[at] as number) + shrinkage * (point[at] as number)
    }
    return loss
  })
  return [...weights].map((weight) => Math.round(weight * 1e4) / 1e4)
}
