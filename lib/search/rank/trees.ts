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

export const NO_TREES: Trees = {
  features: new Uint8Array(0),
  thresholds: new Float32Array(0),
  leaves: new Float32Array(0),
}

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

/** The same for many rows: tree by tree over columns, which is several times faster than row by row. */
export function sumsOfTrees({ features, thresholds, leaves }: Trees, rows: readonly Float64Array[]): Float64Array {
  const size = rows.length
  const columns = columnsOf(rows)
  const sums = new Float64Array(size)
  const leafOf = new Uint8Array(size)
  const count = features.length / DEPTH
  for (let tree = 0; tree < count; tree++) {
    leafOf.fill(0)
    for (let level = tree * DEPTH; level < (tree + 1) * DEPTH; level++) {
      const column = columns[features[level] as number] as Float64Array
      const threshold = thresholds[level] as number
      for (let at = 0; at < size; at++) {
        leafOf[at] = ((leafOf[at] as number) << 1) | ((column[at] as number) > threshold ? 1 : 0)
      }
    }
    const start = tree * LEAVES
    for (let at = 0; at < size; at++)
      sums[at] = (sums[at] as number) + (leaves[start + (leafOf[at] as number)] as number)
  }
  return sums
}

function columnsOf(rows: readonly Float64Array[]): Float64Array[] {
  const length = rows[0]?.length ?? 0
  const columns = Array.from({ length }, () => new Float64Array(rows.length))
  for (const [at, row] of rows.entries()) {
    for (let signal = 0; signal < length; signal++) {
      ;(columns[signal] as Float64Array)[at] = row[signal] as number
    }
  }
  return columns
}
