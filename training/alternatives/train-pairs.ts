import type { AlternativesWeights } from '../../lib/search/alternatives/alternatives-weights'
import { NetworkScorer, type Networks } from '../../lib/search/rank/network'
import { logistic } from '../../lib/search/rank/signals'
import { fitLogistic } from '../fit-logistic'
import { spread } from '../random'
import { type NetworkSettings, trainNetworks } from '../search/train-network'
import type { MeasuredPair } from './graded-pairs'

/** A graded tool with its measured candidates. */
export interface MeasuredTool {
  toolId: string
  pairs: readonly MeasuredPair[]
}

const SETTINGS: NetworkSettings = {
  hidden: 32,
  second: 16,
  count: 2,
  epochs: 12,
  batch: 6,
  rate: 0.003,
  decay: 0.01,
  inputDrop: 0.1,
  hiddenDrop: 0.4,
  seed: 1,
}
/** The weight of the pointwise loss: with that of 1 the listwise one costs more than it brings. */
const POINT_SHARE = 8
const FOLDS = 4
/** A grade from which one would do. */
export const WOULD_DO_FROM = 2

/** What the networks give a pair of a tool that they were trained without. */
interface LeftOutSum {
  pair: MeasuredPair
  sum: number
  fold: number
}

/** What networks give every pair that were trained without a quarter of the tools, its own among them. */
export function sumsLeftOut(tools: readonly MeasuredTool[]): LeftOutSum[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const scorer = new NetworkScorer(networksOf(tools.filter(({ toolId }) => foldOf(toolId) !== fold)))
    const pairs = tools.filter(({ toolId }) => foldOf(toolId) === fold).flatMap((tool) => tool.pairs)
    const sums = scorer.sums(pairs.map(({ row }) => row))
    return pairs.map((pair, place) => ({ pair, sum: sums[place] as number, fold }))
  }).flat()
}

/** Networks over graded pairs, and the curve that makes of what they give probabilities. */
export function trainPairs(
  tools: readonly MeasuredTool[],
  leftOut: readonly LeftOutSum[],
): Pick<AlternativesWeights, 'networks' | 'calibration'> {
  return { networks: networksOf(tools), calibration: calibrated(leftOut) }
}

/** The probability of every pair by weights that were trained without its tool. */
export function crossValidated(sums: readonly LeftOutSum[]): Map<MeasuredPair, number> {
  const curves = Array.from({ length: FOLDS }, (_, fold) => calibrated(sums.filter((one) => one.fold !== fold)))
  return new Map(
    sums.map(({ pair, sum, fold }) => {
      const [slope, intercept] = curves[fold] as [number, number]
      return [pair, logistic(slope * sum + intercept)]
    }),
  )
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

function networksOf(tools: readonly MeasuredTool[]): Networks {
  const requests = tools.flatMap(({ pairs }) => {
    const graded = pairs.flatMap(({ row, grade }) => (grade === null ? [] : [{ row, grade }]))
    const grades = graded.map(({ grade }) => grade)
    const rows = graded.map(({ row }) => row)
    return graded.length === 0 ? [] : [{ rows, grades, weight: 1, sure: grades.map(() => 1), pointShare: POINT_SHARE }]
  })
  return trainNetworks(requests, SETTINGS)
}
