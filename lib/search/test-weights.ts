import { readFileSync } from 'node:fs'
import { decodeWeights, type SearchWeights } from './rank/weights'

let weights: SearchWeights | undefined

/** The weights that the product ships, read once. */
export function shippedTestWeights(): SearchWeights {
  weights ??= decodeWeights(readFileSync('lib/search/weights/search-weights.bin'))
  return weights
}
