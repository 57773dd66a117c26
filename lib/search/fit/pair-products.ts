import type { Segment } from '../index/segment'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'
import { type SegmentLexicon, sumOfVectors } from './segment-lexicon'

/** What the meaning of a request is multiplied with, number by number. */
const PARTS = 4
export const PAIR_PRODUCTS = PARTS * DIMENSIONS
/** Products of two vectors of length 1 are small numbers. */
const SCALE = 8
/** Terms of a description whose vectors are added up. */
const BODY_TERMS = 16

/**
 * Writes the products, number by number, of the vector of what a request wants with those of a document's name, of the
 * beginning of its description, of the whole document and of its server: the dimensions of meaning that they share.
 */
export class PairProducts {
  readonly #weights: SearchWeights
  readonly #sum = new Float64Array(DIMENSIONS)

  constructor(weights: SearchWeights) {
    this.#weights = weights
  }

  write(
    vector: Float32Array,
    segment: Segment,
    lexicon: SegmentLexicon,
    ordinal: number,
    row: Float64Array,
    start: number,
  ): void {
    const { nameStart, nameTermIds, bodyStart, bodyTermIds, serverOf } = segment
    const [name, nameEnd] = [nameStart[ordinal] as number, nameStart[ordinal + 1] as number]
    this.#writeSum(vector, lexicon, nameTermIds, name, nameEnd, row, start)
    const body = bodyStart[ordinal] as number
    const bodyEnd = Math.min(bodyStart[ordinal + 1] as number, body + BODY_TERMS)
    this.#writeSum(vector, lexicon, bodyTermIds, body, bodyEnd, row, start + DIMENSIONS)
    writeProducts(vector, segment.vectors, ordinal, row, start + 2 * DIMENSIONS)
    writeProducts(vector, segment.serverVectors, serverOf[ordinal] as number, row, start + 3 * DIMENSIONS)
  }

  #writeSum(
    vector: Float32Array,
    lexicon: SegmentLexicon,
    termIds: Uint32Array,
    from: number,
    end: number,
    row: Float64Array,
    start: number,
  ): void {
    const sum = this.#sum
    const length = sumOfVectors(this.#weights, lexicon, termIds, from, end, sum)
    const factor = length === 0 ? 0 : SCALE / length
    for (let k = 0; k < DIMENSIONS; k++) row[start + k] = factor * (vector[k] as number) * (sum[k] as number)
  }
}

function writeProducts(vector: Float32Array, kept: Int8Array, place: number, row: Float64Array, start: number): void {
  const first = place * DIMENSIONS
  const factor = SCALE / 127
  for (let k = 0; k < DIMENSIONS; k++) row[start + k] = factor * (vector[k] as number) * (kept[first + k] as number)
}
