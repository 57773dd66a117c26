import { capabilitiesIn, mainCapabilities, normalised } from '../rank/meaning'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'
import { frequencies, meaningOf, type Words, wordsIn } from './document-words'
import { Growing } from './growable-array'
import { type Outline, outlineOf } from './outline'
import type { SearchDocument } from './search-document'
import type { Segment } from './segment'

// Okapi BM25 (Robertson, Walker 1994) over weighted fields (BM25F, Robertson, Zaragoza 2004), with its usual constants.
const SATURATION = 1.2
const LENGTH_SHARE = 0.75
/** Impacts are stored in 255ths of the most that saturation allows. */
export const MOST_IMPACT = SATURATION + 1

const CAPABILITY_TERMS = 60

interface Postings {
  term: Growing<Uint32Array>
  document: Growing<Uint32Array>
  frequency: Growing<Float32Array>
  fields: Growing<Uint8Array>
}

/** A meaning vector as it is kept: in 127ths. */
export function quantised(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.round(value * 127))
}

/**
 * Builds a segment document by document, so that a caller can yield in between. Equal documents in equal order give
 * equal bytes.
 */
export class SegmentBuilder {
  readonly #weights: SearchWeights
  readonly #ids: string[] = []
  readonly #termIds = new Map<string, number>()
  readonly #serverOrdinals = new Map<string, number>()
  readonly #serverOf = new Growing(Uint32Array)
  readonly #postings: Postings = {
    term: new Growing(Uint32Array),
    document: new Growing(Uint32Array),
    frequency: new Growing(Float32Array),
    fields: new Growing(Uint8Array),
  }
  readonly #lengths = new Growing(Float32Array)
  readonly #vectors = new Growing(Int8Array)
  readonly #serverSums: Float32Array[] = []
  readonly #capability = {
    capability: new Growing(Uint32Array),
    document: new Growing(Uint32Array),
    weight: new Growing(Uint8Array),
  }
  readonly #serverNameCounts: number[] = []
  readonly #nameTerms = new Growing(Uint8Array)
  readonly #descriptionLength = new Growing(Uint16Array)
  readonly #outline = {
    nameStart: new Growing(Uint32Array),
    nameTermIds: new Growing(Uint32Array),
    bodyStart: new Growing(Uint32Array),
    bodyTermIds: new Growing(Uint32Array),
    act: new Growing(Uint8Array),
    country: new Growing(Uint8Array),
    directionFrom: new Growing(Uint32Array),
    directionTo: new Growing(Uint32Array),
    parameterKinds: new Growing(Uint16Array),
    isServer: new Growing(Uint8Array),
  }

  constructor(weights: SearchWeights) {
    this.#weights = weights
  }

  add(document: SearchDocument): void {
    const words = wordsIn(document)
    const ordinal = this.#ids.length
    this.#ids.push(document.id)
    this.#addTerms(ordinal, words)
    const meaning = meaningOf(this.#weights, words)
    for (const value of quantised(meaning)) this.#vectors.push(value)
    this.#addToServer(document.serverId, words, meaning)
    const spoken = [...words.name, ...words.name, ...words.title, ...words.description.slice(0, CAPABILITY_TERMS)]
    for (const [capability, weight] of mainCapabilities(capabilitiesIn(this.#weights, spoken))) {
      this.#capability.capability.push(capability)
      this.#capability.document.push(ordinal)
      this.#capability.weight.push(Math.round(weight * 255))
    }
    this.#nameTerms.push(Math.min(255, new Set([...words.name, ...words.title]).size))
    this.#descriptionLength.push(Math.min(65_535, words.description.length))
    this.#addOutline(outlineOf(document, words))
  }

  #addOutline({ nameTerms, bodyTerms, act, country, direction, parameterKinds, isServer }: Outline): void {
    const outline = this.#outline
    outline.nameStart.push(outline.nameTermIds.length)
    for (const term of nameTerms) outline.nameTermIds.push(this.#termId(term))
    outline.bodyStart.push(outline.bodyTermIds.length)
    for (const term of bodyTerms) outline.bodyTermIds.push(this.#termId(term))
    outline.act.push(act)
    outline.country.push(country)
    outline.directionFrom.push(direction === null ? 0 : this.#termId(direction.from) + 1)
    outline.directionTo.push(direction === null ? 0 : this.#termId(direction.to) + 1)
    outline.parameterKinds.push(parameterKinds)
    outline.isServer.push(isServer ? 1 : 0)
  }

  #termId(term: string): number {
    let id = this.#termIds.get(term)
    if (id === undefined) {
      id = this.#termIds.size
      this.#termIds.set(term, id)
      this.#serverNameCounts.push(0)
    }
    return id
  }

  #addTerms(ordinal: number, words: Words): void {
    const { terms, length } = frequencies(words)
    for (const [term, { frequency, fields }] of terms) {
      this.#postings.term.push(this.#termId(term))
      this.#postings.document.push(ordinal)
      this.#postings.frequency.push(frequency)
      this.#postings.fields.push(fields)
    }
    this.#lengths.push(length)
  }

  #addToServer(serverId: string, words: Words, meaning: Float32Array): void {
    let server = this.#serverOrdinals.get(serverId)
    if (server === undefined) {
      server = this.#serverOrdinals.size
      this.#serverOrdinals.set(serverId, server)
      this.#serverSums.push(new Float32Array(DIMENSIONS))
      const name = words.serverName.length > 0 ? words.serverName : words.name
      for (const term of new Set(name)) {
        const id = this.#termId(term)
        this.#serverNameCounts[id] = (this.#serverNameCounts[id] as number) + 1
      }
    }
    this.#serverOf.push(server)
    const sum = this.#serverSums[server] as Float32Array
    for (let k = 0; k < DIMENSIONS; k++) sum[k] = (sum[k] as number) + (meaning[k] as number)
  }

  finish(): Segment {
    const count = this.#ids.length
    const serverVectors = new Int8Array(this.#serverSums.length * DIMENSIONS)
    for (const [server, sum] of this.#serverSums.entries())
      serverVectors.set(quantised(normalised(sum)), server * DIMENSIONS)
    const capabilities = grouped(this.#capability.capability, this.#weights.capabilities.length)
    const { document, weight } = this.#capability
    return {
      ids: this.#ids,
      serverIds: [...this.#serverOrdinals.keys()],
      termIds: this.#termIds,
      serverOf: this.#serverOf.taken(),
      ...this.#sortedPostings(count),
      serverNameCounts: Uint32Array.from(this.#serverNameCounts),
      vectors: this.#vectors.taken(),
      serverVectors,
      capabilityStart: capabilities.start,
      capabilityDocument: Uint32Array.from(capabilities.order, (place) => document.at(place)),
      capabilityWeight: Uint8Array.from(capabilities.order, (place) => weight.at(place)),
      nameTerms: this.#nameTerms.taken(),
      descriptionLength: this.#descriptionLength.taken(),
      ...this.#takenOutline(),
    }
  }

  #takenOutline() {
    const outline = this.#outline
    outline.nameStart.push(outline.nameTermIds.length)
    outline.bodyStart.push(outline.bodyTermIds.length)
    return {
      nameStart: outline.nameStart.taken(),
      nameTermIds: outline.nameTermIds.taken(),
      bodyStart: outline.bodyStart.taken(),
      bodyTermIds: outline.bodyTermIds.taken(),
      act: outline.act.taken(),
      country: outline.country.taken(),
      directionFrom: outline.directionFrom.taken(),
      directionTo: outline.directionTo.taken(),
      parameterKinds: outline.parameterKinds.taken(),
      isServer: outline.isServer.taken(),
    }
  }

  #sortedPostings(count: number) {
    const { term, document, frequency, fields } = this.#postings
    let total = 0
    for (let at = 0; at < count; at++) total += this.#lengths.at(at)
    const averageLength = count === 0 ? 1 : total / count || 1
    const { start, order } = grouped(term, this.#termIds.size)
    const postings = {
      postingStart: start,
      postingDocument: new Uint32Array(order.length),
      postingImpact: new Uint8Array(order.length),
      postingFields: new Uint8Array(order.length),
    }
    for (let at = 0; at < order.length; at++) {
      const place = order[at] as number
      const ordinal = document.at(place)
      const found = frequency.at(place)
      const penalty = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * this.#lengths.at(ordinal)) / averageLength)
      const impact = (found * MOST_IMPACT) / (found + penalty)
      postings.postingDocument[at] = ordinal
      postings.postingImpact[at] = Math.max(1, Math.round((impact / MOST_IMPACT) * 255))
      postings.postingFields[at] = fields.at(place)
    }
    return postings
  }
}

/**
 * Positions of the keys in order of key, equal ones in order of writing, and where each key begins: a counting sort.
 */
function grouped(keys: Growing<Uint32Array>, kinds: number): { start: Uint32Array; order: Uint32Array } {
  const start = new Uint32Array(kinds + 1)
  for (let at = 0; at < keys.length; at++) start[keys.at(at) + 1] = (start[keys.at(at) + 1] as number) + 1
  for (let kind = 0; kind < kinds; kind++) start[kind + 1] = (start[kind + 1] as number) + (start[kind] as number)
  const next = start.slice()
  const order = new Uint32Array(keys.length)
  for (let at = 0; at < keys.length; at++) {
    const key = keys.at(at)
    const place = next[key] as number
    order[place] = at
    next[key] = place + 1
  }
  return { start, order }
}

export function buildSegment(weights: SearchWeights, documents: Iterable<SearchDocument>): Segment {
  const builder = new SegmentBuilder(weights)
  for (const document of documents) builder.add(document)
  return builder.finish()
}
