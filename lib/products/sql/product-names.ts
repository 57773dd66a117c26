import { sql } from 'drizzle-orm'
import type { PublisherState } from '../../core/catalog/publisher'
import { type Database, rowsOf } from '../../store/database'
import { oncePerDatabase } from '../../store/prepared'
import type { KnownPublisher } from '../rules/publisher'
import { backwards, byCode, productNames, products } from './products-schema'

/** Most products of one name that are read. */
const MOST_READ = 100
/** Names that begin, and names that end as one does: most that are compared. */
const MOST_COMPARED = 200

/** A product that has a name. `total`: how many have it. */
export interface StoredNamedProduct {
  id: string
  name: string
  leader: string
  publisher: string | null
  publisherState: PublisherState
  publisherWhy: KnownPublisher['why']
  entries: number
  copyOf: string | null
  lookAlikeOf: string | null
  total: number
}

const FIELDS = {
  id: products.id,
  name: products.name,
  leader: products.leader,
  publisher: products.publisher,
  publisherState: products.publisherState,
  publisherWhy: products.publisherWhy,
  entries: products.entries,
  copyOf: products.copyOf,
  lookAlikeOf: products.lookAlikeOf,
  total: sql<number>`count(*) OVER ()::int`,
}

const byKey = oncePerDatabase((db) =>
  db
    .select(FIELDS)
    .from(productNames)
    .innerJoin(products, sql`${products.id} = ${productNames.productId}`)
    .where(sql`${byCode(productNames.key)} = ${sql.placeholder('key')}::text COLLATE "C"`)
    .orderBy(products.publisherState, sql`${products.copyOf} IS NOT NULL`, sql`${products.entries} DESC`, products.id)
    .limit(MOST_READ)
    .prepare('list_products_named'),
)

/** The products that have a name of this key, of verified publishers first; at most `MOST_READ`. */
export function listProductsNamed(db: Database, key: string): Promise<StoredNamedProduct[]> {
  return byKey(db).execute({ key })
}

/** The keys of all names. */
export async function listNameKeys(db: Database): Promise<string[]> {
  const rows = await db.selectDistinct({ key: productNames.key }).from(productNames)
  return rows.map(({ key }) => key)
}

/** Keys that share their first or their last letters, as many as given, with this one; those of like length first. */
export async function listNearKeys(db: Database, key: string, letters: number): Promise<string[]> {
  const beginning = [...key].slice(0, letters).join('')
  const ending = [...key].reverse().slice(0, letters).join('')
  const like = (column: ReturnType<typeof byCode>, start: string) => sql`
    (SELECT DISTINCT key, abs(length(key) - ${key.length}) AS apart FROM ${productNames}
     WHERE ${column} >= ${start} COLLATE "C" AND ${column} < (${start} || chr(1114111)) COLLATE "C"
     ORDER BY apart, key LIMIT ${MOST_COMPARED})`
  const rows = await rowsOf<{ key: string }>(
    db,
    sql`${like(byCode(productNames.key), beginning)} UNION ${like(backwards(productNames.key), ending)}`,
  )
  return [...new Set(rows.map((row) => row.key))]
}
