import type { Print } from '../bench'
import { fits, isAnswerable, type JudgedResults, shareOf } from './judged-figures'

/** With what route offers where it chose nothing, and how many tokens that has as JSON. */
export interface OfferedResults extends JudgedResults {
  candidates: JudgedResults['ranked']
  candidateTokens: number
}

/** Of route's candidates, where it chose nothing. Shares from 0 to 1; 0 where there is nothing to count. */
export interface CandidateFigures {
  /**
   * Of the requests that something in their pool fits and whose candidates are graded, or none: share of those with one
   * that fits. What nobody graded is left out.
   */
  candidatesHit: number
  /** The same with every ungraded candidate taken for one that fits, over all of these requests. */
  candidatesHitAtMost: number
  /** Share of these candidates without a grade. */
  candidatesUngraded: number
  /** Of the requests that nothing in their pool fits: share with candidates all the same. */
  candidatesWhereNothingFits: number
  /** Most tokens of an answer's candidates, as JSON. */
  candidatesTokensMost: number
  /** Of all requests that something in their pool fits: share where the choice, or a candidate, fits. */
  fitOffered: number
}

export function candidateFigures(answers: readonly OfferedResults[]): CandidateFigures {
  const refused = answers.filter(({ chosen }) => chosen === null)
  const answerable = refused.filter(isAnswerable)
  const known = answerable.filter(({ candidates }) => candidates.length === 0 || candidates.some(isGraded))
  const shown = answerable.flatMap(({ candidates }) => candidates)
  return {
    candidatesHit: shareOf(known, hasFit),
    candidatesHitAtMost: shareOf(answerable, (answer) => hasFit(answer) || !answer.candidates.every(isGraded)),
    candidatesUngraded: shareOf(shown, (one) => !isGraded(one)),
    candidatesWhereNothingFits: shareOf(
      refused.filter((answer) => !isAnswerable(answer)),
      ({ candidates }) => candidates.length > 0,
    ),
    candidatesTokensMost: Math.max(0, ...refused.map(({ candidateTokens }) => candidateTokens)),
    fitOffered: shareOf(answers.filter(isAnswerable), (answer) => offers(answer) || hasFit(answer)),
  }
}

/** Least relevances of the best candidate that the table tries. */
const TRIED = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4]

/** What would be lost and gained were the list empty below a higher relevance of the best candidate. */
export function reportThresholds(answers: readonly OfferedResults[], print: Print): void {
  print(`\n${'empty below'.padEnd(12)} hit    not empty where nothing fits`)
  for (const least of TRIED) {
    const tried = answers.map((answer) => {
      const isNear = Math.max(0, ...answer.candidates.map(({ relevance }) => relevance)) >= least
      return isNear ? answer : { ...answer, candidates: [] }
    })
    const { candidatesHit, candidatesWhereNothingFits } = candidateFigures(tried)
    print(`${least.toFixed(2).padEnd(12)} ${candidatesHit.toFixed(3)}  ${candidatesWhereNothingFits.toFixed(3)}`)
  }
}

function isGraded({ grade }: { grade: number | null }): boolean {
  return grade !== null
}

function hasFit({ candidates }: OfferedResults): boolean {
  return candidates.some(({ grade }) => grade !== null && fits(grade))
}

function offers({ chosen }: JudgedResults): boolean {
  return chosen !== null && chosen.grade !== null && fits(chosen.grade)
}
