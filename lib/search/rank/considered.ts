import type { SearchHit } from './ranked'
import { SIGNALS } from './signals'

export const SIGNAL_COUNT = SIGNALS.length

/** What is measured of the documents whose linear score a query computes. Working memory for query after query. */
export class Considered {
  count = 0
  /** Terms of the query. */
  terms = 0
  layers = new Uint16Array(0)
  ordinals = new Uint32Array(0)
  scores = new Float64Array(0)
  /** `SIGNAL_COUNT` numbers a document. */
  signals = new Float64Array(0)
  /** For each document and each term of the query the fields that contain it, a bit each. */
  fields = new Uint8Array(0)

  /** Begins another query, whose documents number `most` at most. */
  begin(terms: number, most: number): void {
    this.count = 0
    this.terms = terms
    if (this.ordinals.length < most) {
      this.layers = new Uint16Array(most)
      this.ordinals = new Uint32Array(most)
      this.scores = new Float64Array(most)
      this.signals = new Float64Array(most * SIGNAL_COUNT)
    } else this.signals.fill(0, 0, most * SIGNAL_COUNT)
    if (this.fields.length < most * terms) this.fields = new Uint8Array(most * terms)
    else this.fields.fill(0, 0, most * terms)
  }

  /** Adds documents, of which nothing is measured yet; returns the place of the first. */
  add(layer: number, ordinals: Uint32Array): number {
    const first = this.count
    this.ordinals.set(ordinals, first)
    this.layers.fill(layer, first, first + ordinals.length)
    this.count += ordinals.length
    return first
  }

  /** A copy of what is known of one document. */
  hit(place: number): SearchHit {
    return {
      layer: this.layers[place] as number,
      ordinal: this.ordinals[place] as number,
      signals: this.signals.slice(place * SIGNAL_COUNT, (place + 1) * SIGNAL_COUNT),
      fields: this.fields.slice(place * this.terms, (place + 1) * this.terms),
      score: this.scores[place] as number,
    }
  }
}
