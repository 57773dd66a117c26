import { MOST_IMPACT } from '../index/build-segment'
import { FIELDS, type Segment } from '../index/segment'
import { type Confident, withConfidence } from './confidence'
import { cosine } from './document-vectors'
import { type Query, readQuery } from './query'
import type { Found, Layer } from './ranked'
import { SIGNAL, SIGNALS } from './signals'
import type { SearchWeights } from './weights'

/** Documents that get every signal measured: the best by words and capabilities. */
const CONSIDERED = 256
/** A catalog this small is measured whole, so that meaning alone can find a document. */
const MEASURED_WHOLE = 2048
const SIGNAL_COUNT = SIGNALS.length

/** A ranked document. */
interface RankedDocument {
  id: string
  serverId: string
  /** The probability that it fits, 0-1; see confidence.ts. */
  relevance: number
}

/**
 * Ranks documents for questions. Holds the segments and some room to work in, so it is made once and asked often; it is
 * synchronous and keeps nothing of a question.
 */
export class Ranker {
  readonly #scores: Float32Array[]
  readonly #slots: Int16Array[]

  constructor(
    readonly weights: SearchWeights,
    readonly layers: readonly Layer[],
  ) {
    this.#scores = layers.map(({ segment }) => new Float32Array(segment.ids.length))
    this.#slots = layers.map(({ segment }) => new Int16Array(segment.ids.length))
  }

  /** Documents for a question, likeliest first; empty when none of its words says anything here. */
  rank(text: string, limit: number): RankedDocument[] {
    return this.confident(text, limit).map(({ found, relevance }) => ({
      id: this.idOf(found),
      serverId: this.serverIdOf(found),
      relevance,
    }))
  }

  confident(text: string, limit: number): Confident[] {
    const query = this.read(text)
    return withConfidence(this.weights, this.layers, query, this.measure(query), limit)
  }

  read(text: string): Query {
    return readQuery(
      this.weights,
      this.layers.map(({ segment }) => segment),
      text,
    )
  }

  idOf({ layer, ordinal }: Found): string {
    return (this.layers[layer] as Layer).segment.ids[ordinal] as string
  }

  serverIdOf({ layer, ordinal }: Found): string {
    const { segment } = this.layers[layer] as Layer
    return segment.serverIds[segment.serverOf[ordinal] as number] as string
  }

  /** The documents considered, with their signals, by score, best first; ties by id. */
  measure(query: Query): Found[] {
    const found = this.layers.flatMap((layer, place) => this.#measureLayer(query, layer, place))
    for (const one of found) one.score = scoreOf(this.weights, one.signals)
    return found.sort((a, b) => b.score - a.score || this.#compareIds(a, b))
  }

  #compareIds(a: Found, b: Found): number {
    return this.idOf(a) < this.idOf(b) ? -1 : 1
  }

  #measureLayer(query: Query, { segment, hidden }: Layer, place: number): Found[] {
    const scores = this.#scores[place] as Float32Array
    const whole = segment.ids.length <= MEASURED_WHOLE && query.hasMeaning
    scores.fill(0)
    this.#addWords(query, segment, scores)
    this.#addCapabilities(query, segment, scores)
    const chosen = whole ? allOf(segment.ids.length, hidden) : best(scores, hidden, CONSIDERED)
    const found = chosen.map((ordinal) => ({
      layer: place,
      ordinal,
      signals: new Float64Array(SIGNAL_COUNT),
      score: 0,
    }))
    const slots = this.#slots[place] as Int16Array
    for (const [slot, ordinal] of chosen.entries()) slots[ordinal] = slot + 1
    measureWords(query, segment, slots, found)
    measureCapabilities(query, segment, slots, found)
    for (const ordinal of chosen) slots[ordinal] = 0
    for (const one of found) measureRest(query, segment, one)
    return found
  }

  #addWords({ terms, information }: Query, segment: Segment, scores: Float32Array): void {
    const { postingDocument, postingImpact } = segment
    const factor =
      rankerWeight(this.weights, SIGNAL.bm25Share) / information + rankerWeight(this.weights, SIGNAL.bm25) / 10
    for (const { term, rarity } of terms) {
      const [start, end] = postingsOf(segment, term)
      const weight = (factor * rarity * MOST_IMPACT) / 255
      for (let at = start; at < end; at++) {
        const ordinal = postingDocument[at] as number
        scores[ordinal] = (scores[ordinal] as number) + weight * (postingImpact[at] as number)
      }
    }
  }

  #addCapabilities({ capabilities }: Query, segment: Segment, scores: Float32Array): void {
    const { capabilityStart, capabilityDocument, capabilityWeight } = segment
    const factor = rankerWeight(this.weights, SIGNAL.capability) / 255
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

/** What the ranker makes of a row of signals: a sum, higher for a better fit, comparable within one question only. */
export function scoreOf({ ranker }: SearchWeights, signals: Float64Array): number {
  let score = 0
  for (let place = 0; place < SIGNAL_COUNT; place++) score += (ranker[place] ?? 0) * (signals[place] as number)
  return score
}

