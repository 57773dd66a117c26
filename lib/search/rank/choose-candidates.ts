import { MOST_IMPACT } from '../index/build-segment'
import type { Segment } from '../index/segment'
import { allOf, BestScores } from './best-scores'
import { postingsOf } from './measure-signals'
import type { Wording } from './query'
import type { Layer } from './ranked'
import { LARGEST_VALUE, MOST_SCORE, type ScoredList, scoreDocuments } from './score-documents'
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
  readonly #slots: Int16Array[]
  readonly #best = new BestScores(CONSIDERED)

  constructor(weights: SearchWeights, layers: readonly Layer[]) {
    this.#weights = weights
    this.#layers = layers
    this.#slots = layers.map(({ segment }) => new Int16Array(segment.ids.length))
  }

  /** Ordinals of the documents of a layer, ascending. */
  choose(wording: Wording, place: number): Uint32Array {
    const { segment, hidden } = this.#layers[place] as Layer
    if (segment.ids.length <= MEASURED_WHOLE && wording.hasMeaning) return allOf(segment.ids.length, hidden)
    scoreDocuments(inWholeNumbers(this.#listsOf(wording, segment)), hidden, this.#best)
    return this.#best.ordinals()
  }

  /**
   * Calls `work` with, for each document of a layer, its place among the chosen plus 1, or 0 where it is not chosen.
   */
  withSlots(place: number, chosen: Uint32Array, work: (slots: Int16Array) => void): void {
    const slots = this.#slots[place] as Int16Array
    for (let slot = 0; slot < chosen.length; slot++) slots[chosen[slot] as number] = slot + 1
    work(slots)
    for (let slot = 0; slot < chosen.length; slot++) slots[chosen[slot] as number] = 0
  }

  /** The documents of each term and each capability of the wording. */
  #listsOf({ terms, capabilities, information }: Wording, segment: Segment): ScoredList[] {
    const lists: ScoredList[] = []
    const add = (documents: Uint32Array, values: Uint8Array, at: number, end: number, weight: number) => {
      if (at < end) lists.push({ documents, values, at, end, weight })
    }
    const factor =
      rankerWeight(this.#weights, SIGNAL.bm25Share) / information + rankerWeight(this.#weights, SIGNAL.bm25) / 10
    for (const { term, rarity } of terms) {
      const [start, end] = postingsOf(segment, term)
      add(segment.postingDocument, segment.postingImpact, start, end, factor * rarity * MOST_IMPACT)
    }
    const { capabilityStart, capabilityDocument, capabilityWeight } = segment
    const ofCapability = rankerWeight(this.#weights, SIGNAL.capability)
    for (const [capability, weight] of capabilities) {
      const [start, end] = [capabilityStart[capability] as number, capabilityStart[capability + 1] as number]
      add(capabilityDocument, capabilityWeight, start, end, ofCapability * weight)
    }
    return lists
  }
}

/** The lists with their weights as whole numbers, so that no sum is above `MOST_SCORE`. */
function inWholeNumbers(lists: ScoredList[]): ScoredList[] {
  const total = lists.reduce((sum, { weight }) => sum + weight, 0)
  const factor = (MOST_SCORE - LARGEST_VALUE * lists.length) / (total * LARGEST_VALUE)
  for (const list of lists) list.weight = Math.max(1, Math.floor(list.weight * factor))
  return lists
}

function rankerWeight(weights: SearchWeights, signal: number): number {
  return Math.max(0.1, weights.ranker[signal] ?? 0)
}
