import { quantised } from '../index/build-segment'
import { BestScores } from '../rank/best-scores'
import type { Ranker } from '../rank/rank'
import { DIMENSIONS } from '../rank/weights'

/** A document, and the cosine of its meaning with the one asked for, above 0. */
export interface Near {
  id: string
  similarity: number
}

/** Vectors are kept in 127ths. */
const ONE = 127 * 127

/** The documents nearest to a meaning of length 1, nearest first, ties by id, at most `limit` of each layer. */
export function nearestTo(ranker: Ranker, meaning: Float32Array, limit: number): Near[] {
  const vector = quantised(meaning)
  const near = ranker.layers.flatMap(({ segment, hidden }, layer) => {
    const { vectors, ids } = segment
    const best = new BestScores(limit)
    for (let ordinal = 0; ordinal < ids.length; ordinal++) {
      if (hidden !== null && hidden[ordinal] === 1) continue
      const score = product(vector, vectors, ordinal * DIMENSIONS)
      if (score > best.least) best.add(ordinal, score)
    }
    return [...best.ordinals()].map((ordinal) => ({
      id: ranker.idOf({ layer, ordinal }),
      similarity: Math.min(1, product(vector, vectors, ordinal * DIMENSIONS) / ONE),
    }))
  })
  return near.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
}

/** In whole numbers, so that equal documents have the same. */
function product(one: Int8Array, kept: Int8Array, start: number): number {
  // Four sums, which do not wait for each other.
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let k = 0; k < DIMENSIONS; k += 4) {
    a += (one[k] as number) * (kept[start + k] as number)
    b += (one[k + 1] as number) * (kept[start + k + 1] as number)
    c += (one[k + 2] as number) * (kept[start + k + 2] as number)
    d += (one[k + 3] as number) * (kept[start + k + 3] as number)
  }
  return a + b + c + d
}
