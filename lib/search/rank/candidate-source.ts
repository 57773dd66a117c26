import type { Query } from './query'
import type { SearchHit } from './ranked'

/** Whether a document may be found. */
export type CandidateFilter = (document: Pick<SearchHit, 'layer' | 'ordinal'>) => boolean

/**
 * The first stage of a search: which documents are worth ranking. The index in memory is the one that is used; another
 * engine can stand in for it (docs/search-engines.md).
 */
export interface CandidateSource {
  /**
   * The documents that fit best by a score that is quick to compute, best first, ties by id, at most `limit`, of those
   * that the filter lets through. With their signals, which the ranking needs. `filter` null: all may be found.
   */
  candidates(query: Query, filter: CandidateFilter | null, limit: number): readonly SearchHit[]
}
