import type { Query } from '../rank/query'
import type { SearchWeights } from '../rank/weights'
import type { ComparedTerm } from './term-likeness'

const BRAND_AT = 0.3

/** A term of a request with its shares of what is wanted, of the values to pass on, and of the brands, each 0-1. */
export interface Wanted extends ComparedTerm {
  wanted: number
  value: number
  brand: number
  /** Whether it belongs to a product that is to be replaced. */
  isReplaced: boolean
}

/** How far each term and each pair of neighbours says what is wanted. */
export function wantedShares({ terms, pairs }: Query): Map<string, number> {
  const shares = new Map(terms.map(({ term, capability }) => [term, capability]))
  for (const [first, second] of pairs)
    shares.set(`${first} ${second}`, Math.min(shares.get(first) ?? 0, shares.get(second) ?? 0))
  return shares
}

export function wantedTerms({ termIds }: SearchWeights, query: Query): Wanted[] {
  const total = (share: (term: Query['terms'][number]) => number) =>
    query.terms.reduce((sum, term) => sum + share(term) * term.information, 0) || 1
  const brandOf = ({ brand, capability }: Query['terms'][number]) => (brand >= BRAND_AT ? brand * capability : 0)
  const wanted = total(({ capability }) => capability)
  const brands = total(brandOf)
  return query.terms.map((term) => ({
    term: term.term,
    weightId: termIds.get(term.term) ?? -1,
    wanted: (term.capability * term.information) / wanted,
    value: ((1 - term.capability) * term.information) / query.information,
    brand: (brandOf(term) * term.information) / brands,
    isReplaced: query.request.replaced.has(term.term),
  }))
}
