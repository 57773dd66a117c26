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

export interface ProductDirectory {
  /** At most a minute old: at once where it was read before, else a promise. */
  current(): Products | Promise<Products>
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
