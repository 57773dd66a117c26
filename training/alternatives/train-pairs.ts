import type { AlternativesWeights } from '../../lib/search/alternatives/alternatives-weights'
import { sumOfTrees, type Trees } from '../../lib/search/alternatives/trees'
import { fitLogistic } from '../fit-logistic'
import { spread } from '../random'
import type { MeasuredPair } from './graded-pairs'
import { type TreeSettings, trainTrees } from './trees/train-trees'

/** A graded tool with its measured candidates. */
export interface MeasuredTool {
  toolId: string
  pairs: readonly MeasuredPair[]
}

const SETTINGS: TreeSettings = {
  trees: 80,
  rate: 0.06,
  pairShare: 1,
  shrinkage: 4,
  leastInLeaf: 10,
  signalShare: 0.4,
  requestShare: 0.7,
  seed: 1,
}
/** Forests over other draws, whose trees are added: of few grades one forest depends much on its draws. */
const FORESTS = 4
const FOLDS = 10
/** A grade from which one would do. */
export const WOULD_DO_FROM = 2

/** Trees over graded pairs, and the curve that makes their sums probabilities, fitted on tools that trees left out. */
export function trainPairs(tools: readonly MeasuredTool[]): Pick<AlternativesWeights, 'trees' | 'calibration'> {
  const leftOut = sumsLeftOut(tools)
  return { trees: treesOf(tools), calibration: calibrated(leftOut) }
}

/** The probability of every pair by weights that were trained without a tenth of the tools, its own among them. */
export function crossValidated(tools: readonly MeasuredTool[]): Map<MeasuredPair, number> {
  const sums = sumsLeftOut(tools)
  const curves = Array.from({ length: FOLDS }, (_, fold) => calibrated(sums.filter((one) => one.fold !== fold)))
  return new Map(
    sums.map(({ pair, sum, fold }) => {
      const [slope, intercept] = curves[fold] as [number, number]
      return [pair, 1 / (1 + Math.exp(-(slope * sum + intercept)))]
    }),
  )
}

interface LeftOutSum {
  pair: MeasuredPair
  sum: number
  fold: number
}

function sumsLeftOut(tools: readonly MeasuredTool[]): LeftOutSum[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const trees = treesOf(tools.filter(({ toolId }) => foldOf(toolId) !== fold))
    const others = tools.filter(({ toolId }) => foldOf(toolId) === fold)
    return others.flatMap(({ pairs }) => pairs.map((pair) => ({ pair, sum: sumOfTrees(trees, pair.row), fold })))
  }).flat()
}

function foldOf(toolId: string): number {
  return spread(`alternatives to ${toolId}`) % FOLDS
}

function calibrated(sums: readonly LeftOutSum[]): [number, number] {
  const examples = sums.flatMap(({ pair: { grade }, sum }) =>
    grade === null ? [] : [{ row: [sum, 1], isTrue: grade >= WOULD_DO_FROM, weight: 1 }],
  )
  const [slope = 1, intercept = 0] = fitLogistic(examples, 2, { shrinkage: 0, shrunkFrom: 2, rounds: 100 })
  return [slope, intercept]
}

function treesOf(tools: readonly MeasuredTool[]): Trees {
  const requests = tools.map(({ pairs }) => {
    const graded = pairs.flatMap(({ row, grade }) => (grade === null ? [] : [{ row, grade }]))
    const rows = graded.map(({ row }) => row)
    const grades = graded.map(({ grade }) => grade)
    return { rows, grades, weight: 1, sure: grades.map(() => 1), pointShare: 1 }
  })
  const forests = Array.from({ length: FORESTS }, (_, seed) => trainTrees(requests, { ...SETTINGS, seed: seed + 1 }))
  return {
    features: Uint8Array.from(forests.flatMap(({ features }) => [...features])),
    thresholds: Float32Array.from(forests.flatMap(({ thresholds }) => [...thresholds])),
    leaves: Float32Array.from(forests.flatMap(({ leaves }) => [...leaves].map((leaf) => leaf / FORESTS))),
  }
}
