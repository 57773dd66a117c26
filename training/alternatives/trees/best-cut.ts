import { BINS } from './bins'
import type { Slopes } from './gradients'

/** Rows by bin of every signal, and the values that the bins end at. */
export interface Binned {
  bins: readonly Uint8Array[]
  cuts: readonly Float32Array[]
}

/** The rows used, the leaf each is in, and what limits a cut. */
interface Growth {
  used: readonly number[]
  leafOf: Uint8Array
  leafCount: number
  shrinkage: number
  leastInLeaf: number
}

const CELLS = BINS + 1

/** Sums by leaf and bin of one signal. */
class Histogram {
  readonly sums: Float64Array
  readonly weights: Float64Array
  readonly counts: Uint32Array

  constructor(leaves: number) {
    this.sums = new Float64Array(leaves * CELLS)
    this.weights = new Float64Array(leaves * CELLS)
    this.counts = new Uint32Array(leaves * CELLS)
  }

  fill(column: Uint8Array, { used, leafOf }: Growth, { gradient, curvature }: Slopes): void {
    this.sums.fill(0)
    this.weights.fill(0)
    this.counts.fill(0)
    for (const at of used) {
      const cell = (leafOf[at] as number) * CELLS + (column[at] as number)
      this.sums[cell] = (this.sums[cell] as number) + (gradient[at] as number)
      this.weights[cell] = (this.weights[cell] as number) + (curvature[at] as number)
      this.counts[cell] = (this.counts[cell] as number) + 1
    }
  }

  /** Adds what each cut of a leaf gains. */
  addGains(gains: Float64Array, leaf: number, { shrinkage, leastInLeaf }: Growth): void {
    const base = leaf * CELLS
    const whole = { sum: 0, weight: 0, count: 0 }
    for (let bin = 0; bin <= gains.length; bin++) this.#add(whole, base + bin)
    const gainOf = (sum: number, weight: number) => sum ** 2 / (weight + shrinkage)
    const left = { sum: 0, weight: 0, count: 0 }
    for (let bin = 0; bin < gains.length; bin++) {
      this.#add(left, base + bin)
      if (left.count < leastInLeaf || whole.count - left.count < leastInLeaf) continue
      const right = gainOf(whole.sum - left.sum, whole.weight - left.weight)
      const gain = gainOf(left.sum, left.weight) + right - gainOf(whole.sum, whole.weight)
      gains[bin] = (gains[bin] as number) + gain
    }
  }

  #add(total: { sum: number; weight: number; count: number }, cell: number): void {
    total.sum += this.sums[cell] as number
    total.weight += this.weights[cell] as number
    total.count += this.counts[cell] as number
  }
}

/**
 * The signal and bin whose cut, made in every leaf, lowers the loss most. Without any gain the bin is beyond the last.
 */
export function bestCut(allowed: readonly number[], { bins, cuts }: Binned, growth: Growth, slopes: Slopes) {
  const histogram = new Histogram(growth.leafCount)
  let best = { signal: allowed[0] ?? 0, bin: 255, gain: 0 }
  for (const signal of allowed) {
    const gains = new Float64Array((cuts[signal] as Float32Array).length)
    if (gains.length === 0) continue
    histogram.fill(bins[signal] as Uint8Array, growth, slopes)
    for (let leaf = 0; leaf < growth.leafCount; leaf++) histogram.addGains(gains, leaf, growth)
    for (const [bin, gain] of gains.entries()) if (gain > best.gain) best = { signal, bin, gain }
  }
  return best
}
