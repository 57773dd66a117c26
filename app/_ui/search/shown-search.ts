import type { AlternativesAnswer, SearchResult } from '@/lib/contract/shapes/candidates'
import type { ListingRow } from '@/lib/contract/shapes/categories'
import type { Health } from '@/lib/contract/shapes/health'
import type { NamedProduct } from '@/lib/contract/shapes/named-product'
import type { Remote } from '@/lib/core/catalog/catalog'
import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import type { StripDay } from '@/lib/core/history/day-strip'
import type { ProductRating } from '@/lib/products/rules/product-rating'
import type { ShownChange } from '../words/status-summary'

/** A result of a search as a list shows it. */
export interface ListedResult extends SearchResult, Pick<ListingRow, 'official' | 'latency'> {
  /** Where its server is listed. */
  registry: string
  /** Whether a client can add it. */
  isInstallable: boolean
}

/** By their ids. */
export type ListedServers = ReadonlyMap<string, ListedResult>

/** What a search asks by name. */
export interface ShownNamed {
  product: NamedProduct
  /** Servers that speak for the products it lists. */
  servers: ListedServers
  /** Their ratings, by their ids. */
  productRatings: ReadonlyMap<string, ProductRating>
  /** Of the product that is meant; null: none is. */
  answer: ShownAnswer | null
}

export interface ShownAnswer {
  productRating: ProductRating
  /** That the rating of its product rests on. */
  server: ListedResult
  entry: { serverTitle: string; remotes: readonly Remote[]; isDeleted: boolean }
  health: Health
  change: ShownChange | null
  days: readonly StripDay[] | undefined
  hasAlternatives: boolean
  /** How clients add it, where that is asked; null: it is not, or none can. */
  setups: readonly ClientSetup[] | null
  /** What to use instead, where that is asked. */
  instead: AlternativesAnswer | null
}
