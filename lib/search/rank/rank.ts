import { FITTED, FitMeasure } from '../fit/measure-fit'
import { isReplacedProduct } from '../fit/replaced-product'
import { Rows } from '../fit/rows'
import type { CandidateFilter, CandidateSource } from './candidate-source'
import { FirstStage } from './first-stage'
import { NetworkScorer } from './network'
import { type Query, readQuery, readWording, type Wording } from './query'
import type { Layer, SearchHit } from './ranked'
import { type Relevant, type Scored, withRelevance } from './relevance'
import { Spelling } from './spelling'
import type { SearchWeights } from './weights'

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
  readonly #firstStage: FirstStage
  readonly #source: CandidateSource
  readonly #fit: FitMeasure
  readonly #networks: NetworkScorer
  readonly #spelling: Spelling
  readonly #rows = new Rows()

  /** `sourceOf` makes the first stage of questions from the one over these layers; left out: it is that one. */
  constructor(
    readonly weights: SearchWeights,
    readonly layers: readonly Layer[],
    sourceOf: (index: FirstStage) => CandidateSource = (index) => index,
  ) {
    this.#firstStage = new FirstStage(weights, layers)
    this.#source = sourceOf(this.#firstStage)
    this.#spelling = new Spelling(layers.map(({ segment }) => segment))
    this.#fit = new FitMeasure(weights, layers)
    this.#networks = new NetworkScorer(weights.networks)
  }

  /**
   * Documents for a question, likeliest first, at most `limit` and no more than are worth measuring (32, or `limit`
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
    const candidates = this.candidates(query, Math.max(FITTED, limit))
    return this.fitting(query, candidates).slice(0, limit)
  }

  /** The first stage: what is worth ranking, without products that are to be replaced. */
  candidates(query: Query, limit: number): readonly SearchHit[] {
    // A product is no replacement of itself, however well it fits.
    const isReplacing: CandidateFilter = ({ layer, ordinal }) =>
      !isReplacedProduct(query, this.layers[layer] as Layer, ordinal)
    const filter = query.request.replacedNames.length === 0 ? null : isReplacing
    return this.#source.candidates(query, filter, limit)
  }

  /** The second stage: the candidates by the probability that they fit. */
  fitting(query: Query, candidates: readonly SearchHit[]): Relevant[] {
    const rows = this.#fit.measure(query, candidates, this.#rows)
    return withRelevance(this.weights.calibration, this.scored(withRows(candidates, rows)))
  }

  /** The rows that the networks are asked about, of candidates in order of their linear score. */
  fit(query: Query, candidates: readonly SearchHit[]): { found: SearchHit; row: Float64Array }[] {
    return withRows(candidates, this.#fit.measure(query, candidates))
  }

  /** By what the networks give them, best first; ties by linear score. */
  scored(measured: readonly { found: SearchHit; row: Float64Array }[]): Scored[] {
    const sums = this.#networks.sums(measured.map(({ row }) => row))
    const scored = measured.map(({ found, row }, place) => ({ found, row, sum: sums[place] as number }))
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
   * The documents that `measure` considers, without their signals, by layer, ascending. `measure` works with `slots`
   * (`CandidateChooser`).
   */
  choose(wording: Wording, measure: (layer: number, chosen: readonly number[], slots: Int16Array) => void): void {
    for (const place of this.layers.keys())
      this.#firstStage.choose(wording, place, (chosen, slots) => measure(place, [...chosen], slots))
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
    return this.#firstStage.hits(query)
  }
}

function withRows(candidates: readonly SearchHit[], rows: readonly Float64Array[]) {
  return candidates.map((found, place) => ({ found, row: rows[place] as Float64Array }))
}
