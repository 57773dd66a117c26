import { arrayOf, decodeArrays, encodeArrays } from '../index/arrays'
import type { Networks } from '../rank/network'
import { PAIR_SIGNALS } from './pair-signals'

/** The learnt weights of "does the same". Written by `npm run train-alternatives`. */
export interface AlternativesWeights {
  /** Name and SHA-256 of the files that trained them. */
  inputs: readonly { name: string; sha256: string }[]
  /** From a row (`pairRow`) to how surely one does what the other does. */
  networks: Networks
  /** Slope and intercept of the logistic curve from what the networks give to the probability. */
  calibration: readonly [number, number]
}

type Meta = Pick<AlternativesWeights, 'inputs' | 'calibration'> &
  Pick<Networks, 'hidden' | 'second'> & { signals: readonly string[] }

const FORMAT = 'assay-alternatives-weights-2'

export function encodeAlternativesWeights({ inputs, networks, calibration }: AlternativesWeights): Uint8Array {
  const { hidden, second, ...arrays } = networks
  return encodeArrays(FORMAT, { inputs, calibration, hidden, second, signals: PAIR_SIGNALS }, arrays)
}

/** Throws when the bytes are no weights of this version, or were trained with other signals. */
export function decodeAlternativesWeights(bytes: Uint8Array): AlternativesWeights {
  const { meta, arrays } = decodeArrays(FORMAT, bytes)
  const { inputs, calibration, hidden, second, signals } = meta as Meta
  if (signals.join() !== PAIR_SIGNALS.join())
    throw new Error('the weights of alternatives were trained with other signals: train them again')
  const networks = {
    ...{ hidden, second },
    mean: arrayOf(arrays, 'mean', 'f32'),
    scale: arrayOf(arrays, 'scale', 'f32'),
    units: arrayOf(arrays, 'units', 'i8'),
    unitScale: arrayOf(arrays, 'unitScale', 'f32'),
    others: arrayOf(arrays, 'others', 'f32'),
  }
  return { inputs, networks, calibration }
}
