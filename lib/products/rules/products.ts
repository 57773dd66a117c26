import { type Corrections, publisherKeys } from './corrections'
import { identityOf, type ListedServer } from './identity'
import { linksOf } from './links'
import { wordWeights } from './names'
import type { Contradiction, ProductLink } from './product-link'
import { type KnownPublisher, publisherOf } from './publisher'

/** What people mean by a name: one maker's one thing, however and wherever it is offered. */
export interface Product {
  /** What people call it. */
  name: string
  /** Id of the entry that speaks for it. */
  leader: string
  /** Ids of its entries, the leader first. */
  servers: readonly string[]
  publisher: KnownPublisher
  /** Why they are one product; empty: it has one entry. */
  links: readonly ProductLink[]
  /** Entries that share a fact with others and were kept apart, or whose facts disagree. */
  contradictions: readonly Contradiction[]
  /** Leader of the product that it is a fork or a copy of; null: of none known. */
  copyOf: string | null
  /** Leader of the product whose name it spells in letters of another script that look alike; null: none. */
  lookAlikeOf: string | null
}

/** The products of a catalog, and ids in the corrections that no entry has. */
export function resolveEntries(
  servers: readonly ListedServer[],
  corrections: Corrections,
): { products: Product[]; unknown: string[] } {
  const known = new Set(servers.map(({ id }) => id))
  const named = [...corrections.join, ...corrections.split].flat()
  return {
    products: productsOf(servers, corrections),
    unknown: [...new Set(named.filter((id) => !known.has(id)))],
  }
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
  const byId = new Map(entries.map((entry, at) => [entry.id, { entry, title: servers[at]?.title ?? entry.id }]))
  return [...products.values()].map((product) => {
    const leader = product.servers[0] ?? ''
    return {
      ...product,
      name: byId.get(leader)?.title ?? leader,
      leader,
      publisher: publisherOf(
        product.servers.flatMap((id) => byId.get(id)?.entry ?? []),
        publishers,
      ),
      contradictions: [],
      copyOf: null,
      lookAlikeOf: null,
    }
  })
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
