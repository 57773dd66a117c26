import type { AskedName, NearProduct } from '../api/product-directory'
import type { ProductOfName } from '../contract/shapes/named-product'
import type { Database } from '../store/database'
import { askedProduct } from './rules/asked-product'
import { nameKey, nearestNames, rankNamed } from './rules/product-names'
import { listNearKeys, listProductsNamed, type StoredNamedProduct } from './sql/product-names'

/** Letters that a similar name shares at its beginning or its end. */
const SHARED = 3

/**
 * What a text asks of a product by its name; null: it is too long for a name, or an address. `mayBeNamed`: whether a
 * product may have a name of this key; one query where it may.
 */
export async function findAskedProduct(
  db: Database,
  text: string,
  mayBeNamed: (key: string) => boolean = () => true,
): Promise<AskedName | null> {
  const asked = askedProduct(text)
  const key = asked === null ? '' : nameKey(asked.name)
  if (asked === null || key === '') return null
  const found = mayBeNamed(key) ? await listProductsNamed(db, key) : []
  const { ranked, own } = rankNamed(asked.name, found.map(candidateOf))
  return { ...asked, isOwn: own, count: found[0]?.total ?? 0, products: ranked.map(named) }
}

/** Products of similar names, the most similar first. */
export async function findNearProducts(db: Database, name: string, limit: number): Promise<NearProduct[]> {
  const key = nameKey(name)
  if (key === '') return []
  const near = nearestNames(name, await listNearKeys(db, key, SHARED), limit)
  const found: NearProduct[] = []
  for (const { key: other, near: how, distance } of near) {
    const [product] = rankNamed(other, (await listProductsNamed(db, other)).map(candidateOf)).ranked
    const isNew = product !== undefined && !found.some(({ productId }) => productId === product.id)
    if (isNew) found.push({ ...named(product), near: how, letters: distance })
  }
  return found
}

const candidateOf = ({ publisher, publisherState, publisherWhy, ...product }: StoredNamedProduct) => ({
  ...product,
  publisher: { name: publisher, state: publisherState, why: publisherWhy },
})

function named({ id, name, leader, lookAlikeOf, publisher }: ReturnType<typeof candidateOf>): ProductOfName {
  const { why: _apart, ...publishedBy } = publisher
  return { productId: id, name, leader, lookAlike: lookAlikeOf !== null, publisher: publishedBy }
}
