import type { Context } from '../api/context'
import { findProduct } from './sql/products'

/** What a product is called and how many entries it has, for pages that only name it; null: none has this id. */
export async function productName(productId: string, { reads: { db } }: Pick<Context, 'reads'>) {
  const found = await findProduct(db, productId)
  return found === undefined ? null : { productId: found.id, name: found.name, entries: found.entries }
}
