import { editDistance } from '../../core/text/edit-distance'
import { compact, wordsOf } from './names'

const LONGEST_KEY = 100
const MOST_NAMES = 12

/**
 * The key under which names are compared, whatever their case, separators and general words; empty: it has no other
 * words.
 */
export function nameKey(name: string): string {
  return compact(wordsOf(name)).slice(0, LONGEST_KEY).toWellFormed()
}

/** Keys of the names that a product is found by: its own, and those of its entries, the most frequent first. */
export function nameKeysOf(product: { name: string }, entries: readonly { id: string; title: string }[]): string[] {
  const counts = new Map([[nameKey(product.name), Number.POSITIVE_INFINITY]])
  for (const { id, title } of entries)
    for (const key of new Set([title, id.slice(id.lastIndexOf('/') + 1)].map(nameKey)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  counts.delete('')
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_NAMES)
    .map(([key]) => key)
}

/** A name with how far it is from another. */
export interface NearName {
  key: string
  /** Letters that differ; two that are swapped count as one. */
  distance: number
  near: string
}

const LEAST_SHARED = 3

/** The names most like one that is unknown, the nearest first, at most `limit`; with in what they differ. */
export function nearestNames(wanted: string, names: Iterable<string>, limit: number): NearName[] {
  const most = Math.max(1, Math.floor(wanted.length / 2))
  const found = [...new Set(names)].flatMap((key): NearName[] => {
    if (key === wanted) return []
    const distance = isSwapped(wanted, key) ? 1 : editDistance(wanted, key)
    const shared = Math.max(sharedBeginning(wanted, key), sharedBeginning(reversed(wanted), reversed(key)))
    if (distance > most || shared < Math.min(LEAST_SHARED, wanted.length - 1)) return []
    return [{ key, distance, near: howNear(wanted, key, distance) }]
  })
  return found.sort((a, b) => a.distance - b.distance || (a.key < b.key ? -1 : 1)).slice(0, limit)
}

function howNear(wanted: string, key: string, distance: number): string {
  if (isSwapped(wanted, key)) return '2 letters swapped'
  if (key.startsWith(wanted)) return 'begins with it'
  if (distance === 1) return '1 letter differs'
  return `${distance} letters differ`
}

/** Whether two neighbouring letters changed places, and nothing else differs. */
function isSwapped(one: string, other: string): boolean {
  const at = sharedBeginning(one, other)
  const swapped = one.slice(0, at) + one.slice(at + 1, at + 2) + one.slice(at, at + 1) + one.slice(at + 2)
  return one !== other && swapped === other
}

const reversed = (text: string) => [...text].reverse().join('')

function sharedBeginning(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
