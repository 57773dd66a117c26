import { termsOfQuery } from '../../lib/search/index/terms'
import { knowledgeOf } from '../../lib/search/rank/query'
import { SIGNALS, type Signal } from '../../lib/search/rank/signals'
import type { Translations } from '../../lib/search/rank/translate'
import type { SearchWeights } from '../../lib/search/rank/weights'
import { spread } from '../random'
import { type Asked, gradedExample, type Pools, rankingExample } from './ask'
import { FITS_FROM, foldOfRequest, type GradedRequest, type ToolRequest } from './graded-requests'
import { type Counting, measureGraded, measureLabelled } from './measured'
import { foldsOf, type Question } from './questions'
import { type ServedRequest, trainExpansions } from './train-expansions'
import { trainRanker } from './train-ranker'
import { trainRelevance } from './train-relevance'
import { trainRoles, wordExamples } from './train-roles'

/** What the fit of candidates is learnt from. */
export interface Requests {
  questions: readonly Question[]
  /** Graded requests that folds are made of, and our own, which are in every training and never scored. */
  judged: readonly GradedRequest[]
  own: readonly GradedRequest[]
  /** Requests written for tools. */
  toolRequests: readonly ToolRequest[]
  /** Not learnt: candidates are measured without them, and requests in use are read with them. */
  translations: Translations
  /** Our own requests with their arguments marked. */
  marked: readonly string[]
}

/**
 * How much a judged request counts, which is like those in use; a graded one of ours, which more tools fit; and one
 * with labels for single tools, which calls many that fit wrong. Calibration is mostly that of judged requests.
 */
const JUDGED: Counting = { weight: 3, calibrationWeight: 1 }
const OWN: Counting = { weight: 1, calibrationWeight: 0.1 }
const LABELLED: Counting = { weight: 0.6, calibrationWeight: 0.06 }

/**
 * Fits all that is learnt from requests on those outside `fold` (null leaves none out): the information of each term,
 * expansions, the roles of words, the ranker, the networks and their calibration.
 */
export function trainOnRequests(
  requests: Requests,
  pools: Pools,
  weights: SearchWeights,
  fold: number | null,
  say: (line: string) => void,
): SearchWeights {
  const { ranked, graded, questions } = prepareWeights(requests, pools, weights, fold, say)
  const own = new Set(requests.own)
  const countingOf = (request: GradedRequest) => (own.has(request) ? OWN : JUDGED)
  const measured = [
    ...graded.map((request) => measureGraded(request, pools, ranked, spread(request.id), countingOf(request))),
    ...questions.map((question) => measureLabelled(question, pools, ranked, spread(question.id), LABELLED)),
  ]
  say(`${measured.length} requests measured`)
  return { ...ranked, ...trainRelevance(measured, say), translations: requests.translations }
}

/** The same as far as rows of candidates need it: without the networks and their calibration. */
function prepareWeights(
  requests: Requests,
  pools: Pools,
  weights: SearchWeights,
  fold: number | null,
  say: (line: string) => void,
): { ranked: SearchWeights; graded: readonly GradedRequest[]; questions: readonly Question[] } {
  const folds = foldsOf(requests.questions)
  const questions = requests.questions.filter((_, at) => folds[at] !== fold)
  const graded = [...requests.judged.filter(({ text }) => foldOfRequest(text) !== fold), ...requests.own]
  const roles = trainRoles(wordExamples(requests.marked, knowledgeOf(weights)))
  const expansions = trainExpansions(servedRequests(requests.toolRequests, graded, pools), weights.termIds)
  say(`${expansions.terms.length} expansions`)
  const counted = {
    ...weights,
    translations: new Map(),
    expansions,
    ...questionCountsOf(questions, weights),
    roles,
    ranker: FIRST_RANKER,
  }
  const asked = questions.map((question) => pools.ask(question, counted))
  // Weighted by the root of its size: a small pool has more weight per question, a large one more in all.
  const sizes = countsOf(asked, ({ question }) => question.pool)
  const rankingExamples = [
    ...asked.flatMap((one) => rankingExample(one, 1 / Math.sqrt(sizes.get(one.question.pool) ?? 1)) ?? []),
    ...graded.flatMap((request) => gradedExample(request, pools, counted, 1 / Math.sqrt(graded.length)) ?? []),
  ]
  say('ranker fitted')
  return { ranked: { ...counted, ranker: trainRanker(rankingExamples) }, graded, questions }
}

/** Documents that fit a graded request, at most, and how much one counts by its grade. */
const MOST_FITTING = 8
const WEIGHT_OF_GRADE = [0, 0, 0.6, 1]

/** Requests with a tool that serves them: written for it, or graded. */
function servedRequests(
  toolRequests: readonly ToolRequest[],
  graded: readonly GradedRequest[],
  { byId }: Pools,
): ServedRequest[] {
  const written = toolRequests.flatMap(({ toolId, text }) => {
    const document = byId.get(toolId)
    return document === undefined ? [] : [{ text, document, weight: 1 }]
  })
  const fitting = graded.flatMap(({ text, grades }) => {
    const some = [...grades].filter(([, grade]) => grade >= FITS_FROM).slice(0, MOST_FITTING)
    return some.flatMap(([id, grade]) => {
      const document = byId.get(id)
      const weight = (WEIGHT_OF_GRADE[grade] as number) / Math.sqrt(some.length)
      return document === undefined ? [] : [{ text, document, weight }]
    })
  })
  return [...written, ...fitting]
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
