import { MOST_IMPACT } from '../index/build-segment'
import type { Segment } from '../index/segment'
import { allOf, best } from './best-scores'
import { postingsOf } from './measure-signals'
import type { Wording } from './query'
import type { Layer } from './ranked'
import { SIGNAL } from './signals'
import type { SearchWeights } from './weights'

/** Documents of a layer that are measured: the best by words and capabilities. */
const CONSIDERED = 256
/** A catalog this small is measured whole, so that meaning alone can find a document. */
const MEASURED_WHOLE = 2048

/** Chooses the documents that are worth measuring for a text. It keeps working memory and nothing of a text. */
export class CandidateChooser {
  readonly #weights: SearchWeights
  readonly #layers: readonly Layer[]
  readonly #scores: Float32Array[]
  readonly #slots: Int16Array[]

  constructor(weights: SearchWeights, layers: readonly Layer[]) {
    this.#weights = weights
    this.#layers = layers
    this.#scores = layers.map(({ segment }) => new Float32Array(segment.ids.length))
    this.#slots = layers.map(({ segment }) => new Int16Array(segment.ids.length))
  }

  /** Ordinals of the documents of a layer, in no order. */
  choose(wording: Wording, place: number): number[] {
    const { segment, hidden } = this.#layers[place] as Layer
    if (segment.ids.length <= MEASURED_WHOLE && wording.hasMeaning) return allOf(segment.ids.length, hidden)
    const scores = this.#scores[place] as Float32Array
    scores.fill(0)
    this.#addWords(wording, segment, scores)
    this.#addCapabilities(wording, segment, scores)
    return best(scores, hidden, CONSIDERED)
  }

  /**
   * Calls `work` with, for each document of a layer, its place among the chosen plus 1, or 0 where it is not chosen.
   */
  withSlots(place: number, chosen: readonly number[], work: (slots: Int16Array) => void): void {
    const slots = this.#slots[place] as Int16Array
    for (let slot = 0; slot < chosen.length; slot++) slots[chosen[slot] as number] = slot + 1
    work(slots)
    for (const ordinal of chosen) slots[ordinal] = 0
  }

  #addWords({ terms, information }: Wording, segment: Segment, scores: Float32Array): void {
    const { postingDocument, postingImpact } = segment
    const factor =
      rankerWeight(this.#weights, SIGNAL.bm25Share) / information + rankerWeight(this.#weights, SIGNAL.bm25) / 10
    for (const { term, rarity } of terms) {
      const [start, end] = postingsOf(segment, term)
      const weight = (factor * rarity * MOST_IMPACT) / 255
      for (let at = start; at < end; at++) {
        const ordinal = postingDocument[at] as number
        scores[ordinal] = (scores[ordinal] as number) + weight * (postingImpact[at] as number)
      }
    }
  }

  #addCapabilities({ capabilities }: Wording, segment: Segment, scores: Float32Array): void {
    const { capabilityStart, capabilityDocument, capabilityWeight } = segment
    const factor = rankerWeight(this.#weights, SIGNAL.capability) / 255
    for (const [capability, weight] of capabilities) {
      const end = capabilityStart[capability + 1] as number
      for (let at = capabilityStart[capability] as number; at < end; at++) {
        const ordinal = capabilityDocument[at] as number
        scores[ordinal] = (scores[ordinal] as number) + factor * weight * (capabilityWeight[at] as number)
      }
    }
  }
}

function rankerWeight(weights: SearchWeights, signal: number): number {
  return Math.max(0.1, weights.ranker[signal] ?? 0)
}
