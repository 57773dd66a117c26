import { FITTED } from '../../lib/search/fit/measure-fit'
import type { NetworkScorer } from '../../lib/search/rank/network'
import type { Scored } from '../../lib/search/rank/relevance'
import type { SearchWeights } from '../../lib/search/rank/weights'
import { randomFrom, sample } from '../random'
import { OF_WHOLE_CATALOG, type Pools } from './ask'
import { FITS_FROM, type GradedRequest } from './graded-requests'
import { isRight, type Question } from './questions'
import type { MeasuredRequest } from './train-network'

/**
 * Wrong answers of a labelled question that are learnt from: the first ones, which are easily taken for right, and some
 * of the others.
 */
const FIRST_RIVALS = 5
const DRAWN_RIVALS = 6
/** From which place on an ungraded candidate is taken for wrong, and how sure that is. */
const FURTHER_DOWN = 20
const UNGRADED_SURE = 0.3
const RIGHT_GRADE = 3
/** A label names one of several that fit: the others' low grades count little by themselves. */
const LABELLED_POINT_SHARE = 0.25

/** The candidates of a request as they are ranked in use; `grade` is null where it is unknown. */
export interface Measured {
  weight: number
  /** How much it counts when sums are made probabilities. */
  calibrationWeight: number
  /** See `MeasuredRequest`. */
  pointShare: number
  /** Of which the tree's part is repeated in cross-fitting. */
  fold: number
  candidates: readonly (Scored & { row: Float32Array; grade: number | null })[]
  /** Whether the low grades are known, and not only those of what nobody labelled. */
  isGraded: boolean
  fits: boolean
}

/** How much a request counts, and in calibration. */
export type Counting = Pick<Measured, 'weight' | 'calibrationWeight'>

/** A request with grades, asked of the whole catalog. */
export function measureGraded(
  request: GradedRequest,
  pools: Pools,
  weights: SearchWeights,
  fold: number,
  counting: Counting,
): Measured {
  const candidates = candidatesOf(
    pools,
    { ...OF_WHOLE_CATALOG, query: request.text },
    weights,
    (id) => request.grades.get(id) ?? null,
  )
  return {
    ...counting,
    pointShare: 1,
    fold,
    candidates,
    isGraded: true,
    fits: [...request.grades.values()].some((grade) => grade >= FITS_FROM),
  }
}

/** A question with labels, asked of its pool: what is not labelled counts as wrong, which is not always so. */
export function measureLabelled(
  question: Question,
  pools: Pools,
  weights: SearchWeights,
  fold: number,
  counting: Counting,
): Measured {
  const gradeOf = (id: string, serverId: string) => (isRight(question, id, serverId) ? RIGHT_GRADE : 0)
  const fits = question.gold.length > 0
  return {
    ...counting,
    pointShare: fits ? LABELLED_POINT_SHARE : 1,
    fold,
    candidates: candidatesOf(pools, question, weights, gradeOf),
    isGraded: false,
    fits,
  }
}

function candidatesOf(
  pools: Pools,
  question: Question,
  weights: SearchWeights,
  gradeOf: (id: string, serverId: string) => number | null,
) {
  const { ranker, read, found } = pools.ask(question, weights)
  return ranker.fit(read, found.slice(0, FITTED)).map(({ found: one, row }) => ({
    found: one,
    row: Float32Array.from(row),
    sum: 0,
    grade: gradeOf(ranker.idOf(one), ranker.serverIdOf(one)),
  }))
}

/**
 * What the networks learn from: the graded candidates of a request, and some of those further down that nobody graded,
 * which seldom fit; of a labelled question the right ones and some of the others. Some from everywhere, or a low rank
 * by words would look like a merit.
 */
export function forNetworks({ candidates, weight, pointShare, isGraded, fold }: Measured): MeasuredRequest {
  const random = randomFrom(fold)
  const others = candidates.filter(({ grade }, place) =>
    isGraded ? grade === null && place >= FURTHER_DOWN : grade === 0,
  )
  const first = isGraded ? 0 : FIRST_RIVALS
  const drawn = new Set([...others.slice(0, first), ...sample(others.slice(first), DRAWN_RIVALS, random)])
  const used = candidates.filter((one) => drawn.has(one) || (isGraded ? one.grade !== null : one.grade !== 0))
  return {
    rows: used.map(({ row }) => row),
    grades: used.map(({ grade }) => grade ?? 0),
    sure: used.map(({ grade }) => (grade === null ? UNGRADED_SURE : 1)),
    weight,
    pointShare,
  }
}

/** The candidates in the order of other networks. */
export function scoredBy({ candidates }: Measured, networks: NetworkScorer): Measured['candidates'] {
  const sums = networks.sums(candidates.map(({ row }) => row))
  return candidates.map((one, place) => ({ ...one, sum: sums[place] as number })).sort((a, b) => b.sum - a.sum)
}
