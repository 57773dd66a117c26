import { DEPTH, LEAVES, type Trees } from '../../lib/search/rank/trees'
import { randomFrom } from '../random'

/** The candidates of a request: a row of signals and a grade (0-3) each. */
export interface MeasuredRequest {
  rows: readonly Float64Array[]
  grades: readonly number[]
  weight: number
  /** The weight of the pointwise loss beside it, 0-1: 0 where a low grade may only mean that nobody labelled the candidate. */
  pointShare: number
}

export interface TreeSettings {
  trees: number
  rate: number
  /** Of the pairwise loss; the pointwise one has 1. */
  pairShare: number
  shrinkage: number
  leastInLeaf: number
  /** Share of the signals that each level may choose from, and of the requests each tree is fitted on. */
  signalShare: number
  requestShare: number
  seed: number
}

export const TREE_SETTINGS: TreeSettings = {
  trees: 200,
  rate: 0.08,
  pairShare: 1,
  shrinkage: 8,
  leastInLeaf: 12,
  signalShare: 0.35,
  requestShare: 0.7,
  seed: 1,
}

const BINS = 48

/** What a candidate's probability to fit is drawn to, by grade: the line between 0 and 1 is the noisiest, that between 1 and 2 counts. */
const FIT_OF_GRADE = [0, 0.04, 0.96, 1]

/**
 * Trees whose sum is the logit of "fits": boosted on a pointwise logistic loss, so that sums mean the same for all requests, and on a pairwise
 * one weighted by the change of NDCG (LambdaMART, Burges 2010), so that the order within a request is right. Oblivious trees of one depth
 * (Prokhorenkova et al. 2018), Newton steps, histograms. Deterministic.
 */
export function trainTrees(requests: readonly MeasuredRequest[], settings: TreeSettings = TREE_SETTINGS): Trees {
  const rows = requests.flatMap(({ rows: own }) => own)
  const signals = rows[0]?.length ?? 0
  const { bins, cuts } = binned(rows, signals)
  const starts: number[] = []
  let count = 0
  for (const request of requests) {
    starts.push(count)
    count += request.rows.length
  }
  const random = randomFrom(settings.seed)
  const scores = new Float64Array(count)
  const gradient = new Float64Array(count)
  const curvature = new Float64Array(count)
  const features: number[] = []
  const thresholds: number[] = []
  const leaves: number[] = []
  const leafOf = new Uint8Array(count)
  for (let tree = 0; tree < settings.trees; tree++) {
    gradient.fill(0)
    curvature.fill(0)
    const used: number[] = []
    for (const [place, request] of requests.entries()) {
      if (random() >= settings.requestShare) continue
      const start = starts[place] as number
      addGradients(request, scores, start, settings.pairShare, gradient, curvature)
      for (let at = start; at < start + request.rows.length; at++) used.push(at)
    }
    leafOf.fill(0)
    for (let level = 0; level < DEPTH; level++) {
      const allowed = Array.from({ length: signals }, (_, at) => at).filter(() => random() < settings.signalShare)
      const { signal, bin } = bestCut(allowed, bins, cuts, used, leafOf, level, gradient, curvature, settings)
      features.push(signal)
      thresholds.push(cuts[signal]?.[bin] ?? Number.POSITIVE_INFINITY)
      const column = bins[signal] as Uint8Array
      for (let at = 0; at < count; at++) leafOf[at] = ((leafOf[at] as number) << 1) | ((column[at] as number) > bin ? 1 : 0)
    }
    const sums = new Float64Array(LEAVES)
    const weights = new Float64Array(LEAVES)
    for (const at of used) {
      const leaf = leafOf[at] as number
      sums[leaf] = (sums[leaf] as number) + (gradient[at] as number)
      weights[leaf] = (weights[leaf] as number) + (curvature[at] as number)
    }
    const values = sums.map((sum, leaf) => Math.fround((settings.rate * sum) / ((weights[leaf] as number) + settings.shrinkage)))
    leaves.push(...values)
    for (let at = 0; at < count; at++) scores[at] = (scores[at] as number) + (values[leafOf[at] as number] as number)
  }
  return {
    features: Uint8Array.from(features),
    thresholds: Float32Array.from(thresholds),
    leaves: Float32Array.from(leaves),
  }
}

