import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { nameKey, nameKeysOf, rankNamed } from '../../lib/products/rules/product-names'
import type { Product } from '../../lib/products/rules/products'
import { round } from '../bench'

/** A name that people ask, with the entries that its publisher lists, graded by hand; null: it lists none. */
export interface GradedName {
  name: string
  publisher: string
  own: string[] | null
  /** Documentation of the publisher's interface; null: none. */
  interfaces: string[] | null
}

/** How often the first product of a name is the publisher's own; of names without own entries, how often another is. */
export function gradeNames(
  names: readonly GradedName[],
  products: readonly Product[],
  servers: readonly CatalogServer[],
  print: (line: string) => void,
) {
  const byKey = productsByKey(products, servers)
  const counts = { ownFirst: 0, withOwn: 0, othersVerified: 0, withoutOwn: 0 }
  for (const { name, own, interfaces, publisher } of names) {
    const found = rankNamed(name, byKey.get(nameKey(name)) ?? [])
    const [first] = found.ranked
    const answer =
      first === undefined ? 'none' : `${first.leader} by ${first.publisher.name} (${first.publisher.state})`
    const isOwn = (own ?? interfaces ?? []).includes(first?.leader ?? '')
    counts[own === null ? 'withoutOwn' : 'withOwn'] += 1
    if (own !== null) counts.ownFirst += Number(isOwn)
    else counts.othersVerified += Number(found.own && !isOwn)
    if (own !== null ? !isOwn : found.own && !isOwn)
      print(`${own === null ? 'no own entry' : 'own entry not first'}: ${name} of ${publisher}, answered ${answer}`)
  }
  return { ...counts, ownShare: round(counts.ownFirst / counts.withOwn, 4) }
}

function productsByKey(products: readonly Product[], servers: readonly CatalogServer[]) {
  const byId = new Map(servers.map((server) => [server.id, server]))
  const byKey = new Map<string, (Omit<Product, 'servers'> & { entries: number })[]>()
  for (const { servers: ids, ...product } of products)
    for (const key of nameKeysOf(
      product,
      ids.flatMap((id) => byId.get(id) ?? []),
    )) {
      const named = byKey.get(key) ?? []
      byKey.set(key, named)
      named.push({ ...product, entries: ids.length })
    }
  return byKey
}
