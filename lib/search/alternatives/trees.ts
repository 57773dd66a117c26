/**
 * Gradient-boosted oblivious trees: every level of a tree asks one question of a row, so that the answers are the index
 * of a leaf. `features` and `thresholds` hold `DEPTH` entries a tree, `leaves` 2^`DEPTH`.
 */
export interface Trees {
  features: Uint8Array
  thresholds: Float32Array
  leaves: Float32Array
}

export const DEPTH = 5
export const LEAVES = 1 << DEPTH

/** The sum of the leaves that a row reaches. */
export function sumOfTrees({ features, thresholds, leaves }: Trees, row: Float64Array): number {
  const count = features.length / DEPTH
  let sum = 0
  for (let tree = 0; tree < count; tree++) {
    let leaf = 0
    const start = tree * DEPTH
    for (let level = 0; level < DEPTH; level++) {
      const value = row[features[start + level] as number] as number
      leaf = (leaf << 1) | (value > (thresholds[start + level] as number) ? 1 : 0)
    }
    sum += leaves[tree * LEAVES + leaf] as number
  }
  return sum
}