function postingsOf({ termIds, postingStart }: Segment, term: string): readonly [number, number] {
  const id = termIds.get(term)
  return id === undefined ? [0, 0] : [postingStart[id] as number, postingStart[id + 1] as number]
}

function allOf(count: number, hidden: Uint8Array | null): number[] {
  const all: number[] = []
  for (let ordinal = 0; ordinal < count; ordinal++) if (hidden === null || hidden[ordinal] === 0) all.push(ordinal)
  return all
}

/** The places of the highest scores above 0, at most `most`, in no order: a heap of the best so far, its least on top. */
function best(scores: Float32Array, hidden: Uint8Array | null, most: number): number[] {
  const heap: number[] = []
  let least = 0
  for (let ordinal = 0; ordinal < scores.length; ordinal++) {
    const score = scores[ordinal] as number
    if (score <= least || (hidden !== null && hidden[ordinal] === 1)) continue
    if (heap.length < most) {
      heap.push(ordinal)
      if (heap.length === most) {
        for (let at = (most >> 1) - 1; at >= 0; at--) sift(heap, scores, at)
        least = scores[heap[0] as number] as number
      }
    } else {
      heap[0] = ordinal
      sift(heap, scores, 0)
      least = scores[heap[0] as number] as number
    }
  }
  return heap
}

function sift(heap: number[], scores: Float32Array, from: number): void {
  let at = from
  const moved = heap[at] as number
  const score = scores[moved] as number
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    const right = child + 1
    if (right < heap.length && (scores[heap[right] as number] as number) < (scores[heap[child] as number] as number))
      child = right
    if ((scores[heap[child] as number] as number) >= score) break
    heap[at] = heap[child] as number
    at = child
  }
  heap[at] = moved
}

function measureWords(query: Query, segment: Segment, slots: Int16Array, found: readonly Found[]): void {
  const { postingDocument, postingImpact, postingFields } = segment
  for (const term of query.terms) {
    const [start, end] = postingsOf(segment, term.term)
    const bm25 = (term.rarity * MOST_IMPACT) / 255
    const share = term.information / query.information
    const openingShare = term.opening ? term.information / query.openingInformation : 0
    for (let at = start; at < end; at++) {
      const slot = slots[postingDocument[at] as number] as number
      if (slot === 0) continue
      const { signals } = found[slot - 1] as Found
      add(signals, SIGNAL.bm25, bm25 * (postingImpact[at] as number))
      add(signals, SIGNAL.covered, share)
      add(signals, SIGNAL.openingCovered, openingShare)
      addFields(signals, postingFields[at] as number, share, term.brand)
    }
  }
}

function addFields(signals: Float64Array, fields: number, share: number, brand: number): void {
  if (fields & FIELDS.name) {
    add(signals, SIGNAL.nameCovered, share)
    add(signals, SIGNAL.nameShare, 1)
  }
  if (fields & FIELDS.description) add(signals, SIGNAL.descriptionCovered, share)
  if (fields & FIELDS.parameters) add(signals, SIGNAL.parametersCovered, share)
  if (fields & (FIELDS.serverName | FIELDS.serverDescription)) add(signals, SIGNAL.serverCovered, share)
  if (fields & FIELDS.serverName) add(signals, SIGNAL.brand, share * brand)
}

function add(signals: Float64Array, place: number, value: number): void {
  signals[place] = (signals[place] as number) + value
}

function measureCapabilities(query: Query, segment: Segment, slots: Int16Array, found: readonly Found[]): void {
  for (const [capability, weight] of query.capabilities) {
    const end = segment.capabilityStart[capability + 1] as number
    for (let at = segment.capabilityStart[capability] as number; at < end; at++) {
      const slot = slots[segment.capabilityDocument[at] as number] as number
      if (slot === 0) continue
      add(
        (found[slot - 1] as Found).signals,
        SIGNAL.capability,
        (weight * (segment.capabilityWeight[at] as number)) / 255,
      )
    }
  }
}

function measureRest(query: Query, segment: Segment, { ordinal, signals }: Found): void {
  const bm25 = signals[SIGNAL.bm25] as number
  signals[SIGNAL.bm25Share] = bm25 / query.information
  signals[SIGNAL.bm25] = bm25 / 10
  signals[SIGNAL.coveredSquared] = (signals[SIGNAL.covered] as number) ** 2
  const nameTerms = segment.nameTerms[ordinal] as number
  const nameShare = nameTerms === 0 ? 0 : (signals[SIGNAL.nameShare] as number) / nameTerms
  signals[SIGNAL.nameShare] = nameShare
  signals[SIGNAL.nameSaid] = nameTerms > 1 && nameShare >= 1 ? 1 : 0
  signals[SIGNAL.meaning] = cosine(query.vector, segment.vectors, ordinal)
  signals[SIGNAL.serverMeaning] = cosine(query.vector, segment.serverVectors, segment.serverOf[ordinal] as number)
  signals[SIGNAL.descriptionLength] = Math.log1p(segment.descriptionLength[ordinal] as number) / 5
}
