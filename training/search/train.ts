import { termsOfQuery } from '../../lib/search/index/terms'
import { knowledgeOf } from '../../lib/search/rank/query'
import { SIGNALS, type Signal } from '../../lib/search/rank/signals'
import type { SearchWeights } from '../../lib/search/rank/weights'
import { spread } from '../random'
import { type Asked, gradedExample, type Pools, rankingExample } from './ask'
import { foldOfRequest, type GradedRequest } from './graded-requests'
import { measureGraded, measureLabelled } from './measured'
import { foldsOf, type Question } from './questions'
import { trainRanker } from './train-ranker'
import { trainRelevance } from './train-relevance'
import { trainRoles, wordExamples } from './train-roles'

/** What the fit of candidates is learnt from. */
export interface Requests {
  questions: readonly Question[]
  /** Graded requests that folds are made of, and our own, which are in every training and never scored. */
  judged: readonly GradedRequest[]
  own: readonly GradedRequest[]
  /** Our own requests with their arguments marked. */
  marked: readonly string[]
}

/** The weight of a graded request, and of one with labels for single tools, which calls many that fit wrong. */
const GRADED_WEIGHT = 1
const LABELLED_WEIGHT = 0.6

/**
 * Fits all that is learnt from requests on those outside `fold` (null leaves none out): the information of each term,
 * the roles of words, the ranker, the trees and their calibration.
 */
export function trainOnRequests(
  requests: Requests,
  pools: Pools,
  weights: SearchWeights,
  fold: number | null,
  say: (line: string) => void,
): SearchWeights {
  const folds = foldsOf(requests.questions)
  const questions = requests.questions.filter((_, at) => folds[at] !== fold)
  const graded = [...requests.judged.filter(({ text }) => foldOfRequest(text) !== fold), ...requests.own]
  const roles = trainRoles(wordExamples(requests.marked, knowledgeOf(weights)))
  const counted = { ...weights, ...questionCountsOf(questions, weights), roles, ranker: FIRST_RANKER }
  const asked = questions.map((question) => pools.ask(question, counted))
  // Weighted by the root of its size: a small pool has more weight per question, a large one more in all.
  const sizes = countsOf(asked, ({ question }) => question.pool)
  const rankingExamples = [
    ...asked.flatMap((one) => rankingExample(one, 1 / Math.sqrt(sizes.get(one.question.pool) ?? 1)) ?? []),
    ...graded.flatMap((request) => gradedExample(request, pools, counted, 1 / Math.sqrt(graded.length)) ?? []),
  ]
  const ranked = { ...counted, ranker: trainRanker(rankingExamples) }
  say('ranker fitted')
  const measured = [
    ...graded.map((request) => measureGraded(request, pools, ranked, spread(request.id), GRADED_WEIGHT)),
    ...questions.map((question) => measureLabelled(question, pools, ranked, spread(question.id), LABELLED_WEIGHT)),
  ]
  say(`${measured.length} requests measured`)
  return { ...ranked, ...trainRelevance(measured, say) }
}

// Only for choosing which documents are measured before anything is learnt: words, their share, capabilities, meaning.
const FIRST_WEIGHTS: Partial<Record<Signal, number>> = {
  bm25Share: 2,
  bm25: 1,
  covered: 1,
  serverCovered: 1,
  parametersCovered: 1,
  openingCovered: 1,
  nameShare: 1,
  meaning: 5,
  serverMeaning: 2,
  capability: 2,
}
const FIRST_RANKER = SIGNALS.map((name) => FIRST_WEIGHTS[name] ?? 0)

/**
 * By term: for how many different tools it was asked. A question without an answer counts as one for a tool of its own.
 */
function questionCountsOf(questions: readonly Question[], { termIds }: SearchWeights) {
  const askedFor = new Map<string, Set<string>>()
  const tools = new Set<string>()
  for (const { gold, query } of questions) {
    const tool = gold[0] ?? query
    tools.add(tool)
    for (const term of new Set(termsOfQuery(query))) askedFor.set(term, (askedFor.get(term) ?? new Set()).add(tool))
  }
  const questionCounts = Uint32Array.from(termIds.keys(), (term) => askedFor.get(term)?.size ?? 0)
  return { questionCounts, askedTools: tools.size }
}

function countsOf(asked: readonly Asked[], keyOf: (one: Asked) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of asked) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}
