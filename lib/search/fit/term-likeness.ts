import type { Segment } from '../index/segment'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'

/**
 * How alike the terms of a segment are to the terms of a request, each pair measured once: candidates share most of
 * their words.
 */
export class TermLikeness {
  readonly #known = new Map<number, Float32Array>()

  constructor(
    readonly weights: SearchWeights,
    readonly lexicon: SegmentLexicon,
    readonly terms: readonly { term: string; unit: Float32Array | null }[],
  ) {}

  /**
   * For each term of the request the likeness of a segment's term, 0-1: 1 for itself, else the cosine of both vectors,
   * at least 0.
   */
  of(segmentTerm: number): Float32Array {
    const known = this.#known.get(segmentTerm)
    if (known !== undefined) return known
    const likeness = new Float32Array(this.terms.length)
    const name = this.lexicon.terms[segmentTerm] as string
    const id = this.lexicon.weightIds[segmentTerm] as number
    for (const [place, { term, unit }] of this.terms.entries()) {
      likeness[place] = term === name ? 1 : unit === null || id < 0 ? 0 : this.#cosine(unit, id)
    }
    this.#known.set(segmentTerm, likeness)
    return likeness
  }

  #cosine(unit: Float32Array, id: number): number {
    const { vectors } = this.weights
    const start = id * DIMENSIONS
    let sum = 0
    for (let k = 0; k < DIMENSIONS; k++) sum += (unit[k] as number) * (vectors[start + k] as number)
    return Math.max(0, sum / lengthOf(this.weights, id))
  }
}

const LENGTHS = new WeakMap<SearchWeights, Float32Array>()

/** The length of a term's stored vector, computed once; 1 for one of zeros. */
function lengthOf(weights: SearchWeights, id: number): number {
  let lengths = LENGTHS.get(weights)
  if (lengths === undefined) {
    lengths = new Float32Array(weights.termIds.size)
    LENGTHS.set(weights, lengths)
  }
  const known = lengths[id] as number
  if (known !== 0) return known
  const start = id * DIMENSIONS
  let squares = 0
  for (let k = start; k < start + DIMENSIONS; k++) squares += (weights.vectors[k] as number) ** 2
  lengths[id] = Math.sqrt(squares) || 1
  return lengths[id] as number
}

/** The terms of a segment by id, and their ids in the weights; -1: unknown there. */
export interface SegmentLexicon {
  terms: readonly string[]
  weightIds: Int32Array
}

export function lexiconOf({ termIds }: Segment, weights: SearchWeights): SegmentLexicon {
  const terms = [...termIds.keys()]
  return { terms, weightIds: Int32Array.from(terms, (term) => weights.termIds.get(term) ?? -1) }
}

/** A term's vector scaled to length 1; null: none is known. */
export function unitVector({ termIds, vectors }: SearchWeights, term: string): Float32Array | null {
  const id = termIds.get(term)
  if (id === undefined) return null
  const unit = Float32Array.from(vectors.subarray(id * DIMENSIONS, (id + 1) * DIMENSIONS))
  let squares = 0
  for (const value of unit) squares += value * value
  if (squares === 0) return null
  const factor = 1 / Math.sqrt(squares)
  for (let k = 0; k < DIMENSIONS; k++) unit[k] = (unit[k] as number) * factor
  return unit
}
