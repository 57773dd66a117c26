import { config } from '../../lib/config'
import { openSearchWeights } from '../../lib/runtime/search-weights'
import { buildSegment } from '../../lib/search/index/build-segment'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { Ranker } from '../../lib/search/rank/rank'
import { decodeWeights, type SearchWeights } from '../../lib/search/rank/weights'

/** The weights of search that the product ships, or those of the file that SEARCH_WEIGHTS names. */
export function shippedWeights(): SearchWeights {
  return decodeWeights(openSearchWeights(config().searchWeights)())
}

/** The product's ranker over these documents, in one segment. */
export function rankerOver(documents: readonly SearchDocument[]): Ranker {
  const weights = shippedWeights()
  return new Ranker(weights, [{ segment: buildSegment(weights, documents), hidden: null }])
}
