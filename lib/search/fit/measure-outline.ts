import { parameterKindsFor } from '../index/parameter-kinds'
import type { Segment } from '../index/segment'
import type { Query } from '../rank/query'
import { ACTS, areOpposite, readsAndChanges } from '../request/acts'
import { oppositesOf } from '../request/opposites'
import { countryOfNumber } from '../request/places'
import { FIT } from './fit-signals'
import type { SegmentLexicon } from './term-likeness'

/** A term that says at least this much of what is wanted has an opposite that matters. */
const WANTED_AT = 0.3

/** Act, opposite words, direction, country and arguments of a document, compared with those of the request. */
export function measureOutline(
  query: Query,
  segment: Segment,
  lexicon: SegmentLexicon,
  ordinal: number,
  row: Float64Array,
): void {
  measureAct(query, segment, lexicon, ordinal, row)
  measureDirection(query, segment, lexicon, ordinal, row)
  measureLimits(query, segment, ordinal, row)
}

function measureAct(
  { request, terms }: Query,
  segment: Segment,
  lexicon: SegmentLexicon,
  ordinal: number,
  row: Float64Array,
): void {
  const documentAct = ACTS[(segment.act[ordinal] as number) - 1] ?? null
  row[FIT.documentAct] = segment.act[ordinal] as number
  if (documentAct !== null && request.act !== null) {
    row[FIT.sameAct] = documentAct === request.act ? 1 : areOpposite(documentAct, request.act) ? -1 : 0
    row[FIT.readsAndChanges] = readsAndChanges(documentAct, request.act) ? 1 : 0
  }
  const names = new Set<string>()
  const end = segment.nameStart[ordinal + 1] as number
  for (let at = segment.nameStart[ordinal] as number; at < end; at++)
    names.add(lexicon.terms[segment.nameTermIds[at] as number] as string)
  for (const { term, capability } of terms) {
    if (capability < WANTED_AT || names.has(term)) continue
    for (const opposite of oppositesOf(term)) if (names.has(opposite)) row[FIT.oppositeWord] = 1
  }
}

function measureDirection(
  { request }: Query,
  segment: Segment,
  lexicon: SegmentLexicon,
  ordinal: number,
  row: Float64Array,
): void {
  const from = lexicon.terms[(segment.directionFrom[ordinal] as number) - 1]
  const to = lexicon.terms[(segment.directionTo[ordinal] as number) - 1]
  for (const direction of request.directions) {
    if (direction.from === to || direction.to === from) row[FIT.direction] = Math.min(row[FIT.direction] as number, -1)
    if (direction.from === from && direction.to === to) row[FIT.direction] = 1
    else if (direction.to === to && row[FIT.direction] === 0) row[FIT.direction] = 0.5
  }
}

function measureLimits({ request }: Query, segment: Segment, ordinal: number, row: Float64Array): void {
  const country = countryOfNumber(segment.country[ordinal] as number)
  if (country !== null) {
    row[FIT.country] = request.countries.includes(country) ? 1 : request.countries.length === 0 ? -1 : -2
  }
  row[FIT.isServer] = segment.isServer[ordinal] as number
  const kinds = segment.parameterKinds[ordinal] as number
  const wanted = parameterKindsFor(request.argumentKinds)
  row[FIT.argumentsTaken] = kinds === 0 ? -1 : wanted === 0 ? 1 : bits(kinds & wanted) / bits(wanted)
}

function bits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count += 1
  return count
}
