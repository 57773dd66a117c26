import { writeFileSync } from 'node:fs'
import { EMPTY_SCORE_FACTS, scoreFrom } from 'assay-verify/score/score'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { parameterNames } from '../../lib/core/json-schema/parameters'
import { type BackendKeys, backendKeys, canStandIn, independence } from '../../lib/search/alternatives/independence'
import { LEAST_SIMILARITY, orderOffers } from '../../lib/search/alternatives/order-alternatives'
import { type Purpose, purposeOf } from '../../lib/search/alternatives/purpose'
import { replacementBy, similarityWith } from '../../lib/search/alternatives/replacement'
import { type Described, findAlike, mostOf } from '../../lib/search/alternatives/similarity'
import { documentsOf } from '../../lib/search/index/search-document'
import type { Ranker } from '../../lib/search/rank/rank'
import { readCatalog } from '../../training/training-files'
import { type Bench, BenchCannotRun, median, neededFlags, type Print, readJsonLines, round } from '../bench'
import { rankerOver } from './shipped'

/** As the operation has them. */
const CONSIDERED = 200
const SHOWN = 10

interface Case {
  id: string
  toolId: string
  gold: string[]
  sameBackend: string[]
}

interface Judged {
  toolId: string
  /** 3: does the same for the same purpose, 2: would do, 1: related, 0: no. */
  grades: Record<string, number>
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
      ...(flags.judge ? precisionOf(readJsonLines<Judged>(flags.judge), find, print) : {}),
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

/**
 * The share of listed tools graded 2 or 3, among the first and the first five; of empty lists; and of listed tools
 * without a grade.
 */
function precisionOf(judged: readonly Judged[], find: Find, print: Print) {
  const lists = judged.map(({ toolId, grades }) => find(toolId).map((id) => ({ id, grade: grades[id] })))
  const good = (first: number) => {
    const graded = lists.flatMap((list) => list.slice(0, first)).filter(({ grade }) => grade !== undefined)
    return round(graded.filter(({ grade = 0 }) => grade >= 2).length / Math.max(1, graded.length), 3)
  }
  for (const [place, list] of lists.entries())
    print(`${judged[place]?.toolId}\n${list.map(({ id, grade }) => `  ${grade ?? '?'} ${id}`).join('\n')}`)
  const first = lists.flatMap((list) => list.slice(0, 5))
  return {
    precision1: good(1),
    precision5: good(5),
    emptyShare: round(lists.filter((list) => list.length === 0).length / lists.length, 3),
    ungradedShare5: round(first.filter(({ grade }) => grade === undefined).length / Math.max(1, first.length), 3),
  }
}

/** The ids that the operation lists, at most `shown`, where nothing is known of any tool but the catalog. */
export function targetsIn(servers: readonly CatalogServer[], ranker: Ranker, shown: number): Find {
  const subjects = new Map(servers.flatMap((server) => describedOf(server).map((one) => [one.id, one])))
  const { score } = scoreFrom(EMPTY_SCORE_FACTS, null)
  return (toolId) => {
    const subject = subjects.get(toolId)
    if (subject === undefined) throw new BenchCannotRun(`the catalog has no ${toolId}`)
    const offers = findAlike(ranker, subject.described, CONSIDERED).flatMap((alike) => {
      const { id } = alike
      const other = mostOf(alike) < LEAST_SIMILARITY ? undefined : subjects.get(id)
      const independent = other && independence(subject.origin, other.origin)
      if (other === undefined || independent === undefined || !canStandIn(independent)) return []
      const replacement = replacementBy(subject.purpose, other.purpose)
      if (replacement === null) return []
      const { inOtherProduct } = replacement
      const verdict = 'unknown' as const
      return {
        id,
        similarity: similarityWith(alike, replacement),
        verdict,
        score,
        otherHost: independent.host,
        inOtherProduct,
      }
    })
    return orderOffers(offers)
      .slice(0, shown)
      .map(({ id }) => id)
  }
}

interface Subject {
  id: string
  described: Described
  origin: BackendKeys
  purpose: Purpose
}

/** The tools of a server, as the operation describes what is to be replaced. */
function describedOf(server: CatalogServer): Subject[] {
  const origin = backendKeys({ ...server, serverId: server.id })
  const schemas = new Map(server.tools.map((tool) => [`${server.id}/${tool.name}`, tool.inputSchema]))
  return documentsOf(server).map((document) => {
    const parameters = parameterNames(schemas.get(document.id) ?? null).join(' ')
    return {
      id: document.id,
      described: { ...document, parameters, serverTitle: server.title, serverDescription: server.description },
      origin,
      purpose: purposeOf({ ...document, kind: document.id === server.id ? 'server' : 'tool' }),
    }
  })
}