/** Adds the downhill gradient and the curvature of both losses. */
function addGradients(
  { rows, grades, weight, pointShare }: MeasuredRequest,
  scores: Float64Array,
  start: number,
  pairShare: number,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const count = rows.length
  const point = weight * pointShare
  for (let at = 0; at < count; at++) {
    const probability = 1 / (1 + Math.exp(-(scores[start + at] as number)))
    const wanted = FIT_OF_GRADE[grades[at] as number] as number
    gradient[start + at] = (gradient[start + at] as number) + point * (wanted - probability)
    curvature[start + at] = (curvature[start + at] as number) + point * Math.max(0.02, probability * (1 - probability))
  }
  if (pairShare === 0) return
  const order = Array.from({ length: count }, (_, at) => at).sort(
    (a, b) => (scores[start + b] as number) - (scores[start + a] as number),
  )
  const rank = new Uint16Array(count)
  for (const [place, at] of order.entries()) rank[at] = place
  const ideal = [...grades].sort((a, b) => b - a).reduce((sum, grade, place) => sum + gainOf(grade) * discount(place), 0)
  if (ideal === 0) return
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const [better, worse] = [grades[i] as number, grades[j] as number]
      if (better <= worse) continue
      const change =
        (Math.abs(gainOf(better) - gainOf(worse)) *
          Math.abs(discount(rank[i] as number) - discount(rank[j] as number))) /
        ideal
      const delta = pairShare * weight * (change * 4 + 0.02)
      const wrong = 1 / (1 + Math.exp((scores[start + i] as number) - (scores[start + j] as number)))
      gradient[start + i] = (gradient[start + i] as number) + delta * wrong
      gradient[start + j] = (gradient[start + j] as number) - delta * wrong
      const bend = delta * Math.max(0.02, wrong * (1 - wrong))
      curvature[start + i] = (curvature[start + i] as number) + bend
      curvature[start + j] = (curvature[start + j] as number) + bend
    }
  }
}

function gainOf(grade: number): number {
  return 2 ** grade - 1
}

function discount(place: number): number {
  return 1 / Math.log2(place + 2)
}

/** Per signal the bin of each row, and the values that the bins end at. */
function binned(rows: readonly Float64Array[], signals: number): { bins: Uint8Array[]; cuts: Float32Array[] } {
  const bins: Uint8Array[] = []
  const cuts: Float32Array[] = []
  for (let signal = 0; signal < signals; signal++) {
    const sorted = Float64Array.from(rows, (row) => row[signal] as number).sort()
    const own: number[] = []
    for (let cut = 1; cut < BINS; cut++) {
      const at = Math.floor((cut * sorted.length) / BINS)
      const [below, above] = [sorted[at - 1] as number, sorted[at] as number]
      const value = Math.fround((below + above) / 2)
      if (below < above) own.push(value)
    }
    // A rare value of a signal with few is a bin of its own.
    const distinct = [...new Set(sorted)]
    if (distinct.length <= BINS) {
      own.length = 0
      for (let at = 1; at < distinct.length; at++)
        own.push(Math.fround(((distinct[at - 1] as number) + (distinct[at] as number)) / 2))
    }
    const ends = Float32Array.from([...new Set(own)])
    cuts.push(ends)
    bins.push(Uint8Array.from(rows, (row) => binOf(ends, row[signal] as number)))
  }
  return { bins, cuts }
}

function binOf(ends: Float32Array, value: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value > (ends[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}

function bestCut(
  allowed: readonly number[],
  bins: readonly Uint8Array[],
  cuts: readonly Float32Array[],
  used: readonly number[],
  leafOf: Uint8Array,
  level: number,
  gradient: Float64Array,
  curvature: Float64Array,
  { shrinkage, leastInLeaf }: TreeSettings,
): { signal: number; bin: number } {
  const leafCount = 1 << level
  const sums = new Float64Array(leafCount * (BINS + 1))
  const weights = new Float64Array(leafCount * (BINS + 1))
  const counts = new Uint32Array(leafCount * (BINS + 1))
  let best = { signal: allowed[0] ?? 0, bin: 255, gain: 0 }
  for (const signal of allowed) {
    const ends = (cuts[signal] as Float32Array).length
    if (ends === 0) continue
    sums.fill(0)
    weights.fill(0)
    counts.fill(0)
    const column = bins[signal] as Uint8Array
    for (let k = 0; k < used.length; k++) {
      const at = used[k] as number
      const cell = (leafOf[at] as number) * (BINS + 1) + (column[at] as number)
      sums[cell] = (sums[cell] as number) + (gradient[at] as number)
      weights[cell] = (weights[cell] as number) + (curvature[at] as number)
      counts[cell] = (counts[cell] as number) + 1
    }
    const gains = new Float64Array(ends)
    for (let leaf = 0; leaf < leafCount; leaf++) {
      const base = leaf * (BINS + 1)
      let [allSum, allWeight, allCount] = [0, 0, 0]
      for (let bin = 0; bin <= ends; bin++) {
        allSum += sums[base + bin] as number
        allWeight += weights[base + bin] as number
        allCount += counts[base + bin] as number
      }
      const whole = allSum ** 2 / (allWeight + shrinkage)
      let [sum, weight, count] = [0, 0, 0]
      for (let bin = 0; bin < ends; bin++) {
        sum += sums[base + bin] as number
        weight += weights[base + bin] as number
        count += counts[base + bin] as number
        if (count < leastInLeaf || allCount - count < leastInLeaf) continue
        const gain = sum ** 2 / (weight + shrinkage) + (allSum - sum) ** 2 / (allWeight - weight + shrinkage) - whole
        gains[bin] = (gains[bin] as number) + gain
      }
    }
    for (let bin = 0; bin < ends; bin++) {
      if ((gains[bin] as number) > best.gain) best = { signal, bin, gain: gains[bin] as number }
    }
  }
  return best
}
