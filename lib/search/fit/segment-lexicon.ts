import type { Segment } from '../index/segment'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'

/** The terms of a segment by id, and their ids in the weights; -1: unknown there. */
export interface SegmentLexicon {
  terms: readonly string[]
  weightIds: Int32Array
}

export function lexiconOf({ termIds }: Segment, weights: SearchWeights): SegmentLexicon {
  const terms = [...termIds.keys()]
  return { terms, weightIds: Int32Array.from(terms, (term) => weights.termIds.get(term) ?? -1) }
}

/** Writes the sum of the vectors of a segment's terms from `from` to `end` to `sum`; returns its length, 0 for none. */
export function sumOfVectors(
  { vectors, documentScale }: SearchWeights,
  { weightIds }: SegmentLexicon,
  termIds: Uint32Array,
  from: number,
  end: number,
  sum: Float64Array,
): number {
  sum.fill(0)
  for (let at = from; at < end; at++) {
    const id = weightIds[termIds[at] as number] as number
    if (id < 0) continue
    const scale = documentScale[id] as number
    const start = id * DIMENSIONS
    for (let k = 0; k < DIMENSIONS; k++) sum[k] = (sum[k] as number) + scale * (vectors[start + k] as number)
  }
  let squares = 0
  for (let k = 0; k < DIMENSIONS; k++) squares += (sum[k] as number) ** 2
  return Math.sqrt(squares)
}
