import { FITTED } from '../../lib/search/fit/measure-fit'
import { buildSegment } from '../../lib/search/index/build-segment'
import type { SearchDocument } from '../../lib/search/index/search-document'
import type { Segment } from '../../lib/search/index/segment'
import { Ranker } from '../../lib/search/rank/rank'
import type { SearchHit } from '../../lib/search/rank/ranked'
import type { Relevant } from '../../lib/search/rank/relevance'
import type { SearchWeights } from '../../lib/search/rank/weights'
import { FITS_FROM, type GradedRequest } from './graded-requests'
import { isRight, type Pool, type Question } from './questions'
import type { RankingExample } from './train-ranker'

/** The pool of all documents. */
const WHOLE_CATALOG = 'whole catalog'

/** A question without labels, to be asked of all documents. */
export const OF_WHOLE_CATALOG: Question = {
  id: '',
  pool: WHOLE_CATALOG,
  candidates: null,
  level: 'tool',
  query: '',
  gold: [],
  goldGroups: null,
}

/** Documents kept per question: more than any figure uses. */
const KEPT = 150

/** A question measured against its pool: only the order depends on the ranker's weights. */
export interface Asked {
  question: Question
  ranker: Ranker
  read: ReturnType<Ranker['read']>
  found: SearchHit[]
}

/**
 * Measures questions against pools, whose segments are built once: they depend on the meanings, which no question
 * changes. A ranker is made once for each pool and weights, as those of thousands of questions do not fit into memory.
 */
export class Pools {
  readonly #made = new Map<string, Segment>()
  readonly #rankers = new WeakMap<SearchWeights, Map<string, Ranker>>()
  readonly byId: ReadonlyMap<string, SearchDocument>

  constructor(
    readonly documents: readonly SearchDocument[],
    readonly pools: Readonly<Record<string, Pool>>,
  ) {
    this.byId = new Map(documents.map((document) => [document.id, document]))
  }

  ask(question: Question, weights: SearchWeights): Asked {
    const ranker = this.#rankerOf(question, weights)
    const read = ranker.read(question.query)
    return { question, ranker, read, found: ranker.measure(read).slice(0, KEPT) }
  }

  #rankerOf({ id, pool, candidates }: Question, weights: SearchWeights): Ranker {
    const key = candidates === null ? pool : `candidates of ${id}`
    const rankers = this.#rankers.get(weights) ?? new Map<string, Ranker>()
    this.#rankers.set(weights, rankers)
    const known = rankers.get(key)
    if (known !== undefined) return known
    const segment = this.#made.get(key) ?? buildSegment(weights, this.#documentsOf(pool, candidates))
    this.#made.set(key, segment)
    const ranker = new Ranker(weights, [{ segment, hidden: null }])
    rankers.set(key, ranker)
    return ranker
  }

  #documentsOf(name: string, candidates: readonly string[] | null): SearchDocument[] {
    if (candidates !== null) return candidates.flatMap((id) => this.byId.get(id) ?? [])
    if (name === WHOLE_CATALOG) return [...this.documents]
    const pool = this.pools[name]
    if (pool === undefined) throw new Error(`no pool ${name}`)
    const registries = new Set(pool.registries)
    const excluded = new Set([...(pool.exclude ?? []), ...(pool.excludeServers ?? [])])
    return this.documents.filter(
      ({ id, serverId }) =>
        registries.has(serverId.slice(0, serverId.indexOf('/'))) && !excluded.has(id) && !excluded.has(serverId),
    )
  }
}

/** The answer of the ranker, at most `limit` documents. */
export function resultsOf({ ranker, read, found }: Asked, limit: number): Relevant[] {
  return ranker.fitting(read, found.slice(0, Math.max(FITTED, limit))).slice(0, limit)
}

/** null: the question carries no information for the ranker. */
export function rankingExample({ question, ranker, found }: Asked, weight: number): RankingExample | null {
  const right = found.map((one) => isRight(question, ranker.idOf(one), ranker.serverIdOf(one)))
  if (question.level === 'none' || !right.includes(true)) return null
  return { rows: found.map(({ signals }) => signals), right, weight }
}

/**
 * The same for a request with grades, asked of the whole catalog; what is not graded is left out. null: nothing that
 * fits was found.
 */
export function gradedExample(
  { text, grades }: GradedRequest,
  pools: Pools,
  weights: SearchWeights,
  weight: number,
): RankingExample | null {
  const { ranker, found } = pools.ask({ ...OF_WHOLE_CATALOG, query: text }, weights)
  const known = found.filter((one) => grades.has(ranker.idOf(one)))
  const right = known.map((one) => (grades.get(ranker.idOf(one)) ?? 0) >= FITS_FROM)
  return right.includes(true) ? { rows: known.map(({ signals }) => signals), right, weight } : null
}
