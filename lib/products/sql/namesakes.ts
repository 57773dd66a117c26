import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../store/database'
import type { StoredProduct } from './products'
import { products } from './products-schema'

/** A product that may be taken for another. `total`: how many there are. */
export type Namesake = Pick<
  StoredProduct,
  'id' | 'name' | 'publisher' | 'publisherState' | 'leader' | 'entries' | 'copyOf' | 'lookAlikeOf'
> & { total: number }

/**
 * Other products of this product's name, its copies and what it copies, and what spells its name with letters of
 * another script: those of verified publishers first, at most `most`.
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
        or(
          eq(sql`lower(${products.name})`, name.toLowerCase()),
          eq(products.copyOf, id),
          eq(products.lookAlikeOf, id),
          ...(related.length === 0 ? [] : [inArray(products.id, related)]),
        ),
      ),
    )
    .orderBy(products.publisherState, desc(entries), products.id)
    .limit(most)
}
