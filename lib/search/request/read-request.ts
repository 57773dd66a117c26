import { wordsOf } from 'assay-verify/text/words'
import { termsOf } from '../index/terms'
import { type Act, actOf, actOfWord } from './acts'
import type { ArgumentKind } from './argument-spans'
import { type Direction, directionsIn } from './direction'
import { countriesOfWords } from './places'
import { replacedProducts } from './replaced-product'
import { type RequestWord, requestWords } from './request-words'
import { capabilityOf, roleSignals, type TermKnowledge } from './word-roles'
import lists from './words.json' with { type: 'json' }

/**
 * A word recognised by its form as an argument keeps this share: file names and the like also say what kind of thing is
 * meant.
 */
const SPAN_SHARE = 0.08
const QUALIFIER_SHARE = 0.35
const NEGATED_SHARE = 0.15

// Wishes about how a tool is run or paid; few catalogs say whether they are met.
const QUALIFIERS = new Set(lists.qualifiers.flatMap(termsOf))
const NEGATIONS = new Set(lists.negations)

/** What a text asks for, independent of any catalog. */
export interface Request {
  words: readonly RequestWord[]
  /**
   * For each distinct term, in order: the share of it that says what is wanted, 0-1; the rest is a value to pass on.
   */
  capability: ReadonlyMap<string, number>
  /** Kinds of arguments recognised by their form, each once. */
  argumentKinds: ReadonlySet<ArgumentKind>
  act: Act | null
  /** Terms of words that may be verbs. */
  verbs: ReadonlySet<string>
  directions: readonly Direction[]
  /** Terms of products that are to be replaced. */
  replaced: ReadonlySet<string>
  /** The terms of each of these products. */
  replacedNames: readonly (readonly string[])[]
  /** Countries named, as ISO 3166 codes. */
  countries: readonly string[]
}

export function readRequest(text: string, known: TermKnowledge, roleWeights: readonly number[]): Request {
  const { words, spans } = requestWords(text)
  const rows = roleSignals(words, known)
  const replacedNames = replacedProducts(text)
    .map((name) => termsOf(name))
    .filter((terms) => terms.length > 0)
  const replaced = new Set(replacedNames.flat())
  const capability = new Map<string, number>()
  for (const [place, word] of words.entries()) {
    const share = shareOf(word, capabilityOf(roleWeights, rows[place] as Float64Array), words[place - 1])
    for (const term of word.terms) {
      const own = replaced.has(term) ? NEGATED_SHARE : QUALIFIERS.has(term) ? Math.min(share, QUALIFIER_SHARE) : share
      capability.set(term, Math.max(capability.get(term) ?? 0, own))
    }
  }
  const plain = words.filter(({ span }) => span === null).flatMap(({ folded }) => folded)
  return {
    words,
    capability,
    argumentKinds: new Set(spans.map(({ kind }) => kind)),
    act: actOf(plain),
    verbs: new Set(
      words.flatMap(({ folded, terms }) => (folded.some((word) => actOfWord(word) !== null) ? terms : [])),
    ),
    directions: directionsIn(text),
    replaced,
    replacedNames,
    countries: countriesOfWords(wordsOf(text.slice(0, 2000))),
  }
}

function shareOf(word: RequestWord, learned: number, previous: RequestWord | undefined): number {
  if (word.span !== null) return SPAN_SHARE
  if (previous !== undefined && NEGATIONS.has(previous.folded[0] ?? '')) return Math.min(learned, NEGATED_SHARE)
  return learned
}
