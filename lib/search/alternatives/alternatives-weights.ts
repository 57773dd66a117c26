import { arrayOf, decodeArrays, encodeArrays } from '../index/arrays'
import { PAIR_SIGNALS } from './pair-signals'
import type { Trees } from './trees'

/** The learnt weights of "does the same". Written by `npm run train-alternatives`. */
export interface AlternativesWeights {
  /** Name and SHA-256 of the files that trained them. */
  inputs: readonly { name: string; sha256: string }[]
  /** From a row of `PAIR_SIGNALS` to how surely one does what the other does. */
  trees: Trees
  /** Slope and intercept of the logistic curve from the sum of the trees to the probability. */
  calibration: readonly [number, number]
}

const FORMAT = 'assay-alternatives-weights-1'

export function encodeAlternativesWeights({ inputs, trees, calibration }: AlternativesWeights): Uint8Array {
  return encodeArrays(
    FORMAT,
    { inputs, calibration, signals: PAIR_SIGNALS },
    { treeFeatures: trees.features, treeThresholds: trees.thresholds, treeLeaves: trees.leaves },
  )
}

/** Throws when the bytes are no weights of this version, or were trained with other signals. */
export function decodeAlternativesWeights(bytes: Uint8Array): AlternativesWeights {
  const { meta, arrays } = decodeArrays(FORMAT, bytes)
  const { inputs, calibration, signals } = meta as AlternativesWeights & { signals: readonly string[] }
  if (signals.join() !== PAIR_SIGNALS.join())
    throw new Error('the weights of alternatives were trained with other signals: train them again')
  const trees = {
    features: arrayOf(arrays, 'treeFeatures', 'u8'),
    thresholds: arrayOf(arrays, 'treeThresholds', 'f32'),
    leaves: arrayOf(arrays, 'treeLeaves', 'f32'),
  }
  return { inputs, trees, calibration }
}
