import { parameterKindsFor } from '../index/parameter-kinds'
import type { Segment } from '../index/segment'
import type { Query } from '../rank/query'
import { ACTS, areOpposite, readsAndChanges } from '../request/acts'
import { oppositesOf } from '../request/opposites'
import { countryOfNumber } from '../request/places'
import { FIT } from './fit-signals'

/** A term that says at least this much of what is wanted has an opposite that matters. */
const WANTED_AT = 0.3
const NO_TERM = -1

/** What the outline of a document is compared with, in the ids of one segment. */
export interface RequestOutline {
  act: Query['request']['act']
  countries: readonly string[]
  parameterKinds: number
  /** Terms that are wanted, each with one that means the opposite. */
  opposites: readonly { wanted: number; opposite: number }[]
  /** From what into what it turns something. */
  directions: readonly { from: number; to: number }[]
}

export function outlineOfRequest({ request, terms }: Query, { termIds }: Segment): RequestOutline {
  const idOf = (term: string) => termIds.get(term) ?? NO_TERM
  const opposites = terms.flatMap(({ term, capability }) =>
    capability < WANTED_AT
      ? []
      : [...oppositesOf(term)].map((opposite) => ({ wanted: idOf(term), opposite: idOf(opposite) })),
  )
  return {
    act: request.act,
    countries: request.countries,
    parameterKinds: parameterKindsFor(request.argumentKinds),
    opposites: opposites.filter(({ opposite }) => opposite !== NO_TERM),
    directions: request.directions.map(({ from, to }) => ({ from: idOf(from), to: idOf(to) })),
  }
}

/** Act, opposite words, direction, country and arguments of a document, compared with those of the request. */
export function measureOutline(outline: RequestOutline, segment: Segment, ordinal: number, row: Float64Array): void {
  measureAct(outline, segment, ordinal, row)
  measureDirection(outline, segment, ordinal, row)
  measureLimits(outline, segment, ordinal, row)
}

function measureAct({ act, opposites }: RequestOutline, segment: Segment, ordinal: number, row: Float64Array): void {
  const documentAct = ACTS[(segment.act[ordinal] as number) - 1] ?? null
  row[FIT.documentAct] = segment.act[ordinal] as number
  if (documentAct !== null && act !== null) {
    row[FIT.sameAct] = documentAct === act ? 1 : areOpposite(documentAct, act) ? -1 : 0
    row[FIT.readsAndChanges] = readsAndChanges(documentAct, act) ? 1 : 0
  }
  for (const { wanted, opposite } of opposites)
    if (isInName(segment, ordinal, opposite) && !isInName(segment, ordinal, wanted)) row[FIT.oppositeWord] = 1
}

function isInName({ nameStart, nameTermIds }: Segment, ordinal: number, term: number): boolean {
  const end = nameStart[ordinal + 1] as number
  for (let at = nameStart[ordinal] as number; at < end; at++) if (nameTermIds[at] === term) return true
  return false
}

function measureDirection(
  { directions }: RequestOutline,
  { directionFrom, directionTo }: Segment,
  ordinal: number,
  row: Float64Array,
): void {
  const from = (directionFrom[ordinal] as number) - 1
  const to = (directionTo[ordinal] as number) - 1
  if (from === NO_TERM || to === NO_TERM) return
  for (const direction of directions) {
    if (direction.from === to || direction.to === from) row[FIT.direction] = Math.min(row[FIT.direction] as number, -1)
    if (direction.from === from && direction.to === to) row[FIT.direction] = 1
    else if (direction.to === to && row[FIT.direction] === 0) row[FIT.direction] = 0.5
  }
}

function measureLimits(outline: RequestOutline, segment: Segment, ordinal: number, row: Float64Array): void {
  const country = countryOfNumber(segment.country[ordinal] as number)
  if (country !== null) {
    const { countries } = outline
    row[FIT.country] = countries.includes(country) ? 1 : countries.length === 0 ? -1 : -2
  }
  row[FIT.isServer] = segment.isServer[ordinal] as number
  const kinds = segment.parameterKinds[ordinal] as number
  const wanted = outline.parameterKinds
  row[FIT.argumentsTaken] = kinds === 0 ? -1 : wanted === 0 ? 1 : bits(kinds & wanted) / bits(wanted)
}

function bits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count += 1
  return count
}
