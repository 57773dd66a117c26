import { asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { servers } from '../../store/catalog/catalog-schema'
import type { Database } from '../../store/database'
import { productMoves, productResolution, products } from './products-schema'

export type StoredProduct = typeof products.$inferSelect

/** What products were last resolved from; undefined: they never were. */
export async function readResolution(db: Database): Promise<typeof productResolution.$inferSelect | undefined> {
  const [row] = await db.select().from(productResolution)
  return row
}

/** Ids of all products and ids that were given once and lead to others. */
export async function listGivenIds(db: Database): Promise<{ products: string[]; former: string[] }> {
  const held = await db.select({ id: products.id }).from(products)
  const moved = await db.select({ id: productMoves.formerId }).from(productMoves)
  return { products: held.map(({ id }) => id), former: moved.map(({ id }) => id) }
}

/** The product with this id, or that a former id leads to; undefined: none. */
export async function findProduct(db: Database, id: string): Promise<StoredProduct | undefined> {
  const [row] = await db
    .select()
    .from(products)
    .where(
      eq(
        products.id,
        sql`coalesce((SELECT ${productMoves.productId} FROM ${productMoves} WHERE ${productMoves.formerId} = ${id}), ${id})`,
      ),
    )
  return row
}

/** Where the entries of a product are listed, in alphabetical order. */
export async function listRegistries(db: Database, productId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ registry: servers.registry })
    .from(servers)
    .where(eq(servers.productId, productId))
  return rows.map(({ registry }) => registry).sort()
}

/**
 * What catalogs say of the entries of these products: of each product at most `most`, the one that speaks for it first,
 * then in the order of their ids.
 */
export async function listEntries(db: Database, productIds: readonly string[], most: number) {
  if (productIds.length === 0) return []
  const { key, id, title, registry, repository, packages, remotes, lifecycle, productId } = servers
  const ranked = db
    .select({
      key,
      isLeader: sql<boolean>`${id} = ${products.leader}`.as('is_leader'),
      place:
        sql<number>`row_number() OVER (PARTITION BY ${products.id} ORDER BY ${id} = ${products.leader} DESC, ${id})`.as(
          'place',
        ),
    })
    .from(servers)
    .innerJoin(products, eq(products.id, productId))
    .where(inArray(productId, [...productIds]))
    .as('ranked')
  return db
    .select({ id, title, registry, repository, packages, remotes, lifecycle, productId, isLeader: ranked.isLeader })
    .from(ranked)
    .innerJoin(servers, eq(key, ranked.key))
    .where(lte(ranked.place, most))
    .orderBy(asc(ranked.place))
}

/** The product and publisher of every entry whose product is resolved. */
export function listEntryProducts(db: Database) {
  const { key, productId, publisher, publisherState } = servers
  return db.select({ key, productId, publisher, publisherState }).from(servers).where(isNotNull(servers.productId))
}
