import type { NameIntent, ProductOfName } from '../contract/shapes/named-product'
import type { Publisher } from '../core/catalog/publisher'

/** The product of an entry of the catalog, as rows of answers name it. */
export interface EntryProduct {
  productId: string
  publisher: Publisher
}

/** Of which product each entry of the catalog is. */
export interface Products {
  /** null: not resolved yet. */
  of(serverKey: number): EntryProduct | null
}

/** `near`: in what the name differs, in words; `letters`: in how many letters, two swapped count as one. */
export type NearProduct = ProductOfName & { near: string; letters: number }

/** What a text asks of a product by its name. */
export interface AskedName {
  intent: NameIntent
  /** As it was written, without the words around it. */
  name: string
  /** What is searched for in place of the text. */
  words: string
  /** Those of this name, of verified publishers first; of many, the first ones. */
  products: readonly ProductOfName[]
  count: number
  /** Whether the first is known to be the one meant. */
  isOwn: boolean
}

export interface ProductDirectory {
  /** At most a minute old: at once where it was read before, else a promise. */
  current(): Products | Promise<Products>
  /** null: the text cannot be a name. One query. */
  asked(text: string): Promise<AskedName | null>
  /** Products of similar names, the most similar first. */
  nearest(name: string, limit: number): Promise<NearProduct[]>
}

export const NO_PRODUCTS: Products = { of: () => null }

/** The rows without those whose product an earlier row has; a row whose product is not resolved is kept. */
export function foldedByProduct<Row>(
  rows: readonly Row[],
  productOf: (row: Row) => string | null,
  shown: Iterable<string> = [],
): Row[] {
  const seen = new Set(shown)
  return rows.filter((row) => {
    const productId = productOf(row)
    if (productId === null) return true
    if (seen.has(productId)) return false
    seen.add(productId)
    return true
  })
}

/** Members of a row for this server. */
export function productMembers(products: Products, serverKey: number) {
  const found = products.of(serverKey)
  return { productId: found?.productId ?? null, publisher: found?.publisher ?? null }
}
