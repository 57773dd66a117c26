import type { SearchHit } from './ranked'
import { logistic } from './signals'

/** A found document and the probability that it fits, 0-1. */
export interface Relevant {
  found: SearchHit
  relevance: number
}

/** A candidate, its row, and what the networks give it: the logit of "fits" before calibration. */
export interface Scored {
  found: SearchHit
  row: ArrayLike<number>
  sum: number
}

/**
 * What the probability is computed from: the candidate's own sum, then what the best ones show. What the request shows
 * beside these makes no difference (docs/decisions/043).
 */
export const CALIBRATION_SIGNALS = ['own', 'bias', 'best', 'margin', 'following', 'fitting'] as const

/** Candidates after the first whose mean is compared with it. */
const FOLLOWING = 6

/** The calibration signals of a request, with 0 for `own`, from its candidates in order of their sums. */
export function calibrationSignals(scored: readonly Scored[]): number[] {
  const first = scored[0]
  if (first === undefined) return CALIBRATION_SIGNALS.map(() => 0)
  const following = scored.slice(1, 1 + FOLLOWING)
  const mean = following.reduce((total, { sum }) => total + sum, 0) / Math.max(1, following.length)
  return [
    0,
    1,
    first.sum,
    first.sum - (scored[1]?.sum ?? first.sum - 1),
    first.sum - (following.length === 0 ? first.sum - 1 : mean),
    Math.log1p(scored.filter(({ sum }) => sum > 0).length),
  ]
}

/**
 * The probability that each of the candidates fits, in order of their sums: a logistic curve over its own sum and what
 * the best candidates show, so that it never rises from one to the next.
 */
export function withRelevance(calibration: readonly number[], scored: readonly Scored[]): Relevant[] {
  const row = calibrationSignals(scored)
  const shared = row.reduce((sum, value, at) => sum + value * (calibration[at] ?? 0), 0)
  return scored.map(({ found, sum }) => ({ found, relevance: logistic(shared + (calibration[0] ?? 1) * sum) }))
}
