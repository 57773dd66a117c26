import { and, desc, ne, sql } from 'drizzle-orm'
import type { Database } from '../../store/database'
import { nameKey } from '../rules/product-names'
import type { StoredProduct } from './products'
import { byCode, productNames, products } from './products-schema'

/** A product that may be taken for another. `total`: how many there are. */
export type Namesake = Pick<
  StoredProduct,
  'id' | 'name' | 'publisher' | 'publisherState' | 'leader' | 'entries' | 'copyOf' | 'lookAlikeOf'
> & { total: number }

/**
 * Other products that are found by this product's name, its copies and what it copies, and what spells its name with
 * letters of another script: those of verified publishers first, at most `most`.
 */
export function listNamesakes(
  db: Database,
  { id, name, copyOf, lookAlikeOf }: Pick<StoredProduct, 'id' | 'name' | 'copyOf' | 'lookAlikeOf'>,
  most: number,
): Promise<Namesake[]> {
  const related = [copyOf, lookAlikeOf].filter((other) => other !== null)
  const { publisher, publisherState, leader, entries } = products
  const own = { copyOf: products.copyOf, lookAlikeOf: products.lookAlikeOf }
  return db
    .select({
      ...{ id: products.id, name: products.name, publisher, publisherState, leader, entries, ...own },
      total: sql<number>`count(*) OVER ()::int`,
    })
    .from(products)
    .where(
      and(
        ne(products.id, id),
        sql`${products.id} IN (
          SELECT ${productNames.productId} FROM ${productNames} WHERE ${byCode(productNames.key)} = ${nameKey(name)}
          UNION SELECT id FROM products WHERE copy_of = ${id} UNION SELECT id FROM products WHERE look_alike_of = ${id}
          UNION SELECT value FROM jsonb_array_elements_text(${JSON.stringify(related)}::jsonb))`,
      ),
    )
    .orderBy(products.publisherState, desc(entries), products.id)
    .limit(most)
}
