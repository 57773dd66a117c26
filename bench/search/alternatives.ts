import { writeFileSync } from 'node:fs'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { parameterNames } from '../../lib/core/json-schema/parameters'
import { EMPTY_SCORE_FACTS, scoreFrom } from '../../lib/core/score/score'
import { canStandIn, independence, type OriginKeys, originKeys } from '../../lib/search/alternatives/independence'
import { orderOffers } from '../../lib/search/alternatives/order-alternatives'
import { type Described, findAlike } from '../../lib/search/alternatives/similarity'
import { documentsOf } from '../../lib/search/index/search-document'
import type { Ranker } from '../../lib/search/rank/rank'
import { readCatalog } from '../../training/training-files'
import { type Bench, BenchCannotRun, median, neededFlags, readJsonLines, round } from '../bench'
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

/** Failover targets of each case's tool over the whole catalog. Nothing has been probed, so that all are unknown and equally rated. */
export const bench: Bench = {
  flags: { catalog: '', cases: '', out: '' },
  async run(flags, print) {
    const files = neededFlags(flags, 'catalog', 'cases')
    const servers = await readCatalog(files.catalog)
    const cases = readJsonLines<Case>(files.cases)
    const find = targetsIn(servers, rankerOver(servers.flatMap(documentsOf)))
    const times: number[] = []
    const answers = cases.map((one) => {
      const beganAt = performance.now()
      const ranked = find(one.toolId)
      times.push(performance.now() - beganAt)
      return { ...one, ranked }
    })
    if (flags.out)
      writeFileSync(flags.out, answers.map(({ id, ranked }) => `${JSON.stringify({ id, ranked })}\n`).join(''))
    const hits = (first: number) =>
      answers.filter(({ gold, ranked }) => ranked.slice(0, first).some((id) => gold.includes(id))).length
    const returned = answers.flatMap(({ ranked, sameBackend }) => ranked.map((id) => sameBackend.includes(id)))
    const result = {
      hit1: round(hits(1) / cases.length, 3),
      hit5: round(hits(5) / cases.length, 3),
      sameBackendShare: round(returned.filter(Boolean).length / Math.max(1, returned.length), 4),
    }
    print(
      `${cases.length} cases, ${servers.length} servers: ${JSON.stringify(result)}, ${round(median(times), 1)} ms a case`,
    )
    return result
  },
}

function targetsIn(servers: readonly CatalogServer[], ranker: Ranker): (toolId: string) => string[] {
  const subjects = new Map(servers.flatMap((server) => describedOf(server).map((one) => [one.id, one])))
  const { score } = scoreFrom(EMPTY_SCORE_FACTS, null)
  return (toolId) => {
    const subject = subjects.get(toolId)
    if (subject === undefined) throw new BenchCannotRun(`the catalog has no ${toolId}`)
    const offers = findAlike(ranker, subject.described, CONSIDERED).flatMap(({ id, similarity }) => {
      const other = subjects.get(id)
      const independent = other && independence(subject.origin, other.origin)
      if (independent === undefined || !canStandIn(independent)) return []
      return { id, similarity, verdict: 'unknown' as const, score, otherHost: independent.host }
    })
    return orderOffers(offers)
      .slice(0, SHOWN)
      .map(({ id }) => id)
  }
}

/** The tools of a server, as the operation describes what is to be replaced. */
function describedOf(server: CatalogServer): { id: string; described: Described; origin: OriginKeys }[] {
  const origin = originKeys({ ...server, serverId: server.id })
  const schemas = new Map(server.tools.map((tool) => [`${server.id}/${tool.name}`, tool.inputSchema]))
  return documentsOf(server).map((document) => {
    const parameters = parameterNames(schemas.get(document.id) ?? null).join(' ')
    return {
      id: document.id,
      described: { ...document, parameters, serverTitle: server.title, serverDescription: server.description },
      origin,
    }
  })
}
