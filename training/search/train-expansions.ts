import type { SearchDocument } from '../../lib/search/index/search-document'
import { termsOf, termsOfName, termsOfQuery } from '../../lib/search/index/terms'
import { type Expansions, MOST_LIFT } from '../../lib/search/rank/weights'
import type { TermIds } from './pairs'

/** A request, and a tool that serves it. */
export interface ServedRequest {
  text: string
  document: SearchDocument
  weight: number
}

// How much a term of a tool explains of its requests, by field, and a word that stands for none of them.
const FIELD_SHARES = { name: 3, title: 2, description: 1, parameters: 0.5, server: 1 }
const NO_TERM = -1
const NO_TERM_SHARE = 3
const DESCRIPTION_TERMS = 24
const PARAMETER_TERMS = 8
const SERVER_TERMS = 6

const ROUNDS = 5
const LEAST_SHARE = 0.002
/** Counts added to each term's, which stand for requests in any other words. */
const PRIOR = 6
/** A term stands for another from so many requests on, with this probability, and with this lift. */
const LEAST_COUNT = 1.6
const LEAST_PROBABILITY = 0.003
const LEAST_LIFT = 1
const MOST_A_TERM = 12

type Table = Map<number, Map<number, number>>

/**
 * Which terms of tools stand for which terms of requests: the probabilities that a tool's term is asked for by a
 * request's, by expectation and maximization over requests and the tools that serve them (IBM Model 1, Brown et al.
 * 1993), kept where they are far above the request term's share of all requests.
 */
export function trainExpansions(served: readonly ServedRequest[], termIds: TermIds): Expansions {
  const pairs = served.flatMap(({ text, document, weight }) => {
    const asked = idsOf(termsOfQuery(text), termIds)
    return asked.length === 0
      ? []
      : [{ asked, terms: [...sharesOf(document, termIds), [NO_TERM, NO_TERM_SHARE]] as const, weight }]
  })
  let counts: Table = new Map()
  let table: Table | null = null
  for (let round = 0; round < ROUNDS; round++) {
    counts = new Map()
    for (const { asked, terms, weight } of pairs)
      for (const term of asked) addCounts(counts, table, term, terms as readonly (readonly [number, number])[], weight)
    table = normalised(counts)
  }
  return packed(liftsOf(counts, table ?? new Map(), sharesOfAll(pairs)), termIds.size)
}

function idsOf(terms: readonly string[], termIds: TermIds): number[] {
  return [...new Set(terms)].flatMap((term) => termIds.get(term) ?? [])
}

function sharesOf(document: SearchDocument, termIds: TermIds): Map<number, number> {
  const shares = new Map<number, number>()
  const add = (terms: readonly string[], share: number) => {
    for (const id of idsOf(terms, termIds)) shares.set(id, Math.max(shares.get(id) ?? 0, share))
  }
  add(termsOfName(document.name), FIELD_SHARES.name)
  add(termsOf(document.title ?? ''), FIELD_SHARES.title)
  add(termsOf(document.description).slice(0, DESCRIPTION_TERMS), FIELD_SHARES.description)
  add(termsOf(document.parameters).slice(0, PARAMETER_TERMS), FIELD_SHARES.parameters)
  add(termsOfName(document.serverTitle).slice(0, SERVER_TERMS), FIELD_SHARES.server)
  return shares
}

/** Divides a request's term among the terms of the tool that may have caused it. */
function addCounts(
  counts: Table,
  table: Table | null,
  asked: number,
  terms: readonly (readonly [number, number])[],
  weight: number,
): void {
  const odds = terms.map(([term, share]) =>
    table === null ? share * (term === asked ? 3 : 1) : share * (table.get(term)?.get(asked) ?? 0),
  )
  const all = odds.reduce((sum, odd) => sum + odd, 0)
  if (all === 0) return
  for (const [place, odd] of odds.entries()) {
    const count = (weight * odd) / all
    if (count < LEAST_SHARE) continue
    const term = (terms[place] as readonly [number, number])[0]
    const known = counts.get(term) ?? new Map<number, number>()
    known.set(asked, (known.get(asked) ?? 0) + count)
    counts.set(term, known)
  }
}

function normalised(counts: Table): Table {
  return new Map(
    [...counts].map(([term, asked]) => {
      const all = [...asked.values()].reduce((sum, count) => sum + count, PRIOR)
      return [term, new Map([...asked].map(([other, count]) => [other, count / all]))]
    }),
  )
}

function sharesOfAll(pairs: readonly { asked: readonly number[]; weight: number }[]): Map<number, number> {
  const shares = new Map<number, number>()
  const all = pairs.reduce((sum, { asked, weight }) => sum + asked.length * weight, 0) || 1
  for (const { asked, weight } of pairs)
    for (const term of asked) shares.set(term, (shares.get(term) ?? 0) + weight / all)
  return shares
}

/** By term of requests, the terms that stand for it with their lifts. */
function liftsOf(counts: Table, table: Table, shares: ReadonlyMap<number, number>): Table {
  const found = new Map<number, { term: number; lift: number; value: number }[]>()
  for (const [term, asked] of table) {
    if (term === NO_TERM) continue
    for (const [other, probability] of asked) {
      const count = counts.get(term)?.get(other) ?? 0
      if (other === term || count < LEAST_COUNT || probability < LEAST_PROBABILITY) continue
      const lift = Math.log(probability / (shares.get(other) ?? 1)) - 1 / Math.sqrt(count)
      if (lift < LEAST_LIFT) continue
      found.set(other, [
        ...(found.get(other) ?? []),
        { term, lift: Math.min(MOST_LIFT, lift), value: Math.min(MOST_LIFT, lift) * Math.sqrt(count) },
      ])
    }
  }
  return new Map(
    [...found].map(([other, list]) => {
      const best = list.sort((a, b) => b.value - a.value || a.term - b.term).slice(0, MOST_A_TERM)
      return [other, new Map(best.map(({ term, lift }) => [term, lift]))]
    }),
  )
}

function packed(lifts: Table, size: number): Expansions {
  const starts = new Uint32Array(size + 1)
  const terms: number[] = []
  const values: number[] = []
  for (let term = 0; term < size; term++) {
    starts[term] = terms.length
    for (const [other, lift] of lifts.get(term) ?? []) {
      terms.push(other)
      values.push(Math.round((lift / MOST_LIFT) * 255))
    }
  }
  starts[size] = terms.length
  return { starts, terms: Uint32Array.from(terms), lifts: Uint8Array.from(values) }
}
