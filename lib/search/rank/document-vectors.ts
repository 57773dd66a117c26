import type { Layer, SearchHit } from './ranked'
import { DIMENSIONS } from './weights'

/** Cosine of two documents' meanings, -1 to 1. */
export function cosineOfDocuments(
  layers: readonly Layer[],
  a: Pick<SearchHit, 'layer' | 'ordinal'>,
  b: Pick<SearchHit, 'layer' | 'ordinal'>,
): number {
  const one = (layers[a.layer] as Layer).segment.vectors
  const other = (layers[b.layer] as Layer).segment.vectors
  const [at, from] = [a.ordinal * DIMENSIONS, b.ordinal * DIMENSIONS]
  let sum = 0
  for (let k = 0; k < DIMENSIONS; k++) sum += (one[at + k] as number) * (other[from + k] as number)
  return sum / (127 * 127)
}

/** Cosine of a vector of length 1 and the one stored in 127ths at `place`, -1 to 1. */
export function cosine(vector: Float32Array, kept: Int8Array, place: number): number {
  const start = place * DIMENSIONS
  let sum = 0
  for (let k = 0; k < DIMENSIONS; k++) sum += (vector[k] as number) * (kept[start + k] as number)
  return sum / 127
}
