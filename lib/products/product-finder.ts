import type { AskedName, NearProduct } from '../api/product-directory'
import type { ProductOfName } from '../contract/shapes/named-product'
import type { Database } from '../store/database'
import { askedProduct } from './rules/asked-product'
import { nameKey, nearestNames } from './rules/product-names'
import { listNearKeys, listProductsNamed, type StoredNamedProduct } from './sql/product-names'

/** Letters that a similar name shares at its beginning or its end. */
const SHARED = 3

/** What a text asks of a product by its name; null: it is too long for a name, or an address. One query. */
export async function findAskedProduct(db: Database, text: string): Promise<AskedName | null> {
  const asked = askedProduct(text)
  const key = asked === null ? '' : nameKey(asked.name)
  if (asked === null || key === '') return null
  const found = await listProductsNamed(db, key)
  return { ...asked, isOwn: isOwn(found), count: found[0]?.total ?? 0, products: found.map(named) }
}

/** Products of similar names, the most similar first. */
export async function findNearProducts(db: Database, name: string, limit: number): Promise<NearProduct[]> {
  const key = nameKey(name)
  if (key === '') return []
  const near = nearestNames(key, await listNearKeys(db, key, SHARED), limit)
  const found: NearProduct[] = []
  for (const { key: other, near: how, distance } of near) {
    const [product] = await listProductsNamed(db, other)
    const isNew = product !== undefined && !found.some(({ productId }) => productId === product.id)
    if (isNew) found.push({ ...named(product), near: how, letters: distance })
  }
  return found
}

/** Whether the first one is known to be the one meant: of all of this name, one alone is of a verified publisher. */
function isOwn([first, second]: readonly StoredNamedProduct[]): boolean {
  return first?.publisherState === 'verified' && second?.publisherState !== 'verified'
}

function named({ id, publisher, publisherState, lookAlikeOf, name, leader }: StoredNamedProduct): ProductOfName {
  const row = { productId: id, name, leader, lookAlike: lookAlikeOf !== null }
  return { ...row, publisher: { name: publisher, state: publisherState } }
}
