import type { Identity } from './identity'
import { likeness, overlap, type WordWeights } from './names'

/** How alike the names of two entries are, 0-1; 1 where title or id are equal but for separators. */
export function nameLikeness(one: Identity, other: Identity, weights: WordWeights): number {
  if (one.nameKey !== '' && (one.nameKey === other.nameKey || one.nameKey === other.titleKey)) return 1
  if (other.nameKey !== '' && one.titleKey === other.nameKey) return 1
  return likeness([...one.title, ...one.name], [...other.title, ...other.name], weights)
}

export const haveOneTitle = (one: Identity, other: Identity) => one.titleKey !== '' && one.titleKey === other.titleKey

/** Whether both list at least `fewest` tools, and of all these both have at least `share` (0-1). */
export function haveOneToolList({ tools }: Identity, other: Identity, fewest: number, share: number): boolean {
  return Math.min(tools.size, other.tools.size) >= fewest && (overlap(tools, other.tools) ?? 0) >= share
}

/** Entries by each key they have; an entry without a key is in none. */
export function groupedBy(
  entries: Iterable<Identity>,
  keysOf: (entry: Identity) => Iterable<string>,
): Map<string, Identity[]> {
  const groups = new Map<string, Identity[]>()
  for (const entry of entries)
    for (const key of new Set(keysOf(entry))) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [entry])
      else group.push(entry)
    }
  return groups
}

/** Every two of up to so many entries are compared; of more, each with the first ones that share a word with it. */
const MOST_COMPARED = 60
const MOST_FIRST = 6

/**
 * The pairs of a group that are worth comparing, in its order: all of a small one; of a large one so many that entries
 * with one name, one list of tools or one rare word meet. Some pairs come twice.
 */
export function comparedPairs(group: readonly Identity[]): [Identity, Identity][] {
  if (group.length <= MOST_COMPARED) return pairsOf(group)
  const keysOf = ({ titleKey, nameKey, title, name, toolList }: Identity) => [
    ...['', `t ${titleKey}`, `n ${nameKey}`, `l ${toolList}`],
    ...[...title, ...name].map((word) => `w ${word}`),
  ]
  return [...groupedBy(group, keysOf).values()].flatMap((sharing) =>
    sharing.length <= MOST_COMPARED ? pairsOf(sharing) : pairsWithFirst(sharing),
  )
}

/** Every two of a list, in its order. */
function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]))
}

function pairsWithFirst(items: readonly Identity[]): [Identity, Identity][] {
  return items
    .slice(0, MOST_FIRST)
    .flatMap((one, at) => items.slice(at + 1).map((other): [Identity, Identity] => [one, other]))
}
