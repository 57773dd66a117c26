import { MOST_IMPACT } from '../index/build-segment'
import { FIELDS, type Segment } from '../index/segment'
import { cosine } from './document-vectors'
import type { Query } from './query'
import type { SearchHit } from './ranked'
import { SIGNAL } from './signals'

export function postingsOf({ termIds, postingStart }: Segment, term: string): readonly [number, number] {
  const id = termIds.get(term)
  return id === undefined ? [0, 0] : [postingStart[id] as number, postingStart[id + 1] as number]
}

export function measureWords(query: Query, segment: Segment, slots: Int16Array, found: readonly SearchHit[]): void {
  const { postingDocument, postingImpact, postingFields } = segment
  for (const term of query.terms) {
    const [start, end] = postingsOf(segment, term.term)
    const bm25 = (term.rarity * MOST_IMPACT) / 255
    const share = term.information / query.information
    const openingShare = term.opening ? term.information / query.openingInformation : 0
    for (let at = start; at < end; at++) {
      const slot = slots[postingDocument[at] as number] as number
      if (slot === 0) continue
      const { signals } = found[slot - 1] as SearchHit
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

export function measureCapabilities(
  query: Query,
  segment: Segment,
  slots: Int16Array,
  found: readonly SearchHit[],
): void {
  for (const [capability, weight] of query.capabilities) {
    const end = segment.capabilityStart[capability + 1] as number
    for (let at = segment.capabilityStart[capability] as number; at < end; at++) {
      const slot = slots[segment.capabilityDocument[at] as number] as number
      if (slot === 0) continue
      add(
        (found[slot - 1] as SearchHit).signals,
        SIGNAL.capability,
        (weight * (segment.capabilityWeight[at] as number)) / 255,
      )
    }
  }
}

export function measureRest(query: Query, segment: Segment, { ordinal, signals }: SearchHit): void {
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
