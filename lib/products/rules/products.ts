import { contradictionsByLeader, ownContradictions } from './contradictions'
import { copiesOf, type KnownProduct, lookAlikesOf } from './copies'
import { type Corrections, type PublisherKeys, publisherKeys } from './corrections'
import { type Identity, identityOf, type ListedServer } from './identity'
import { leaderFirst, nameOf } from './leader'
import { findingsOf } from './links'
import { wordWeights } from './names'
import { type Part, partitionOf } from './partition'
import type { Contradiction, ProductLink } from './product-link'
import { type KnownPublisher, knownPublisher, publisherOf } from './publisher'
import { doubtfulEntries, placeholderRepositories } from './repository-links'

/** What people mean by a name: one maker's one thing, however and wherever it is offered. */
export interface Product {
  /** What people call it; at most 100 characters. */
  name: string
  /** Id of the entry that speaks for it. */
  leader: string
  /** Ids of its entries, the leader first. */
  servers: readonly string[]
  publisher: KnownPublisher
  /** Why they are one product: so many that each entry is held, the surest ones; empty: it has one entry. */
  links: readonly ProductLink[]
  /** Entries that share a fact with others and were kept apart, or whose facts disagree; at most 20. */
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

/**
 * The products of a catalog, each entry in exactly one of them, by the ids of their first entries. The order of the
 * entries does not matter.
 */
export function productsOf(servers: readonly ListedServer[], corrections: Corrections): Product[] {
  const keys = publisherKeys(corrections)
  const byId = new Map([...servers].sort((a, b) => (a.id < b.id ? -1 : 1)).map((server) => [server.id, server]))
  const entries = identitiesOf([...byId.values()], keys)
  const weights = wordWeights(entries.map(({ title, name }) => [...title, ...name]))
  const found = findingsOf(entries, weights, keys)
  const links = [...correctionLinks(corrections), ...found.links]
  const { parts, refused } = partitionOf(entries, links, corrections, (entry) => knownPublisher(entry, keys))
  const products = parts.map((part) => productOf(part, keys))
  const copies = copiesOf(products, refused, weights)
  const lookAlikes = lookAlikesOf(products.map(({ product }) => product))
  const leaderOf = new Map(
    products.flatMap(({ product }) => product.servers.map((id) => [id, product.leader] as const)),
  )
  const contradictions = contradictionsByLeader(
    [
      ...refused,
      ...copies.contradictions,
      ...found.contradictions,
      ...entries.flatMap((entry) => ownContradictions(entry, keys)),
    ],
    (id) => leaderOf.get(id),
  )
  return products.map((known) => ({
    ...known.product,
    contradictions: contradictions.get(known.product.leader) ?? [],
    copyOf: copies.originOf.get(known)?.product.leader ?? null,
    lookAlikeOf: lookAlikes.get(known.product)?.leader ?? null,
  }))
}

/** A repository that many strangers name says nothing about any of them. */
function identitiesOf(servers: readonly ListedServer[], keys: PublisherKeys): Identity[] {
  const entries = servers.map((server) => identityOf(server, keys))
  const placeholders = placeholderRepositories(entries)
  const named = entries.map((entry) =>
    placeholders.has(entry.repository ?? '') ? { ...entry, repository: null, owner: null, folder: '' } : entry,
  )
  const doubtful = doubtfulEntries(named)
  return named.map((entry) => (doubtful.has(entry) ? { ...entry, isDoubtful: true } : entry))
}

function correctionLinks({ join }: Corrections): ProductLink[] {
  return join.flatMap(([one = '', ...others]) => others.map((other) => ({ one, other, basis: 'correction' as const })))
}

function productOf({ members, links }: Part, keys: PublisherKeys): KnownProduct {
  const name = nameOf(members)
  const publisher = publisherOf(members, name, keys)
  const entries = leaderFirst(members, { name, publisher }, keys)
  const servers = entries.map(({ id }) => id)
  const product = { name, leader: servers[0] ?? '', servers, publisher, links, contradictions: [] }
  return { product: { ...product, copyOf: null, lookAlikeOf: null }, entries }
}
