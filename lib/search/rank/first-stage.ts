import type { CandidateFilter, CandidateSource } from './candidate-source'
import { CandidateChooser } from './choose-candidates'
import { Considered, SIGNAL_COUNT } from './considered'
import { SignalMeasure } from './measure-signals'
import type { Query, Wording } from './query'
import type { Layer, SearchHit } from './ranked'
import type { SearchWeights } from './weights'

/** Chooses documents for queries and orders them by the linear score. It keeps working memory, nothing of a query. */
export class FirstStage implements CandidateSource {
  readonly #weights: SearchWeights
  readonly #layers: readonly Layer[]
  readonly #chooser: CandidateChooser
  readonly #measure = new SignalMeasure()
  readonly #considered = new Considered()

  constructor(weights: SearchWeights, layers: readonly Layer[]) {
    this.#weights = weights
    this.#layers = layers
    this.#chooser = new CandidateChooser(weights, layers)
  }

  candidates(query: Query, filter: CandidateFilter | null, limit: number): SearchHit[] {
    // What is let through is known of few documents, and asked for all of them only where it matters.
    return filter === null ? this.hits(query, limit) : this.hits(query).filter(filter).slice(0, limit)
  }

  /** The documents considered, with their signals, by score, best first, at most `limit`; ties by id. */
  hits(query: Query, limit = Number.POSITIVE_INFINITY): SearchHit[] {
    const chosen = this.#layers.map((_, place) => this.#chooser.choose(query, place))
    return this.hitsAmong(query, chosen, limit)
  }

  /** The same of these documents: of each layer their ordinals, ascending. */
  hitsAmong(query: Query, chosen: readonly Uint32Array[], limit: number): SearchHit[] {
    const considered = this.#considered
    considered.begin(
      query.terms.length,
      chosen.reduce((sum, { length }) => sum + length, 0),
    )
    for (const [place, ordinals] of chosen.entries()) {
      const { segment } = this.#layers[place] as Layer
      const first = considered.add(place, ordinals)
      this.#chooser.withSlots(place, ordinals, (slots) =>
        this.#measure.measure(query, segment, considered, first, slots),
      )
    }
    this.#score()
    return this.#ordered()
      .slice(0, limit)
      .map((place) => considered.hit(place))
  }

  /** The documents of a layer that `hits` considers, ascending; `work` as for `CandidateChooser.withSlots`. */
  choose(wording: Wording, place: number, work: (chosen: Uint32Array, slots: Int16Array) => void): void {
    const chosen = this.#chooser.choose(wording, place)
    this.#chooser.withSlots(place, chosen, (slots) => work(chosen, slots))
  }

  /** The score of each document: a sum, higher for a better fit, comparable within one question only. */
  #score(): void {
    const { count, scores, signals } = this.#considered
    const ranker = Float64Array.from({ length: SIGNAL_COUNT }, (_, signal) => this.#weights.ranker[signal] ?? 0)
    for (let place = 0; place < count; place++) {
      let score = 0
      const row = place * SIGNAL_COUNT
      for (let signal = 0; signal < SIGNAL_COUNT; signal++)
        score += (ranker[signal] as number) * (signals[row + signal] as number)
      scores[place] = score
    }
  }

  #ordered(): number[] {
    const { count, scores } = this.#considered
    const places = Array.from({ length: count }, (_, place) => place)
    return places.sort((a, b) => (scores[b] as number) - (scores[a] as number) || (this.#id(a) < this.#id(b) ? -1 : 1))
  }

  #id(place: number): string {
    const { layers, ordinals } = this.#considered
    return (this.#layers[layers[place] as number] as Layer).segment.ids[ordinals[place] as number] as string
  }
}
