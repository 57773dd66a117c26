import type { Product } from './products'

/** Ids of products, in the order of the products given, and where former ids lead now. */
export interface ProductIds {
  ids: readonly string[]
  /** Product id by former id: what was joined with another. */
  moves: ReadonlyMap<string, string>
}

const LONGEST_SLUG = 80

/**
 * The id of each product: the one that most of its entries had before, else a new one from publisher and name. A
 * product that was split keeps its id for the larger part; ids in `taken` (former ones) are never given again.
 * `idOf`: the id that an entry had, undefined: none.
 */
export function productIds(
  products: readonly Product[],
  idOf: (serverId: string) => string | undefined,
  taken: Iterable<string>,
): ProductIds {
  const claims = products.flatMap((product, at) => claimsOf(product, idOf).map((claim) => ({ ...claim, at })))
  claims.sort((a, b) => b.entries - a.entries || inOrder(a.id, b.id) || a.at - b.at)
  const [kept, holders] = [new Map<number, string>(), new Map<string, number>()]
  for (const { id, at } of claims) {
    if (holders.has(id)) continue
    holders.set(id, at)
    if (!kept.has(at)) kept.set(at, id)
  }
  const used = new Set([...taken, ...holders.keys()])
  const ids = [...products.keys()]
  for (const at of ids.filter((one) => !kept.has(one)).sort((a, b) => surestFirst(products, a, b)))
    kept.set(at, newId(products[at] as Product, used))
  const moves = [...holders].flatMap(([id, at]) => (kept.get(at) === id ? [] : [[id, kept.get(at) ?? id] as const]))
  return { ids: ids.map((at) => kept.get(at) ?? ''), moves: new Map(moves) }
}

const inOrder = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function claimsOf({ servers }: Product, idOf: (serverId: string) => string | undefined) {
  const counts = new Map<string, number>()
  for (const server of servers) {
    const id = idOf(server)
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return [...counts].map(([id, entries]) => ({ id, entries }))
}

/** A verified publisher's product gets the shorter id. */
function surestFirst(products: readonly Product[], a: number, b: number): number {
  const [one, other] = [products[a], products[b]]
  if (one === undefined || other === undefined) return 0
  const isUnsure = ({ publisher }: Product) => Number(publisher.state !== 'verified')
  return (
    isUnsure(one) - isUnsure(other) || other.servers.length - one.servers.length || inOrder(one.leader, other.leader)
  )
}

function newId({ name, publisher, leader }: Product, used: Set<string>): string {
  const [owner, own] = [slugOf(publisher.name ?? ''), slugOf(name)]
  const named = startsWith(own, owner) ? own : startsWith(owner, own) ? owner : `${owner}-${own}`
  const slug = (slugOf(named) || slugOf(leader) || 'product').slice(0, LONGEST_SLUG).replace(/-+$/, '')
  let id = slug
  for (let count = 2; used.has(id); count += 1) id = `${slug}-${count}`
  used.add(id)
  return id
}

const startsWith = (slug: string, words: string) => words !== '' && `${slug}-`.startsWith(`${words}-`)

/** Lower-case ASCII letters and digits, joined by hyphens; empty where a text has none. */
function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? []).join('-')
}
