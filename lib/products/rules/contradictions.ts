import type { PublisherKeys } from './corrections'
import type { Identity } from './identity'
import { makerOfOwner } from './identity'
import { CONTRADICTIONS, type Contradiction } from './product-link'

/** Most that one product lists. */
const MOST_LISTED = 20

const RANK = new Map(CONTRADICTIONS.map(({ name }, rank) => [name, rank]))

/** What an entry states of itself that disagrees, or that says nothing. */
export function ownContradictions(entry: Identity, keys: PublisherKeys): Contradiction[] {
  const { id, owner, proved, sites, isLauncher } = entry
  const codes: Contradiction['code'][] = []
  const account = proved?.account ?? null
  if (account !== null && owner !== null && makerOfOwner(account, keys) !== makerOfOwner(owner, keys))
    codes.push('namespace_of_other_owner')
  if (sites.isLocal) codes.push('local_address')
  if (isLauncher) codes.push('launcher_package')
  return codes.map((code) => ({ one: id, other: id, code }))
}

/**
 * The contradictions of each product, by its leader, at most 20 each: of those with one other product the first of each
 * kind, with the entry of the product itself as `one`. What joined all the same is none.
 */
export function contradictionsByLeader(
  found: readonly Contradiction[],
  leaderOf: (id: string) => string | undefined,
): Map<string, Contradiction[]> {
  const listed = new Map<string, Map<string, Contradiction>>()
  const note = (own: string, other: string, contradiction: Contradiction) => {
    const kinds = listed.get(own) ?? new Map<string, Contradiction>()
    listed.set(own, kinds)
    const kind = `${contradiction.code} ${own === other ? contradiction.one : other}`
    if (!kinds.has(kind)) kinds.set(kind, contradiction)
  }
  for (const contradiction of found) {
    const { one, other, code } = contradiction
    const [first, second] = [leaderOf(one), leaderOf(other)]
    if (first === undefined || second === undefined || (first === second && one !== other)) continue
    note(first, second, contradiction)
    if (first !== second) note(second, first, { one: other, other: one, code })
  }
  const rank = ({ code }: Contradiction) => RANK.get(code) ?? 0
  return new Map(
    [...listed].map(([leader, kinds]) => [
      leader,
      [...kinds.values()].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_LISTED),
    ]),
  )
}
