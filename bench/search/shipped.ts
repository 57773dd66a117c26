import { buildSegment } from '../../lib/search/index/build-segment'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { Ranker } from '../../lib/search/rank/rank'
import { decodeWeights, type SearchWeights } from '../../lib/search/rank/weights'
import { readLearnedFile } from '../../lib/store/search/learned-files'

/** The weights of search that the product ships. */
export function shippedWeights(): SearchWeights {
  return decodeWeights(readLearnedFile('search-weights'))
}

/** The product's ranker over these documents, in one segment. */
export function rankerOver(documents: readonly SearchDocument[]): Ranker {
  const weights = shippedWeights()
  return new Ranker(weights, [{ segment: buildSegment(weights, documents), hidden: null }])
}
