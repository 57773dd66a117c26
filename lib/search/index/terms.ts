import { splitIdentifier, wordsOf } from 'assay-verify/text/words'
import { stemmer } from 'stemmer'

// Words about asking, not about what is asked for.
const STOP_WORDS = new Set(
  (
    'a an the i me my we you your he she they them his her their is are was be been being am to of in on for with and or do does did ' +
    'can could would should will shall might must it its this that these those what which who whom whose how when where why ' +
    'there any some at by from as if about into out up down over under than then so too very just not no nor only own same such ' +
    'both each few more most other another have has had having please want wanted wants need needs needed like help helps provide ' +
    'provides provided give gives tell let lets know im ive id us our ours myself yourself itself using use used uses via etc ok ' +
    'okay hi hello hey thanks thank also able may much many really actually currently regarding within without make sure'
  ).split(' '),
)

/** The most terms read of a query; the rest is ignored. */
export const MAX_QUERY_TERMS = 64
const MAX_STEMS = 200_000
const LATIN_WORD = /^[a-z]{3,}$/
const CAMEL_CASE = /[A-Za-z0-9_]*[a-z][A-Z][A-Za-z0-9_]*/g

const stems = new Map<string, string>()

/** A word's stem, by Porter's rules for English; words of other scripts and those with digits stay unchanged. */
function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = LATIN_WORD.test(word) ? stemmer(word) : word
  if (stems.size >= MAX_STEMS) stems.clear()
  stems.set(word, stem)
  return stem
}

/**
 * The terms of a text in order, repeats kept: its words without stop words, stemmed; CJK runs as pairs of characters.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const word of wordsOf(text)) if (!STOP_WORDS.has(word)) terms.push(stemOf(word))
  return terms
}

/** The terms of a name: `get_currentWeather` as `get current weather`. */
export function termsOfName(name: string): string[] {
  return termsOf(splitIdentifier(name))
}

/** The terms of a question, which may contain identifiers (`call getWeather for Rome`). At most `MAX_QUERY_TERMS`. */
export function termsOfQuery(query: string): string[] {
  return termsOf(query.replace(CAMEL_CASE, (identifier) => splitIdentifier(identifier))).slice(0, MAX_QUERY_TERMS)
}

/** The terms, then each pair of neighbours joined by a space: phrases mean more than their words. */
export function withPairs(terms: readonly string[]): string[] {
  const all = [...terms]
  for (let at = 1; at < terms.length; at++) all.push(`${terms[at - 1]} ${terms[at]}`)
  return all
}
