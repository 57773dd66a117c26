import type { SearchDocument } from '../../lib/search/index/search-document'

const VERBS = ['read', 'list', 'send', 'create', 'convert', 'find', 'delete', 'translate', 'compare', 'watch', 'export']
const NOUNS = ['file', 'invoice', 'message', 'picture', 'calendar', 'issue', 'map', 'stock', 'recipe', 'flight', 'song']
const OF = ['customer', 'project', 'team', 'city', 'account', 'device', 'course', 'patient', 'order', 'vehicle', 'book']

/** A verb, a noun and what it is of: one of 1,331, by a number. */
export function wordsOf(n: number): [string, string, string] {
  const at = (words: readonly string[], place: number) => words[Math.floor(n / 11 ** place) % 11] ?? ''
  return [at(VERBS, 0), at(NOUNS, 1), at(OF, 2)]
}

/** Texts of so many tools, for a search to rank. */
export function benchDocuments(count: number): SearchDocument[] {
  return Array.from({ length: count }, (_, n) => {
    const [verb, noun, of] = wordsOf(n)
    const name = `${verb}_${noun}_of_${of}`
    const description = `Can ${verb} a ${noun} of one ${of}, number ${n}, and says what it did.`
    const texts = { name, title: null, description, parameters: `${noun}Id ${of}Id` }
    return { id: name, serverId: '', ...texts, serverTitle: '', serverDescription: '' }
  })
}
