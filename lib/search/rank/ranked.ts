import type { Segment } from '../index/segment'

/** A segment, and which of its documents to leave out (1): deleted, or replaced by a newer one in another segment. */
export interface Layer {
  segment: Segment
  hidden: Uint8Array | null
}

/**
 * A ranked document: its layer, its position in the layer's segment, its signals (order of `SIGNALS`), its fields that
 * contain each term of the query (bits of `FIELDS`), and the ranker's score.
 */
export interface SearchHit {
  layer: number
  ordinal: number
  signals: Float64Array
  fields: Uint8Array
  score: number
}
