import { buildSegment } from '../../lib/search/index/build-segment'
import type { SearchDocument } from '../../lib/search/index/search-document'
import type { Segment } from '../../lib/search/index/segment'
import { type Confident, confidenceRows, withConfidence } from '../../lib/search/rank/confidence'
import { Ranker, scoreOf } from '../../lib/search/rank/rank'
import type { Found } from '../../lib/search/rank/ranked'
import type { SearchWeights } from '../../lib/search/rank/weights'
import { isRight, type Pool, type Question } from './questions'
import type { ConfidenceExample } from './train-confidence'
import type { RankingExample } from './train-ranker'

/** Documents kept per question: more than any figure uses. */
const KEPT = 150

/** A question measured against its pool: only the order depends on the ranker's weights. */
export interface Asked {
  question: Question
  ranker: Ranker
  read: ReturnType<Ranker['read']>
  found: Found[]
}

/** Measures questions against pools, whose segments are built once: they depend on the meanings, which no question changes. */
export class Pools {
  readonly #made = new Map<string, Segment>()
  readonly #byId: ReadonlyMap<string, SearchDocument>

  constructor(
    readonly documents: readonly SearchDocument[],
    readonly pools: Readonly<Record<string, Pool>>,
  ) {
    this.#byId = new Map(documents.map((document) => [document.id, document]))
  }

  ask(question: Question, weights: SearchWeights): Asked {
    const ranker = this.#rankerOf(question, weights)
    const read = ranker.read(question.query)
    return { question, ranker, read, found: ranker.measure(read).slice(0, KEPT) }
  }

  #rankerOf({ id, pool, candidates }: Question, weights: SearchWeights): Ranker {
    const key = candidates === null ? pool : `candidates of ${id}`
    const segment = this.#made.get(key) ?? buildSegment(weights, this.#documentsOf(pool, candidates))
    this.#made.set(key, segment)
    return new Ranker(weights, [{ segment, hidden: null }])
  }

  #documentsOf(name: string, candidates: readonly string[] | null): SearchDocument[] {
    if (candidates !== null) return candidates.flatMap((id) => this.#byId.get(id) ?? [])
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

/** The documents in the order of other weights. */
function reranked({ ranker, found }: Asked, weights: SearchWeights): Found[] {
  for (const one of found) one.score = scoreOf(weights, one.signals)
  return found.sort((a, b) => b.score - a.score || (ranker.idOf(a) < ranker.idOf(b) ? -1 : 1))
}

export function answerOf(asked: Asked, weights: SearchWeights, limit: number): Confident[] {
  return withConfidence(weights, asked.ranker.layers, asked.read, reranked(asked, weights), limit)
}

/** null: the question carries no information for the ranker. */
export function rankingExample({ question, ranker, found }: Asked, weight: number): RankingExample | null {
  const right = found.map((one) => isRight(question, ranker.idOf(one), ranker.serverIdOf(one)))
  if (question.level === 'none' || !right.includes(true)) return null
  return { rows: found.map(({ signals }) => signals), right, weight }
}

/** null: nothing was found, so there is no confidence to learn. */
export function confidenceExample(asked: Asked, weights: SearchWeights, weight: number): ConfidenceExample | null {
  const ranked = reranked(asked, weights)
  if (ranked.length === 0) return null
  const row = confidenceRows(weights, asked.ranker.layers, asked.read, ranked)(0)
  return { row, fits: asked.question.gold.length > 0, weight }
}
