import type { Product } from '../../lib/products/rules/products'
import { round } from '../bench'

/** Two entries that look alike, graded by hand from what the catalog states. `sure`: 1 contestable to 3 plain. */
export interface GradedPair {
  stratum: string
  a: { id: string }
  b: { id: string }
  same: boolean
  sure: 1 | 2 | 3
  why: string
}

export function gradePairs(pairs: readonly GradedPair[], products: readonly Product[], print: (line: string) => void) {
  const productOf = new Map(products.flatMap((product) => product.servers.map((id) => [id, product] as const)))
  const counts = { joined: 0, wronglyJoined: 0, missed: 0, apart: 0 }
  for (const { a, b, same, stratum, why } of pairs) {
    const isJoined = productOf.get(a.id) === productOf.get(b.id)
    if (isJoined !== same) print(`${same ? 'missed' : 'wrong join'}: ${a.id} and ${b.id} (${stratum}): ${why}`)
    counts[isJoined ? (same ? 'joined' : 'wronglyJoined') : same ? 'missed' : 'apart'] += 1
  }
  return {
    ...counts,
    precision: round(counts.joined / (counts.joined + counts.wronglyJoined), 4),
    recall: round(counts.joined / (counts.joined + counts.missed), 4),
  }
}
