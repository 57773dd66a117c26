import { readFileSync } from 'node:fs'
import { termsOf, termsOfQuery } from '../../lib/search/index/terms'
import type { Translations } from '../../lib/search/rank/translate'

/**
 * Reads lines of an English word and words of other languages for it: `word<TAB>word, word, …`. The line without an
 * English word has words that only join others. Words of several terms are left out.
 */
export function readWordsAbroad(path: string): Translations {
  const translations = new Map<string, Set<string>>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [word = '', others = ''] = line.split('\t')
    const english = termsOf(word)
    for (const [term, ...more] of others.split(',').map(termsOfQuery)) {
      if (term === undefined || more.length > 0 || english.includes(term)) continue
      const known = translations.get(term) ?? new Set()
      translations.set(term, new Set([...known, ...english]))
    }
  }
  return new Map([...translations].map(([term, english]) => [term, [...english]]))
}
