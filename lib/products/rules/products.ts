import { type Corrections, publisherKeys } from './corrections'
import { identityOf, type ListedServer } from './identity'
import { linksOf } from './links'
import { wordWeights } from './names'
import type { ProductLink } from './product-link'

/** What people mean by a name: one maker's one thing, however and wherever it is offered. */
export interface Product {
  /** Ids of its entries, in the order in which they were given. */
  servers: readonly string[]
  /** Why they are one product; empty: it has one entry. */
  links: readonly ProductLink[]
}

/** The products of a catalog, each entry in exactly one of them, in the order of their first entries. */
export function productsOf(servers: readonly ListedServer[], corrections: Corrections): Product[] {
  const publishers = publisherKeys(corrections)
  const entries = servers.map((server) => identityOf(server, publishers))
  const weights = wordWeights(entries.map(({ title, name }) => [...title, ...name]))
  const links = linksOf(entries, weights, publishers)
  const leaders = new Leaders()
  for (const { one, other } of links) leaders.join(one, other)
  const products = new Map<string, { servers: string[]; links: ProductLink[] }>()
  for (const { id } of entries) {
    const leader = leaders.of(id)
    const product = products.get(leader)
    if (product === undefined) products.set(leader, { servers: [id], links: [] })
    else product.servers.push(id)
  }
  for (const link of links) products.get(leaders.of(link.one))?.links.push(link)
  return [...products.values()]
}

/** Disjoint sets, each by one of its members. */
class Leaders {
  readonly #above = new Map<string, string>()

  of(id: string): string {
    let leader = id
    for (let above = this.#above.get(leader); above !== undefined; above = this.#above.get(leader)) leader = above
    if (leader !== id) this.#above.set(id, leader)
    return leader
  }

  join(one: string, other: string): void {
    const [first, second] = [this.of(one), this.of(other)]
    if (first !== second) this.#above.set(second, first)
  }
}
