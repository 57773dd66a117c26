import type { Corrections } from './corrections'
import type { Identity } from './identity'
import { type Contradiction, LINK_BASES, type ProductLink } from './product-link'

/** Entries that are one product, with the links that hold them together: fewer than entries, the surest ones. */
export interface Part {
  /** In the order of their ids. */
  members: Identity[]
  links: ProductLink[]
}

/** Entries of one product so far, and what forbids to join them with others. */
interface Group extends Part {
  /** Numbers of the splits of the corrections in which a member is. */
  splits: Set<number>
  /** The publisher that corrections name for a member; null: none. */
  publisher: string | null
  /** Who answers at the addresses of its members. */
  makers: Set<string>
  /** Registry and repository of its members. */
  repositories: Map<string, Set<string>>
}

const RANK = new Map(LINK_BASES.map(({ name }, rank) => [name, rank]))

/**
 * Joins entries by their links, the surest first, where nothing forbids it: entries that an operator splits, products
 * of two known publishers, and addresses at sites of two makers are kept apart, and that is a contradiction. What an
 * operator joins is joined whatever else forbids it.
 */
export function partitionOf(
  entries: readonly Identity[],
  links: readonly ProductLink[],
  { split }: Corrections,
  publisherOf: (entry: Identity) => string | null,
): { parts: Part[]; refused: Contradiction[] } {
  const groupOf = new Map<string, Group>(
    entries.map((entry) => [
      entry.id,
      {
        ...{
          members: [entry],
          links: [],
          splits: new Set(),
          publisher: publisherOf(entry),
          makers: new Set(entry.makers),
        },
        repositories: new Map(entry.repository === null ? [] : [[entry.registry, new Set([entry.repository])]]),
      },
    ]),
  )
  for (const [number, ids] of split.entries()) for (const id of ids) groupOf.get(id)?.splits.add(number)
  const refused: Contradiction[] = []
  for (const link of [...links].sort(surestFirst)) {
    const [one, other] = [groupOf.get(link.one), groupOf.get(link.other)]
    if (one === undefined || other === undefined || one === other) continue
    const code = reasonToRefuse(one, other, link)
    if (code !== null) refused.push({ one: link.one, other: link.other, code })
    else {
      const [into, from] = one.members.length >= other.members.length ? [one, other] : [other, one]
      for (const { id } of from.members) groupOf.set(id, into)
      move(from, into)
      into.links.push(link)
    }
  }
  const parts = [...new Set(groupOf.values())]
  for (const { members } of parts) members.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { parts, refused }
}

function surestFirst(a: ProductLink, b: ProductLink): number {
  const ranks = (RANK.get(a.basis) ?? 0) - (RANK.get(b.basis) ?? 0)
  if (ranks !== 0) return ranks
  if (a.one !== b.one) return a.one < b.one ? -1 : 1
  return a.other < b.other ? -1 : Number(a.other > b.other)
}

function reasonToRefuse(one: Group, other: Group, { basis }: ProductLink): Contradiction['code'] | null {
  if (haveCommon(one.splits, other.splits)) return 'split_by_operator'
  if (basis === 'correction') return null
  if (one.publisher !== null && other.publisher !== null && one.publisher !== other.publisher) return 'two_publishers'
  if (basis === 'maker' && areTwoListed(one, other)) return 'two_repositories'
  return answerElsewhere(one, other) || answerElsewhere(other, one) ? 'two_sites' : null
}

/** Whether a registry lists one repository as the one and another as the other. */
function areTwoListed(one: Group, other: Group): boolean {
  for (const [registry, repositories] of one.repositories) {
    const others = other.repositories.get(registry)
    if (others !== undefined && !haveCommon(repositories, others)) return true
  }
  return false
}

/** Whether the first one answers at sites of which none is the other's maker's. */
function answerElsewhere({ makers }: Group, other: Group): boolean {
  if (makers.size === 0) return false
  if (other.publisher !== null) return !makers.has(other.publisher)
  return other.makers.size > 0 && !haveCommon(makers, other.makers)
}

function haveCommon<Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>): boolean {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one]
  for (const item of fewer) if (more.has(item)) return true
  return false
}

function move(from: Group, into: Group): void {
  into.members.push(...from.members)
  into.links.push(...from.links)
  for (const number of from.splits) into.splits.add(number)
  for (const maker of from.makers) into.makers.add(maker)
  for (const [registry, repositories] of from.repositories)
    into.repositories.set(registry, new Set([...(into.repositories.get(registry) ?? []), ...repositories]))
  into.publisher ??= from.publisher
}
