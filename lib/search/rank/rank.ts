import { FIT } from '../fit/fit-signals'
import { measureFit } from '../fit/measure-fit'
import { isReplacedProduct } from '../fit/measure-terms'
import { lexiconOf, type SegmentLexicon } from '../fit/term-likeness'
import { CandidateChooser } from './choose-candidates'
import { measureCapabilities, measureRest, measureWords } from './measure-signals'
import { type Query, readQuery, readWording, type Wording } from './query'
import type { Layer, SearchHit } from './ranked'
import { type Relevant, type Scored, withRelevance } from './relevance'
import { SIGNALS } from './signals'
import { Spelling } from './spelling'
import { sumsOfTrees } from './trees'
import type { SearchWeights } from './weights'

const SIGNAL_COUNT = SIGNALS.length
/** Candidates whose fit is measured: the best by the linear score, among which is nearly every one that fits. */
export const FITTED = 48

/** A ranked document. */
interface RankedDocument {
  id: string
  serverId: string
  /** The probability that it fits, 0-1; see confidence.ts. */
  relevance: number
}

/**
 * Ranks documents for questions. It keeps the segments and working memory, so it is created once and reused; it is
 * synchronous and keeps nothing of a question.
 */
export class Ranker {
  readonly #chooser: CandidateChooser
  readonly #lexicons: SegmentLexicon[]
  readonly #spelling: Spelling

  constructor(
    readonly weights: SearchWeights,
    readonly layers: readonly Layer[],
  ) {
    this.#chooser = new CandidateChooser(weights, layers)
    this.#spelling = new Spelling(layers.map(({ segment }) => segment))
    this.#lexicons = layers.map(({ segment }) => lexiconOf(segment, weights))
  }

  /**
   * Documents for a question, likeliest first, at most `limit` and no more than are worth measuring (48, or `limit`
   * where that is more); empty when none of its words is known here.
   */
  rank(text: string, limit: number): RankedDocument[] {
    return this.relevant(text, limit).map(({ found, relevance }) => ({
      id: this.idOf(found),
      serverId: this.serverIdOf(found),
      relevance,
    }))
  }

  relevant(text: string, limit: number): Relevant[] {
    const query = this.read(text)
    const rows = this.fit(query, this.#withoutReplaced(query, this.measure(query)).slice(0, Math.max(FITTED, limit)))
    return withRelevance(this.weights.calibration, this.scored(rows)).slice(0, limit)
  }

  /** The rows of signals that the trees are asked about, of candidates in order of their linear score. */
  fit(query: Query, candidates: readonly SearchHit[]): { found: SearchHit; row: Float64Array }[] {
    if (candidates.length === 0) return []
    const rows = measureFit(this.weights, this.layers, this.#lexicons, query, candidates)
    return candidates.map((found, place) => ({ found, row: rows[place] as Float64Array }))
  }

  /** A product is no replacement of itself, however well it fits. */
  #withoutReplaced(query: Query, found: SearchHit[]): SearchHit[] {
    if (query.request.replacedNames.length === 0) return found
    return found.filter(({ layer, ordinal }) => !isReplacedProduct(query, this.layers[layer] as Layer, ordinal))
  }

  /** By the sum of the trees, best first; ties by linear score. */
  scored(measured: readonly { found: SearchHit; row: Float64Array }[]): Scored[] {
    const sums = sumsOfTrees(
      this.weights.trees,
      measured.map(({ row }) => row),
    )
    const scored = measured.map(({ found, row }, place) => ({
      found,
      row,
      sum: (sums[place] as number) - discountOfPlace(row),
    }))
    return scored.sort((a, b) => b.sum - a.sum)
  }

  read(text: string): Query {
    return readQuery(
      this.weights,
      this.layers.map(({ segment }) => segment),
      this.#spelling,
      text,
    )
  }

  /** As `read`, for a text that describes something and asks for nothing. */
  readDescription(text: string): Wording {
    return readWording(
      this.weights,
      this.layers.map(({ segment }) => segment),
      this.#spelling,
      text,
    )
  }

  /**
   * The documents that `measure` considers, without their signals, by layer, in no order. `measure` works with `slots`
   * (`CandidateChooser`).
   */
  choose(wording: Wording, measure: (layer: number, chosen: readonly number[], slots: Int16Array) => void): void {
    for (const place of this.layers.keys()) {
      const chosen = this.#chooser.choose(wording, place)
      this.#chooser.withSlots(place, chosen, (slots) => measure(place, chosen, slots))
    }
  }

  idOf({ layer, ordinal }: Pick<SearchHit, 'layer' | 'ordinal'>): string {
    return (this.layers[layer] as Layer).segment.ids[ordinal] as string
  }

  serverIdOf({ layer, ordinal }: SearchHit): string {
    const { segment } = this.layers[layer] as Layer
    return segment.serverIds[segment.serverOf[ordinal] as number] as string
  }

  /** The documents considered, with their signals, by score, best first; ties by id. */
  measure(query: Query): SearchHit[] {
    const found = this.layers.flatMap((layer, place) => this.#measureLayer(query, layer, place))
    for (const one of found) one.score = scoreOf(this.weights, one.signals)
    return found.sort((a, b) => b.score - a.score || this.#compareIds(a, b))
  }

  #compareIds(a: SearchHit, b: SearchHit): number {
    return this.idOf(a) < this.idOf(b) ? -1 : 1
  }

  #measureLayer(query: Query, { segment }: Layer, place: number): SearchHit[] {
    const chosen = this.#chooser.choose(query, place)
    const found = chosen.map((ordinal) => ({
      layer: place,
      ordinal,
      signals: new Float64Array(SIGNAL_COUNT),
      score: 0,
    }))
    this.#chooser.withSlots(place, chosen, (slots) => {
      measureWords(query, segment, slots, found)
      measureCapabilities(query, segment, slots, found)
    })
    for (const one of found) measureRest(query, segment, one)
    return found
  }
}

/** Candidates with the best linear scores, which are compared by the trees alone. */
const LEADING = 8

/**
 * What is taken off the sum of a candidate further down by the linear score: people graded few of those, and mostly
 * ones that share many words with the request, so that the trees expect too much of the others.
 */
function discountOfPlace(row: Float64Array): number {
  const place = Math.expm1(row[FIT.linearRank] as number)
  return Math.log1p(Math.max(0, place - LEADING))
}

/** The ranker's score for a row of signals: a sum, higher for a better fit, comparable within one question only. */
function scoreOf({ ranker }: SearchWeights, signals: Float64Array): number {
  let score = 0
  for (let place = 0; place < SIGNAL_COUNT; place++) score += (ranker[place] ?? 0) * (signals[place] as number)
  return score
}
