import { asc, eq, isNotNull, sql } from 'drizzle-orm'
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

/** The entries of a product, in the order of their ids. */
export function listEntries(db: Database, productId: string) {
  const { id, title, registry } = servers
  return db.select({ id, title, registry }).from(servers).where(eq(servers.productId, productId)).orderBy(asc(id))
}

/** The product and publisher of every entry whose product is resolved. */
export function listEntryProducts(db: Database) {
  const { key, productId, publisher, publisherState } = servers
  return db.select({ key, productId, publisher, publisherState }).from(servers).where(isNotNull(servers.productId))
}
