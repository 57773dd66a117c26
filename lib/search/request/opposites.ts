import { termsOf } from '../index/terms'
import words from './words.json' with { type: 'json' }

// By pairs of which one undoes the other or is its counterpart.
const COUNTERPARTS: ReadonlyMap<string, ReadonlySet<string>> = counterparts()

function counterparts(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>()
  const add = (one: string, other: string) => map.set(one, (map.get(one) ?? new Set()).add(other))
  for (const pair of words.counterparts) {
    const [one, other] = pair.split('/').map((word) => termsOf(word)[0]) as [string | undefined, string | undefined]
    if (one === undefined || other === undefined) continue
    add(one, other)
    add(other, one)
  }
  return map
}

/** The terms that mean the opposite of a term; none for most. */
export function oppositesOf(term: string): ReadonlySet<string> {
  return COUNTERPARTS.get(term) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
