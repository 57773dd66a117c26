import type { Segment } from '../index/segment'
import type { SearchWeights } from '../rank/weights'

/** The terms of a segment by id, and their ids in the weights; -1: unknown there. */
export interface SegmentLexicon {
  terms: readonly string[]
  weightIds: Int32Array
}

export function lexiconOf({ termIds }: Segment, weights: SearchWeights): SegmentLexicon {
  const terms = [...termIds.keys()]
  return { terms, weightIds: Int32Array.from(terms, (term) => weights.termIds.get(term) ?? -1) }
}
