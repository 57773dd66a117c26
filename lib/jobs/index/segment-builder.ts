import { SegmentBuilder } from '../../search/index/build-segment'
import type { SearchDocument } from '../../search/index/search-document'
import { encodeSegment } from '../../search/index/segment'
import { decodeWeights } from '../../search/rank/weights'

/** Builds a segment from the bytes of the weights and pages of documents. Equal documents give equal bytes. */
export type SegmentBuilderPort = (
  weights: Uint8Array,
  pages: AsyncIterable<readonly SearchDocument[]>,
) => Promise<Uint8Array>

/** Documents added before the event loop turns: about 10 ms. */
const ADDED_AT_ONCE = 50

/** Builds on this thread and yields to the event loop in between: for hosts without worker threads. */
export const buildHere: SegmentBuilderPort = async (weights, pages) => {
  const builder = new SegmentBuilder(decodeWeights(weights))
  let added = 0
  for await (const page of pages) {
    for (const document of page) {
      builder.add(document)
      added += 1
      if (added % ADDED_AT_ONCE === 0) await new Promise(setImmediate)
    }
  }
  return encodeSegment(builder.finish())
}
