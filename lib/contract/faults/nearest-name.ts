import { editDistance } from '../../core/text/edit-distance'
import synonyms from './synonyms.json' with { type: 'json' }

/**
 * What people write for the names of parameters and members, in lower case without separators. A name that an operation
 * has itself is never a synonym there.
 */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = synonyms

/** Longer names are no near miss of anything, and would only cost time. */
const MOST_COMPARED = 40

/** Case and separators do not count, nor do the brackets that some clients add to repeated parameters. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\[\d*\]$/, '')
    .replace(/[-_. ]/g, '')

/**
 * Which of the known names a name that is not among them was probably meant for; undefined where none is near. Near is:
 * equal but for case and separators, a synonym, or a typing error (edit distance 1, or 2 from six characters on).
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > MOST_COMPARED) return undefined
  const wanted = plain(given)
  const spelledAlike = known.find((name) => plain(name) === wanted)
  if (spelledAlike !== undefined) return spelledAlike
  const synonymous = known.find((name) => Object.hasOwn(SYNONYMS, name) && SYNONYMS[name]?.includes(wanted))
  if (synonymous !== undefined) return synonymous
  const [nearest] = known
    .map((name) => ({ name, distance: editDistance(wanted, plain(name)), most: name.length < 6 ? 1 : 2 }))
    .filter(({ name, distance, most }) => distance <= most && name.length > 2)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.name
}
