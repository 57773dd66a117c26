import type { Segment } from '../index/segment'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'
import { FIT } from './fit-signals'
import { type SegmentLexicon, sumOfVectors } from './segment-lexicon'
import type { TermLikeness } from './term-likeness'

/** Terms of a description whose vectors are added up. */
const BODY_TERMS = 12

/**
 * Measures cosines of a request with single fields, whose vectors are not stored: the product with a sum is the sum of
 * the terms' products, which `TermLikeness` has, and the length of the sum, which depends on no request, is kept.
 */
export class FieldMeasure {
  readonly #weights: SearchWeights
  readonly #segment: Segment
  readonly #lexicon: SegmentLexicon
  readonly #layer: number
  readonly #likeness: TermLikeness
  /** Of each document the lengths of the sums of name, object and body; 0: not computed yet. */
  readonly #lengths: Float32Array
  readonly #sum = new Float64Array(DIMENSIONS)

  constructor(
    weights: SearchWeights,
    layer: number,
    segment: Segment,
    lexicon: SegmentLexicon,
    likeness: TermLikeness,
  ) {
    this.#weights = weights
    this.#layer = layer
    this.#segment = segment
    this.#lexicon = lexicon
    this.#likeness = likeness
    this.#lengths = new Float32Array(3 * segment.ids.length)
  }

  measure(ordinal: number, row: Float64Array): void {
    const { nameStart, nameTermIds, bodyStart, bodyTermIds } = this.#segment
    const name = nameStart[ordinal] as number
    const nameEnd = nameStart[ordinal + 1] as number
    const object = nameEnd - name === 1 ? name : name + 1
    const body = bodyStart[ordinal] as number
    const bodyEnd = Math.min(bodyStart[ordinal + 1] as number, body + BODY_TERMS)
    const [wanted, wantedObject] = [this.#likeness.width - 2, this.#likeness.width - 1]
    const at = 3 * ordinal
    row[FIT.wantedNameMeaning] = this.#cosine(nameTermIds, name, nameEnd, wanted, at)
    row[FIT.objectMeaning] = this.#cosine(nameTermIds, object, nameEnd, wantedObject, at + 1)
    row[FIT.wantedBodyMeaning] = this.#cosine(bodyTermIds, body, bodyEnd, wanted, at + 2)
  }

  /** 0 where none of the terms is known. */
  #cosine(termIds: Uint32Array, from: number, end: number, column: number, kept: number): number {
    let product = 0
    for (let at = from; at < end; at++) {
      const row = this.#likeness.rowOf(this.#layer, termIds[at] as number)
      product += this.#likeness.values[row + column] as number
    }
    if (product === 0) return 0
    if (this.#lengths[kept] === 0)
      this.#lengths[kept] = sumOfVectors(this.#weights, this.#lexicon, termIds, from, end, this.#sum) || 1
    return product / (this.#lengths[kept] as number)
  }
}
