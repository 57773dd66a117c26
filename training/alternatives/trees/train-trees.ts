import { DEPTH, LEAVES, type Trees } from '../../../lib/search/alternatives/trees'
import { randomFrom } from '../../random'
import { type Binned, bestCut } from './best-cut'
import { binned } from './bins'
import { addGradients, type Slopes } from './gradients'

/** The candidates of a request: a row of signals and a grade (0-3) each. */
export interface MeasuredRequest {
  rows: readonly Float64Array[]
  grades: readonly number[]
  weight: number
  /** How sure each grade is, 0-1. */
  sure: readonly number[]
  /**
   * The weight of the pointwise loss beside it, 0-1: 0 where a low grade may only mean that nobody labelled the
   * candidate.
   */
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

const TREE_SETTINGS: TreeSettings = {
  trees: 200,
  rate: 0.08,
  pairShare: 1,
  shrinkage: 8,
  leastInLeaf: 12,
  signalShare: 0.35,
  requestShare: 0.7,
  seed: 1,
}

/**
 * Trees whose sum is the logit of "fits": boosted on a pointwise logistic loss, so that sums mean the same for all
 * requests, and on a pairwise one weighted by the change of NDCG (LambdaMART, Burges 2010), so that the order within a
 * request is right. Oblivious trees of one depth (Prokhorenkova et al. 2018), Newton steps, histograms. Deterministic.
 */
export function trainTrees(requests: readonly MeasuredRequest[], settings: TreeSettings = TREE_SETTINGS): Trees {
  const rows = requests.flatMap(({ rows: own }) => own)
  const signals = rows[0]?.length ?? 0
  const table = binned(rows, signals)
  const random = randomFrom(settings.seed)
  const scores = new Float64Array(rows.length)
  const slopes = { gradient: new Float64Array(rows.length), curvature: new Float64Array(rows.length) }
  const grown = Array.from({ length: settings.trees }, () => {
    const used = takeRequests(requests, scores, slopes, settings, random)
    const { cuts, leafOf } = growTree(table, used, slopes, settings, random)
    const values = leafValues(used, leafOf, slopes, settings)
    for (const [at, leaf] of leafOf.entries()) scores[at] = (scores[at] as number) + (values[leaf] as number)
    return { cuts, values }
  })
  return {
    features: Uint8Array.from(grown.flatMap(({ cuts }) => cuts.map(({ signal }) => signal))),
    thresholds: Float32Array.from(grown.flatMap(({ cuts }) => cuts.map(({ threshold }) => threshold))),
    leaves: Float32Array.from(grown.flatMap(({ values }) => [...values])),
  }
}

/** Sets the slopes of the requests drawn for a tree; returns their rows. */
function takeRequests(
  requests: readonly MeasuredRequest[],
  scores: Float64Array,
  slopes: Slopes,
  { requestShare, pairShare }: TreeSettings,
  random: () => number,
): number[] {
  slopes.gradient.fill(0)
  slopes.curvature.fill(0)
  const used: number[] = []
  let start = 0
  for (const request of requests) {
    if (random() < requestShare) {
      addGradients(request, scores, start, pairShare, slopes)
      for (let at = start; at < start + request.rows.length; at++) used.push(at)
    }
    start += request.rows.length
  }
  return used
}

/** The cuts of a tree's levels, and the leaf of every row. */
function growTree(
  table: Binned,
  used: readonly number[],
  slopes: Slopes,
  { signalShare, shrinkage, leastInLeaf }: TreeSettings,
  random: () => number,
) {
  const leafOf = new Uint8Array(slopes.gradient.length)
  const cuts = Array.from({ length: DEPTH }, (_, level) => {
    const allowed = table.bins.map((_column, signal) => signal).filter(() => random() < signalShare)
    const growth = { used, leafOf, leafCount: 1 << level, shrinkage, leastInLeaf }
    const { signal, bin } = bestCut(allowed, table, growth, slopes)
    const column = table.bins[signal] as Uint8Array
    for (let at = 0; at < leafOf.length; at++) {
      leafOf[at] = ((leafOf[at] as number) << 1) | ((column[at] as number) > bin ? 1 : 0)
    }
    return { signal, threshold: table.cuts[signal]?.[bin] ?? Number.POSITIVE_INFINITY }
  })
  return { cuts, leafOf }
}

/** Newton steps, as they are stored. */
function leafValues(
  used: readonly number[],
  leafOf: Uint8Array,
  { gradient, curvature }: Slopes,
  { rate, shrinkage }: TreeSettings,
): Float32Array {
  const sums = new Float64Array(LEAVES)
  const weights = new Float64Array(LEAVES)
  for (const at of used) {
    const leaf = leafOf[at] as number
    sums[leaf] = (sums[leaf] as number) + (gradient[at] as number)
    weights[leaf] = (weights[leaf] as number) + (curvature[at] as number)
  }
  return Float32Array.from(sums, (sum, leaf) => (rate * sum) / ((weights[leaf] as number) + shrinkage))
}
