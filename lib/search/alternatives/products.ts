import { splitIdentifier, wordsOf } from 'assay-verify/text/words'
import lists from './words.json' with { type: 'json' }

// A product with an account or a store of its own, in which people keep what a tool works on. An entry holds the words
// of one product, or of products of one account; only words that hardly mean anything else.
const PRODUCT_OF = new Map<string, string>()
for (const product of lists.products) {
  const words = product.split(' ')
  for (const word of words) PRODUCT_OF.set(word, words[0] as string)
}

/** The known products that a name or a text mentions, each once. */
export function productsIn(text: string): string[] {
  const words = wordsOf(splitIdentifier(text))
  return [...new Set(words.flatMap((word) => PRODUCT_OF.get(word) ?? []))]
}
