import type { SearchResult } from '../../contract/shapes/candidates'
import { MOST_ALSO_NAMED, MOST_NEAREST, type NamedProduct } from '../../contract/shapes/named-product'
import type { AskedName, NearProduct, ProductDirectory } from '../product-directory'

/** What a search found for the same text; null: only what passes filters. */
type Found = readonly Pick<SearchResult, 'match' | 'relevance' | 'name' | 'description' | 'serverTitle'>[] | null

const LONGEST_NAME = 100
/** What is less likely to fit than this is no answer to a single word. */
const LEAST_FIT = 0.25
/** Longer ones that no product has are taken for a task: `install a package from npm`. */
const MOST_WORDS_UNKNOWN = 3

/** The product that a text names, as answers have it; null: it says what a tool should do. */
export async function namedProduct(
  asked: AskedName | null,
  found: Found,
  products: Pick<ProductDirectory, 'nearest'>,
): Promise<NamedProduct | null> {
  if (asked === null) return null
  const { intent, isOwn, count } = asked
  const name = asked.name.slice(0, LONGEST_NAME).toWellFormed()
  const [first, ...others] = asked.products
  if (first === undefined) {
    if (isTask(asked, found)) return null
    const near = await products.nearest(name, MOST_NEAREST)
    if (!isUnknownName(asked, found, near)) return null
    const nearest = near.map(({ letters: _apart, ...one }) => one)
    return { intent, name, match: 'none', meant: null, alsoNamed: [], alsoNamedCount: 0, nearest }
  }
  if (!isOwn && count > 1) {
    const alsoNamed = asked.products.slice(0, MOST_ALSO_NAMED)
    return { intent, name, match: 'several', meant: null, alsoNamed, alsoNamedCount: count, nearest: [] }
  }
  return {
    ...{ intent, name, match: isOwn ? 'own' : 'only', meant: first },
    ...{ alsoNamed: others.slice(0, MOST_ALSO_NAMED), alsoNamedCount: count - 1, nearest: [] },
  }
}

/** Whether a text that no product has as its name says what a tool should do. */
function isTask({ intent, name }: AskedName, found: Found): boolean {
  const words = name.split(/\s+/).length
  if (intent !== 'name') return words > MOST_WORDS_UNKNOWN
  return words > 1 || found === null || found.some(({ match }) => match === 'exact')
}

/**
 * Whether it is a name all the same: it asks something of a product, or nothing fits it, or it is a mistyped name: no
 * result has the word, and a name differs in one letter.
 */
function isUnknownName({ intent, name }: AskedName, found: Found, near: readonly NearProduct[]): boolean {
  if (intent !== 'name' || found === null) return true
  if (found.every(({ relevance }) => relevance < LEAST_FIT)) return true
  const word = name.toLowerCase()
  const isKnownWord = found.some((row) =>
    [row.name, row.description, row.serverTitle].some((text) => text.toLowerCase().includes(word)),
  )
  return !isKnownWord && near.some(({ letters }) => letters === 1)
}
