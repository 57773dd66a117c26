import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { EMPTY_SCORE_FACTS, scoreFrom } from 'assay-verify/score/score'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { decodeAlternativesWeights } from '../../lib/search/alternatives/alternatives-weights'
import { compareAll } from '../../lib/search/alternatives/find-same'
import { independence } from '../../lib/search/alternatives/independence'
import { orderOffers } from '../../lib/search/alternatives/order-alternatives'
import { documentsOf } from '../../lib/search/index/search-document'
import type { Ranker } from '../../lib/search/rank/rank'
import { readLearnedFile } from '../../lib/store/search/learned-files'
import { candidatesFor, readGradedTools, subjectsOf } from '../../training/alternatives/graded-pairs'
import { type ListFigures, listFigures } from '../../training/alternatives/list-figures'
import { WOULD_DO_FROM } from '../../training/alternatives/train-pairs'
import { readCatalog } from '../../training/training-files'
import { type Bench, BenchCannotRun, median, neededFlags, type Print, readJsonLines, round } from '../bench'
import { rankerOver } from './shipped'

/** As the operation has it. */
const SHOWN = 10

interface Case {
  id: string
  toolId: string
  gold: string[]
  sameBackend: string[]
}

type Find = (toolId: string) => string[]

/**
 * Failover targets of each case's tool over the whole catalog, and with `--judge` those of graded tools. Nothing has
 * been probed, so that all are unknown and equally rated.
 */
export const bench: Bench = {
  flags: { catalog: '', cases: '', judge: '', out: '' },
  async run(flags, print) {
    const { catalog } = neededFlags(flags, 'catalog')
    if (!flags.cases && !flags.judge) throw new BenchCannotRun('needs --cases FILE or --judge FILE')
    const servers = await readCatalog(catalog)
    const find = targetsIn(servers, rankerOver(servers.flatMap(documentsOf)), SHOWN)
    const result = {
      ...(flags.cases ? hitsOf(readJsonLines<Case>(flags.cases), find, flags.out, print) : {}),
      ...(flags.judge ? gradedFigures(flags.judge.split(','), find, print) : {}),
    }
    print(`${servers.length} servers: ${JSON.stringify(result)}`)
    return result
  },
}

function hitsOf(cases: readonly Case[], find: Find, out: string | undefined, print: Print) {
  const times: number[] = []
  const answers = cases.map((one) => {
    const beganAt = performance.now()
    const ranked = find(one.toolId)
    times.push(performance.now() - beganAt)
    return { ...one, ranked }
  })
  if (out) writeFileSync(out, answers.map(({ id, ranked }) => `${JSON.stringify({ id, ranked })}\n`).join(''))
  const hits = (first: number) =>
    answers.filter(({ gold, ranked }) => ranked.slice(0, first).some((id) => gold.includes(id))).length
  const returned = answers.flatMap(({ ranked, sameBackend }) => ranked.map((id) => sameBackend.includes(id)))
  print(`${cases.length} cases, ${round(median(times), 1)} ms a case`)
  return {
    hit1: round(hits(1) / cases.length, 3),
    hit5: round(hits(5) / cases.length, 3),
    sameBackendShare: round(returned.filter(Boolean).length / Math.max(1, returned.length), 4),
  }
}

/** Of each file of graded tools what the lists are worth, by the file's name. */
function gradedFigures(paths: readonly string[], find: Find, print: Print): Record<string, ListFigures> {
  return Object.fromEntries(
    paths.map((path) => {
      const lists = readGradedTools(path).map(({ toolId, grades }) => {
        const listed = find(toolId).map((id) => ({ id, grade: grades[id] ?? null }))
        print(`${toolId}\n${listed.map(({ id, grade }) => `  ${grade ?? '?'} ${id}`).join('\n')}`)
        return { listed, hasOne: Object.values(grades).some((grade) => grade >= WOULD_DO_FROM) }
      })
      return [basename(path, '.jsonl'), listFigures(lists)]
    }),
  )
}

/** The ids that the operation lists, at most `shown`, where nothing is known of any tool but the catalog. */
export function targetsIn(servers: readonly CatalogServer[], ranker: Ranker, shown: number): Find {
  const subjects = subjectsOf(servers)
  const weights = decodeAlternativesWeights(readLearnedFile('alternatives-weights'))
  const { score } = scoreFrom(EMPTY_SCORE_FACTS, null)
  return (toolId) => {
    const origin = subjects.get(toolId)?.origin
    if (origin === undefined) throw new BenchCannotRun(`the catalog has no ${toolId}`)
    const { original, candidates } = candidatesFor(ranker, subjects, toolId)
    const offers = compareAll(ranker, weights, original, candidates).flatMap((same, place) => {
      const id = candidates[place]?.candidate.id
      const other = id === undefined ? undefined : subjects.get(id)
      if (same === null || id === undefined || other === undefined) return []
      const { probability: similarity, inOtherProduct } = same
      const otherHost = independence(origin, other.origin).host
      return [{ id, similarity, verdict: 'unknown' as const, score, otherHost, inOtherProduct }]
    })
    return orderOffers(offers)
      .slice(0, shown)
      .map(({ id }) => id)
  }
}
