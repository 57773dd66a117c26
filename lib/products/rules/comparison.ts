import type { Identity } from './identity'
import { compact, likeness, overlap, type WordWeights } from './names'

/** How alike the names of two entries are, 0-1; 1 where title or id are equal but for separators. */
export function nameLikeness(one: Identity, other: Identity, weights: WordWeights): number {
  const [name, otherName, otherTitle] = [compact(one.name), compact(other.name), compact(other.title)]
  if (name !== '' && (name === otherName || name === otherTitle)) return 1
  if (otherName !== '' && compact(one.title) === otherName) return 1
  return likeness([...one.title, ...one.name], [...other.title, ...other.name], weights)
}

export function haveOneTitle(one: Identity, other: Identity): boolean {
  const title = compact(one.title)
  return title !== '' && title === compact(other.title)
}

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

/** Every two of a list, in its order. */
export function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]))
}
