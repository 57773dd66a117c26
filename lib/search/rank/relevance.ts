import type { FitSignal } from '../fit/fit-signals'
import { FIT } from '../fit/fit-signals'
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

const REQUEST_SIGNALS = [
  'requestTerms',
  'requestWanted',
  'requestValues',
  'requestBrand',
  'requestUnindexed',
  'requestUnindexedWanted',
  'requestReplaces',
  'requestKnown',
  'requestNotLatin',
  'bestMeaning',
  'bestWanted',
] as const satisfies readonly FitSignal[]

/** What the probability is computed from: the candidate's own sum, then what the best ones and the request show. */
export const CALIBRATION_SIGNALS = [
  'own',
  'bias',
  'best',
  'margin',
  'following',
  'fitting',
  ...REQUEST_SIGNALS,
  'firstWantedMeant',
  'firstLeastMeantShare',
  'firstIsServer',
] as const

/** Candidates after the first whose mean is compared with it. */
const FOLLOWING = 6
const MOST_TERMS = 20

/** The calibration signals of a request, with 0 for `own`, from its candidates in order of their sums. */
export function calibrationSignals(scored: readonly Scored[]): number[] {
  const first = scored[0]
  if (first === undefined) return CALIBRATION_SIGNALS.map(() => 0)
  const following = scored.slice(1, 1 + FOLLOWING)
  const mean = following.reduce((total, { sum }) => total + sum, 0) / Math.max(1, following.length)
  const of = (place: number) => first.row[place] as number
  return [
    0,
    1,
    first.sum,
    first.sum - (scored[1]?.sum ?? first.sum - 1),
    first.sum - (following.length === 0 ? first.sum - 1 : mean),
    Math.log1p(scored.filter(({ sum }) => sum > 0).length),
    ...REQUEST_SIGNALS.map((name) =>
      name === 'requestTerms' || name === 'requestWanted' ? Math.min(MOST_TERMS, of(FIT[name])) / 10 : of(FIT[name]),
    ),
    of(FIT.wantedMeant),
    of(FIT.leastMeantShare),
    of(FIT.isServer),
  ]
}

/**
 * The probability that each of the candidates fits, in order of their sums: a logistic curve over its own sum and what
 * the request's best candidates show, so that it never rises from one to the next.
 */
export function withRelevance(calibration: readonly number[], scored: readonly Scored[]): Relevant[] {
  const row = calibrationSignals(scored)
  const shared = row.reduce((sum, value, at) => sum + value * (calibration[at] ?? 0), 0)
  return scored.map(({ found, sum }) => ({ found, relevance: logistic(shared + (calibration[0] ?? 1) * sum) }))
}
