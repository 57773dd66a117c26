import { DIMENSIONS } from './weights'

/** Cosine of a vector of length 1 and the one stored in 127ths at `place`, -1 to 1. */
export function cosine(vector: Float32Array, kept: Int8Array, place: number): number {
  const start = place * DIMENSIONS
  // Four sums, which do not wait for each other.
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let k = 0; k < DIMENSIONS; k += 4) {
    a += (vector[k] as number) * (kept[start + k] as number)
    b += (vector[k + 1] as number) * (kept[start + k + 1] as number)
    c += (vector[k + 2] as number) * (kept[start + k + 2] as number)
    d += (vector[k + 3] as number) * (kept[start + k + 3] as number)
  }
  return (a + b + c + d) / 127
}
