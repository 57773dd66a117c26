import type { SearchDocument } from '../../lib/search/index/search-document'
import { termsOfQuery } from '../../lib/search/index/terms'
import { SIGNALS, type Signal } from '../../lib/search/rank/signals'
import type { SearchWeights } from '../../lib/search/rank/weights'
import { type Asked, confidenceExample, type Pools, rankingExample } from './ask'
import { foldOf, foldsOf, type Question } from './questions'
import { SHORT, shortQuestions } from './short-questions'
import { trainConfidence } from './train-confidence'
import { trainRanker } from './train-ranker'

/**
 * Fits all that is learnt from questions on those outside `fold` (null leaves none out): the information of each term, the ranker, then the
 * confidence in its first results.
 */
export function trainOnQuestions(
  questions: readonly Question[],
  pools: Pools,
  weights: SearchWeights,
  fold: number | null,
): SearchWeights {
  const folds = foldsOf(questions)
  const used = questions.filter((_, at) => folds[at] !== fold)
  const counted = { ...weights, ...questionCountsOf(used, weights), ranker: FIRST_RANKER }
  const asked = used.map((question) => pools.ask(question, counted))
  // Weighted by the root of its size: a small pool has more weight per question, a large one more in all.
  const sizes = countsOf(asked, ({ question }) => question.pool)
  const examples = asked.flatMap((one) => rankingExample(one, 1 / Math.sqrt(sizes.get(one.question.pool) ?? 1)) ?? [])
  const ranked = { ...counted, ranker: trainRanker(examples) }
  const short = shortQuestions(pools.documents.filter(isOutside(fold)), pools.pools, weights.training.seed)
  const all = [...asked, ...short.map((question) => pools.ask(question, ranked))]
  return { ...ranked, confidence: trainConfidence(confidenceExamples(all, ranked)) }
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

/** A left-out tool, or a tool of a left-out server, gives no short question either. */
function isOutside(fold: number | null): (document: SearchDocument) => boolean {
  return ({ id, serverId }) => fold === null || (foldOf(id) !== fold && foldOf(serverId) !== fold)
}

/** By term: for how many different tools it was asked. A question without an answer counts as one for a tool of its own. */
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

/** Questions of the pools in which some have a fitting tool and some have none. Each pool counts equally. */
function confidenceExamples(asked: readonly Asked[], weights: SearchWeights) {
  const groupOf = ({ question }: Asked) => (question.id.startsWith(SHORT) ? SHORT : question.pool)
  const kindOf = (one: Asked, fits = one.question.gold.length > 0) => `${groupOf(one)} ${fits}`
  const kinds = countsOf(asked, kindOf)
  const sizes = countsOf(asked, groupOf)
  const used = asked.filter((one) => kinds.has(kindOf(one, true)) && kinds.has(kindOf(one, false)))
  return used.flatMap((one) => confidenceExample(one, weights, 1 / (sizes.get(groupOf(one)) ?? 1)) ?? [])
}

function countsOf(asked: readonly Asked[], keyOf: (one: Asked) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of asked) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}
