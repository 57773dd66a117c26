import { DotProducts } from '../rank/dot-products'
import type { Layer } from '../rank/ranked'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'
import type { SegmentLexicon } from './segment-lexicon'

const FIRST_ROWS = 1024
/** Counts up to here fit into the places of terms. */
const MOST_ROWS = 2 ** 31 - 2 ** 20

/** A term of a request, and its id in the weights; -1: its meaning is unknown. */
export interface ComparedTerm {
  term: string
  weightId: number
}

/**
 * How alike the terms of segments are to a request, each compared once: candidates share most of their words. `values`
 * holds `width` numbers for each term compared: its likeness to each term of the request, 0-1 (1 for itself, else the
 * cosine of both vectors, at least 0), then its part in the product of a sum of its vectors with each of two vectors of
 * the request. Working memory that is reused for every request.
 */
export class TermLikeness {
  values = new Float64Array(0)
  width = 0
  readonly #weights: SearchWeights
  readonly #layers: readonly Layer[]
  readonly #lexicons: readonly SegmentLexicon[]
  readonly #lengths: Float32Array
  /** By layer and term the number of its row, counted on from request to request: those before `#first` are old. */
  readonly #places: readonly Int32Array[]
  #first = 1
  #rows = 0
  #terms: readonly ComparedTerm[] = []
  /** By layer the ids of the request's terms; -1: none. */
  #own: readonly Int32Array[] = []
  readonly #products = new DotProducts(DIMENSIONS)

  constructor(weights: SearchWeights, layers: readonly Layer[], lexicons: readonly SegmentLexicon[]) {
    this.#weights = weights
    this.#layers = layers
    this.#lexicons = lexicons
    this.#lengths = lengthsOf(weights)
    this.#places = lexicons.map(({ terms }) => new Int32Array(terms.length))
  }

  /** Begins another request. */
  begin(terms: readonly ComparedTerm[], vectors: readonly [Float32Array, Float32Array]): void {
    this.#first += this.#rows
    this.#rows = 0
    if (this.#first > MOST_ROWS) {
      for (const places of this.#places) places.fill(0)
      this.#first = 1
    }
    this.#terms = terms
    this.width = terms.length + vectors.length
    if (this.values.length < FIRST_ROWS * this.width) this.values = new Float64Array(FIRST_ROWS * this.width)
    this.#own = this.#layers.map(({ segment }) => Int32Array.from(terms, ({ term }) => segment.termIds.get(term) ?? -1))
    this.#products.take(
      terms.map(({ weightId }) => vectorAt(this.#weights, weightId)),
      vectors,
    )
  }

  /** Where the numbers of a segment's term begin in `values`, which may be replaced by each call. */
  rowOf(layer: number, segmentTerm: number): number {
    const places = this.#places[layer] as Int32Array
    const known = (places[segmentTerm] as number) - this.#first
    if (known >= 0) return known * this.width
    const row = this.#rows * this.width
    places[segmentTerm] = this.#first + this.#rows
    this.#rows += 1
    if (row + this.width > this.values.length) this.#grow()
    this.#compare(layer, segmentTerm, row)
    return row
  }

  #grow(): void {
    const grown = new Float64Array(2 * this.values.length)
    grown.set(this.values)
    this.values = grown
  }

  #compare(layer: number, segmentTerm: number, row: number): void {
    const { values } = this
    const count = this.#terms.length
    const id = (this.#lexicons[layer] as SegmentLexicon).weightIds[segmentTerm] as number
    if (id < 0) values.fill(0, row, row + this.width)
    else {
      this.#products.with(this.#weights.vectors, id * DIMENSIONS, values, row)
      const length = this.#lengths[id] as number
      for (let place = 0; place < count; place++) {
        const { weightId } = this.#terms[place] as ComparedTerm
        const product = values[row + place] as number
        values[row + place] = product > 0 ? Math.fround(product / (length * (this.#lengths[weightId] as number))) : 0
      }
      const scale = this.#weights.documentScale[id] as number
      for (let at = row + count; at < row + this.width; at++) values[at] = (values[at] as number) * scale
    }
    const own = this.#own[layer] as Int32Array
    for (let place = 0; place < count; place++) if (own[place] === segmentTerm) values[row + place] = 1
  }
}

const NO_VECTOR = new Int8Array(DIMENSIONS)

function vectorAt({ vectors }: SearchWeights, id: number): Int8Array {
  return id < 0 ? NO_VECTOR : vectors.subarray(id * DIMENSIONS, (id + 1) * DIMENSIONS)
}

const LENGTHS = new WeakMap<SearchWeights, Float32Array>()

/** The lengths of the terms' stored vectors; 1 for one of zeros. */
function lengthsOf(weights: SearchWeights): Float32Array {
  const known = LENGTHS.get(weights)
  if (known !== undefined) return known
  const { vectors } = weights
  const lengths = new Float32Array(weights.termIds.size)
  for (let id = 0; id < lengths.length; id++) {
    let squares = 0
    for (let k = id * DIMENSIONS; k < (id + 1) * DIMENSIONS; k++) squares += (vectors[k] as number) ** 2
    lengths[id] = Math.sqrt(squares) || 1
  }
  LENGTHS.set(weights, lengths)
  return lengths
}
