import { writeFileSync } from 'node:fs'
import type { SearchWeights } from '../../lib/search/rank/weights'
import { CONFIDENT_AT } from '../../lib/search/route/fit'
import { Pools, resultsOf } from '../../training/search/ask'
import { FOLDS, foldsOf, type Question } from '../../training/search/questions'
import { trainOnRequests } from '../../training/search/train'
import { readTrainingFiles } from '../../training/training-files'
import { type Bench, neededFlags, type Print, round } from '../bench'
import { confidenceFigures, type RankedResults, rankingFigures } from './relevance-figures'
import { shippedWeights } from './shipped'

const RANKED_IN_OUT = 60

/**
 * Each question ranked within its own pool. `inSample`: with the weights as shipped. `heldOutByTool`: in five folds by
 * gold tool, the ranker and the confidence fitted on the other four; the meanings both use are learned without any
 * question.
 */
export const bench: Bench = {
  flags: { catalog: '', pools: '', queries: '', nomatch: '', judged: '', out: '', fold: '' },
  async run(flags, print) {
    const { catalog, pools, queries } = neededFlags(flags, 'catalog', 'pools', 'queries')
    const files = await readTrainingFiles(
      catalog,
      { pools, queries, nomatch: flags.nomatch || null },
      flags.judged ? flags.judged.split(',') : [],
    )
    const weights = shippedWeights()
    print(`${files.questions.length} questions, ${files.documents.length} documents`)
    const rankers = new Pools(files.documents, files.pools)
    const folds = foldsOf(files.questions)
    const wanted = flags.fold ? [Number(flags.fold)] : Array.from({ length: FOLDS }, (_, fold) => fold)
    const shipped = answersOf(files.questions, rankers, weights)
    const heldOut = wanted.flatMap((fold) => {
      const fitted = trainOnRequests(files, rankers, weights, fold, print)
      return answersOf(
        files.questions.filter((_, at) => folds[at] === fold),
        rankers,
        fitted,
      )
    })
    if (flags.out) writeFileSync(flags.out, heldOut.map(lineOf).join(''))
    const result = { inSample: figuresOf(shipped), heldOutByTool: figuresOf(heldOut) }
    for (const [name, figures] of Object.entries(result)) report(name, figures, print)
    return result
  },
}

interface ResultsWithRelevance extends RankedResults {
  ranked: readonly { id: string; serverId: string; relevance: number }[]
}

function answersOf(questions: readonly Question[], pools: Pools, weights: SearchWeights): ResultsWithRelevance[] {
  return questions.map((question) => {
    const one = pools.ask(question, weights)
    const ranked = resultsOf(one, RANKED_IN_OUT).map(({ found, relevance }) => ({
      id: one.ranker.idOf(found),
      serverId: one.ranker.serverIdOf(found),
      relevance,
    }))
    const confidence = ranked[0]?.relevance ?? 0
    return { question, ranked, confidence, confident: confidence >= CONFIDENT_AT }
  })
}

function lineOf({ question, ranked, confident, confidence }: ResultsWithRelevance): string {
  const first = ranked.map(({ id, relevance }) => ({ toolId: id, relevance: round(relevance, 4) }))
  return `${JSON.stringify({ id: question.id, ranked: first, confident, confidence: round(confidence, 4) })}\n`
}

function figuresOf(answers: readonly RankedResults[]) {
  return { ranking: rounded(rankingFigures(answers)), noMatch: rounded(confidenceFigures(answers)) }
}

function rounded<Figures extends object>(groups: Record<string, Figures>): Record<string, Record<string, number>> {
  const three = (figures: Figures) =>
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(Number(value), 3)]))
  return Object.fromEntries(Object.entries(groups).map(([key, figures]) => [key, three(figures)]))
}

function report(name: string, { ranking, noMatch }: ReturnType<typeof figuresOf>, print: Print): void {
  print(`\n${name}`)
  for (const [key, figures] of [...Object.entries(ranking), ...Object.entries(noMatch)]) {
    print(
      `  ${key.padEnd(34)} ${Object.entries(figures)
        .map(([label, value]) => `${label} ${value}`)
        .join('   ')}`,
    )
  }
}
