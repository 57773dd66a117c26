import { MOST_IMPACT } from '../index/build-segment'
import { FIELDS, type Segment } from '../index/segment'
import { type Considered, SIGNAL_COUNT } from './considered'
import { cosine } from './document-vectors'
import { findPlaces } from './posting-places'
import type { Query } from './query'
import { SIGNAL } from './signals'

export function postingsOf({ termIds, postingStart }: Segment, term: string): readonly [number, number] {
  const id = termIds.get(term)
  return id === undefined ? [0, 0] : [postingStart[id] as number, postingStart[id + 1] as number]
}

/** Measures `SIGNALS` of documents of one segment. It keeps working memory. */
export class SignalMeasure {
  #places = new Int32Array(0)

  /** Of the documents that `considered` has from `first` on, which ascend; `slots` as `CandidateChooser` makes them. */
  measure(query: Query, segment: Segment, considered: Considered, first: number, slots: Int16Array): void {
    const chosen = considered.ordinals.subarray(first, considered.count)
    if (this.#places.length < chosen.length) this.#places = new Int32Array(chosen.length)
    this.#measureWords(query, segment, considered, first, chosen, slots)
    this.#measureCapabilities(query, segment, considered, first, chosen, slots)
    // Tools of a server mostly follow each other.
    let [server, serverMeaning] = [-1, 0]
    for (let place = first; place < considered.count; place++) {
      const own = segment.serverOf[considered.ordinals[place] as number] as number
      if (own !== server) serverMeaning = cosine(query.vector, segment.serverVectors, own)
      server = own
      considered.signals[place * SIGNAL_COUNT + SIGNAL.serverMeaning] = serverMeaning
      measureRest(query, segment, considered, place)
    }
  }

  #measureWords(
    query: Query,
    segment: Segment,
    considered: Considered,
    first: number,
    chosen: Uint32Array,
    slots: Int16Array,
  ): void {
    const { postingDocument, postingImpact, postingFields } = segment
    const { signals, fields } = considered
    for (let at = 0; at < query.terms.length; at++) {
      const term = query.terms[at] as Query['terms'][number]
      const [start, end] = postingsOf(segment, term.term)
      if (start === end) continue
      findPlaces(postingDocument, start, end, chosen, slots, this.#places)
      const bm25 = (term.rarity * MOST_IMPACT) / 255
      const share = term.information / query.information
      const openingShare = term.opening ? term.information / query.openingInformation : 0
      for (let slot = 0; slot < chosen.length; slot++) {
        const posting = this.#places[slot] as number
        if (posting < 0) continue
        const row = (first + slot) * SIGNAL_COUNT
        const inFields = postingFields[posting] as number
        fields[(first + slot) * considered.terms + at] = inFields
        add(signals, row + SIGNAL.bm25, bm25 * (postingImpact[posting] as number))
        add(signals, row + SIGNAL.covered, share)
        add(signals, row + SIGNAL.openingCovered, openingShare)
        addFields(signals, row, inFields, share, term.brand)
      }
    }
  }

  #measureCapabilities(
    query: Query,
    segment: Segment,
    { signals }: Considered,
    first: number,
    chosen: Uint32Array,
    slots: Int16Array,
  ): void {
    const { capabilityStart, capabilityDocument, capabilityWeight } = segment
    for (const [capability, weight] of query.capabilities) {
      const [start, end] = [capabilityStart[capability] as number, capabilityStart[capability + 1] as number]
      if (start === end) continue
      findPlaces(capabilityDocument, start, end, chosen, slots, this.#places)
      for (let slot = 0; slot < chosen.length; slot++) {
        const place = this.#places[slot] as number
        if (place < 0) continue
        add(
          signals,
          (first + slot) * SIGNAL_COUNT + SIGNAL.capability,
          (weight * (capabilityWeight[place] as number)) / 255,
        )
      }
    }
  }
}

function addFields(signals: Float64Array, row: number, fields: number, share: number, brand: number): void {
  if (fields & FIELDS.name) {
    add(signals, row + SIGNAL.nameCovered, share)
    add(signals, row + SIGNAL.nameShare, 1)
  }
  if (fields & FIELDS.description) add(signals, row + SIGNAL.descriptionCovered, share)
  if (fields & FIELDS.parameters) add(signals, row + SIGNAL.parametersCovered, share)
  if (fields & (FIELDS.serverName | FIELDS.serverDescription)) add(signals, row + SIGNAL.serverCovered, share)
  if (fields & FIELDS.serverName) add(signals, row + SIGNAL.brand, share * brand)
}

function add(signals: Float64Array, place: number, value: number): void {
  signals[place] = (signals[place] as number) + value
}

function measureRest(query: Query, segment: Segment, { ordinals, signals }: Considered, place: number): void {
  const ordinal = ordinals[place] as number
  const row = place * SIGNAL_COUNT
  const bm25 = signals[row + SIGNAL.bm25] as number
  signals[row + SIGNAL.bm25Share] = bm25 / query.information
  signals[row + SIGNAL.bm25] = bm25 / 10
  signals[row + SIGNAL.coveredSquared] = (signals[row + SIGNAL.covered] as number) ** 2
  const nameTerms = segment.nameTerms[ordinal] as number
  const nameShare = nameTerms === 0 ? 0 : (signals[row + SIGNAL.nameShare] as number) / nameTerms
  signals[row + SIGNAL.nameShare] = nameShare
  signals[row + SIGNAL.nameSaid] = nameTerms > 1 && nameShare >= 1 ? 1 : 0
  signals[row + SIGNAL.meaning] = cosine(query.vector, segment.vectors, ordinal)
  signals[row + SIGNAL.descriptionLength] = Math.log1p(segment.descriptionLength[ordinal] as number) / 5
}
