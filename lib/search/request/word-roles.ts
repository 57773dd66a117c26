import { actOfWord } from './acts'
import { countryOf } from './places'
import type { RequestWord } from './request-words'

/** What the training catalog shows of a term; counts are 0 and up. */
export interface TermKnowledge {
  /** Documents with the term, and servers with it in a tool's name. */
  documents(term: string): number
  nameServers(term: string): number
  /** Whether the thesaurus names a capability by this word. */
  isCapability(term: string): boolean
}

const PREPOSITIONS = [
  ['for', 'fur', 'para', 'pour', 'per', 'dla', 'voor', 'для'],
  ['from', 'since', 'aus', 'von', 'desde', 'depuis', 'z', 'из'],
  ['in', 'at', 'near', 'around', 'am', 'im', 'bei', 'en', 'a', 'w', 'в'],
  ['to', 'into', 'nach', 'zu', 'as'],
  ['of', 'de', 'del', 'della', 'di', 'du', 'des', 'van'],
  ['about', 'on', 'regarding', 'uber', 'sobre', 'sur', 'о', 'about'],
  ['by', 'with', 'via', 'using', 'mit', 'con', 'avec'],
  ['named', 'called', 'titled', 'saying', 'says', 'that', 'is', 'namens'],
  ['between', 'and', 'or', 'vs', 'versus', 'und', 'y', 'et'],
  ['the', 'my', 'our', 'this', 'der', 'die', 'das', 'mein', 'meine', 'la', 'el', 'le'],
  ['an', 'some', 'any', 'all', 'ein', 'eine', 'un', 'una', 'une'],
] as const
const PREPOSITION_OF = new Map(PREPOSITIONS.flatMap((group, place) => group.map((word) => [word as string, place] as const)))

/** What the role of a word is estimated from, each 0-1 or a small number; then one 0/1 for each group of words that may precede it. */
export const ROLE_SIGNALS = [
  'bias',
  'capitalised',
  'allCapitals',
  'hasDigit',
  'documents',
  'nameServers',
  'neverNamed',
  'unseen',
  'capabilityWord',
  'verb',
  'place',
  'opens',
  'afterColon',
  'position',
  'last',
  'shortRequest',
  'afterArgument',
  'beforeArgument',
  'beforeCapitalised',
  'afterCapitalised',
  'capitalisedUnnamed',
  'nextNameServers',
  'previousNameServers',
  'notLatin',
  ...PREPOSITIONS.map((group) => `after ${group[0]}` as const),
  ...PREPOSITIONS.map((group) => `two after ${group[0]}` as const),
] as const
const COUNT = ROLE_SIGNALS.length
const FIRST_PREPOSITION = ROLE_SIGNALS.indexOf('after for')

const CAPITALISED = /^\p{Lu}/u
const ALL_CAPITALS = /^[\p{Lu}\p{N}]{2,}$/u
const DIGIT = /\p{N}/u
const LATIN = /\p{Script=Latin}|\p{N}/u

/** The signals of each word, in the order of `ROLE_SIGNALS`. */
export function roleSignals(words: readonly RequestWord[], known: TermKnowledge): Float64Array[] {
  const shouting = words.length > 2 && words.every(({ text }) => text === text.toUpperCase())
  const counts = words.map(({ terms }) => {
    const first = terms.at(-1)
    if (first === undefined) return { documents: 0, named: 0 }
    return { documents: known.documents(first), named: known.nameServers(first) }
  })
  const isCapital = words.map(({ text, opens }) => !shouting && !opens && CAPITALISED.test(text))
  return words.map((word, place) => {
    const row = new Float64Array(COUNT)
    const { documents, named } = counts[place] as { documents: number; named: number }
    const capital = isCapital[place] ? 1 : 0
    const neverNamed = named === 0 ? 1 : 0
    const folded = word.folded[0] ?? ''
    const next = words[place + 1]
    const previous = words[place - 1]
    const values = [
      1,
      capital,
      !shouting && ALL_CAPITALS.test(word.text) ? 1 : 0,
      DIGIT.test(word.text) ? 1 : 0,
      Math.log1p(documents) / 5,
      Math.log1p(named) / 3,
      neverNamed,
      documents === 0 ? 1 : 0,
      word.terms.some((term) => known.isCapability(term)) ? 1 : 0,
      actOfWord(folded) === null ? 0 : 1,
      countryOf(folded) === null && countryOf(`${folded} ${next?.folded[0] ?? ''}`) === null ? 0 : 1,
      word.opens ? 1 : 0,
      word.afterColon ? 1 : 0,
      place / Math.max(1, words.length - 1),
      place === words.length - 1 ? 1 : 0,
      words.length <= 3 ? 1 : 0,
      previous !== undefined && previous.span !== null ? 1 : 0,
      next !== undefined && next.span !== null ? 1 : 0,
      isCapital[place + 1] ? 1 : 0,
      isCapital[place - 1] ? 1 : 0,
      capital * neverNamed,
      Math.log1p(counts[place + 1]?.named ?? 0) / 3,
      Math.log1p(counts[place - 1]?.named ?? 0) / 3,
      LATIN.test(word.text) ? 0 : 1,
    ]
    row.set(values)
    const before = PREPOSITION_OF.get(previous?.folded[0] ?? '')
    const twoBefore = PREPOSITION_OF.get(words[place - 2]?.folded[0] ?? '')
    if (before !== undefined) row[FIRST_PREPOSITION + before] = 1
    if (twoBefore !== undefined) row[FIRST_PREPOSITION + PREPOSITIONS.length + twoBefore] = 1
    return row
  })
}

/** Probability (0-1) that a word is part of what is wanted, and not a value to pass on: a logistic curve over its signals. */
export function capabilityOf(weights: readonly number[], row: Float64Array): number {
  let sum = 0
  for (let at = 0; at < COUNT; at++) sum += (weights[at] ?? 0) * (row[at] as number)
  return 1 / (1 + Math.exp(-sum))
}
