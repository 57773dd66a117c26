import { haveOneTitle, nameLikeness } from './comparison'
import type { Identity } from './identity'
import { readAsLatin } from './look-alikes'
import { compact, type WordWeights, wordsOf } from './names'
import type { Contradiction } from './product-link'
import type { Product } from './products'

/** A product with the identities of its entries, the leader's first. */
export interface KnownProduct {
  product: Product
  entries: readonly Identity[]
}

/** So many equal tools are copied, whatever the names. */
const MANY_TOOLS = 5
const ALIKE = 0.3
const MORE_REGISTRIES = 2

/** The products that are forks or copies of others, with the product of the origin, and what shows it. */
export interface Copies {
  originOf: Map<KnownProduct, KnownProduct>
  contradictions: Contradiction[]
}

/**
 * A product is a copy of another one where it has the same tools or the same long description and another owner, or
 * where what it names was refused to it (`refused`), and the other is a verified publisher's, or listed by two
 * registries more. Else it is not known who copied. What a registry publishes from code of others is always a copy.
 */
export function copiesOf(
  products: readonly KnownProduct[],
  refused: readonly Contradiction[],
  weights: WordWeights,
): Copies {
  const copies: Copies = { originOf: new Map(), contradictions: [] }
  const claim = (one: KnownProduct, other: KnownProduct) => {
    const [origin, copy] = originFirst(one, other) > 0 ? [other, one] : [one, other]
    if (isUnsure(copy) === 0 || !isOrigin(origin, copy)) return
    const before = copies.originOf.get(copy)
    if (before === undefined || originFirst(before, origin) > 0) copies.originOf.set(copy, origin)
  }
  for (const group of sharing(products).values()) {
    const [origin, ...others] = [...group].sort(originFirst)
    if (origin === undefined) continue
    for (const other of others) {
      const [one, two] = [origin.entries[0], other.entries[0]]
      if (one === undefined || two === undefined || haveOneOwner(origin, other)) continue
      const areMany = Math.min(one.tools.size, two.tools.size) >= MANY_TOOLS
      if (!areMany && !haveOneTitle(one, two) && nameLikeness(one, two, weights) < ALIKE) continue
      copies.contradictions.push({ one: one.id, other: two.id, code: 'copied_tools' })
      claim(origin, other)
    }
  }
  for (const { republished, origin } of republishedFrom(products)) copies.originOf.set(republished, origin)
  const holder = new Map(products.flatMap((known) => known.entries.map(({ id }) => [id, known] as const)))
  for (const { one, other, code } of refused) {
    const [first, second] = [holder.get(one), holder.get(other)]
    if (first === undefined || second === undefined || code === 'split_by_operator' || first === second) continue
    claim(first, second)
  }
  return copies
}

/** Products that a registry publishes from code of others, each with the one whose repository it names. */
function republishedFrom(products: readonly KnownProduct[]) {
  const isRepublished = ({ entries }: KnownProduct) => entries.every(({ republished }) => republished)
  const byRepository = new Map<string, KnownProduct>()
  for (const known of products)
    for (const { repository } of isRepublished(known) ? [] : known.entries) {
      const before = repository === null ? undefined : byRepository.get(repository)
      if (repository !== null && (before === undefined || originFirst(known, before) < 0))
        byRepository.set(repository, known)
    }
  return products.filter(isRepublished).flatMap((republished) => {
    const origin = byRepository.get(republished.entries[0]?.repository ?? '')
    return origin === undefined ? [] : [{ republished, origin }]
  })
}

/** Products by each list of tools and each long description that an entry of theirs has. */
function sharing(products: readonly KnownProduct[]): Map<string, Set<KnownProduct>> {
  const groups = new Map<string, Set<KnownProduct>>()
  for (const known of products)
    for (const { toolsDigest, toolList, text, isInterface } of known.entries) {
      const keys = [toolsDigest && `d ${toolsDigest}`, toolList && `l ${toolList}`, text && !isInterface && `t ${text}`]
      for (const key of keys) {
        if (!key) continue
        const group = groups.get(key)
        if (group === undefined) groups.set(key, new Set([known]))
        else group.add(known)
      }
    }
  return groups
}

function haveOneOwner({ entries }: KnownProduct, other: KnownProduct): boolean {
  const owners = new Set(entries.flatMap(({ owner, account }) => [owner ?? [], account ?? []].flat()))
  return other.entries.some(({ owner, account }) => owners.has(owner ?? '') || owners.has(account ?? ''))
}

const isUnsure = ({ product }: KnownProduct) => Number(product.publisher.state !== 'verified')
const registriesOf = ({ entries }: KnownProduct) => new Set(entries.map(({ registry }) => registry)).size

/** Negative: the first is rather the origin. */
const originFirst = (one: KnownProduct, other: KnownProduct) =>
  isUnsure(one) - isUnsure(other) ||
  registriesOf(other) - registriesOf(one) ||
  other.entries.length - one.entries.length

/** A verified publisher's, or listed by so many registries more that the other is not known to be first. */
const isOrigin = (one: KnownProduct, other: KnownProduct) =>
  isUnsure(one) < isUnsure(other) || registriesOf(one) >= registriesOf(other) + MORE_REGISTRIES

/** The product whose name each look-alike name spells: a verified publisher's, else that of the most entries. */
export function lookAlikesOf(products: readonly Product[]): Map<Product, Product> {
  const byName = new Map<string, Product>()
  const unsureLast = ({ publisher, servers }: Product) => (publisher.state === 'verified' ? 1e9 : 0) + servers.length
  for (const product of products) {
    const key = compact(wordsOf(product.name))
    const before = byName.get(key)
    if (before === undefined || unsureLast(before) < unsureLast(product)) byName.set(key, product)
  }
  const found = new Map<Product, Product>()
  for (const product of products) {
    const read = readAsLatin(product.name)
    const meant = read === null ? undefined : byName.get(compact(wordsOf(read)))
    if (meant !== undefined && meant !== product) found.set(product, meant)
  }
  return found
}
