import { wordsOf } from 'assay-verify/text/words'
import words from './words.json' with { type: 'json' }

// A country by its ISO 3166 code: names, people, languages of law and large cities. Only words that hardly mean
// anything else.
const COUNTRY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(words.countries).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
)

/** The country (ISO 3166 code, or `eu`) a word or a pair of words names or lies in; null: none known. */
export function countryOf(word: string): string | null {
  return COUNTRY_OF.get(word) ?? null
}

/** Countries and large cities named in a text, as ISO 3166 codes, in order and each once. */
export function countriesIn(text: string): string[] {
  return countriesOfWords(wordsOf(text))
}

export function countriesOfWords(words: readonly string[]): string[] {
  const found = new Set<string>()
  for (const [place, word] of words.entries()) {
    const code = countryOf(`${word} ${words[place + 1] ?? ''}`) ?? countryOf(word)
    if (code !== null) found.add(code)
  }
  return [...found]
}

/** A number for each country, from 1, for compact storage; 0: none. */
const CODES = [...new Set(COUNTRY_OF.values())]
export function countryNumber(code: string | undefined): number {
  return code === undefined ? 0 : CODES.indexOf(code) + 1
}
export function countryOfNumber(number: number): string | null {
  return CODES[number - 1] ?? null
}
