import { SegmentBuilder } from '../../search/index/build-segment'
import type { SearchDocument } from '../../search/index/search-document'
import { encodeSegment } from '../../search/index/segment'
import { decodeWeights } from '../../search/rank/weights'

/** Makes the bytes of a segment from the bytes of the weights and documents that come in pages. Equal documents, equal bytes. */
export type SegmentBuilderPort = (
  weights: Uint8Array,
  pages: AsyncIterable<readonly SearchDocument[]>,
) => Promise<Uint8Array>

/** Documents taken in before others get their turn: some 10 ms. */
const TAKEN_AT_ONCE = 50

/** Builds on this thread, with rests: for a host that lends no others. */
export const buildHere: SegmentBuilderPort = async (weights, pages) => {
  const builder = new SegmentBuilder(decodeWeights(weights))
  let taken = 0
  for await (const page of pages) {
    for (const document of page) {
      builder.add(document)
      taken += 1
      if (taken % TAKEN_AT_ONCE === 0) await new Promise(setImmediate)
    }
  }
  return encodeSegment(builder.finish())
}
