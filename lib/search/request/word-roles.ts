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
const PREPOSITION_OF = new Map(
  PREPOSITIONS.flatMap((group, place) => group.map((word) => [word as string, place] as const)),
)

/**
 * What the role of a word is estimated from, each 0-1 or a small number; then one 0/1 for each group of words that may
 * precede it.
 */
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
const FIRST_OF_NEIGHBOURS = ROLE_SIGNALS.indexOf('afterArgument')
const FIRST_PREPOSITION = ROLE_SIGNALS.indexOf('after for')

const CAPITALISED = /^\p{Lu}/u
const ALL_CAPITALS = /^[\p{Lu}\p{N}]{2,}$/u
const DIGIT = /\p{N}/u
const LATIN = /\p{Script=Latin}|\p{N}/u

/** The signals of each word, in the order of `ROLE_SIGNALS`. */
export function roleSignals(words: readonly RequestWord[], known: TermKnowledge): Float64Array[] {
  const shouting = words.length > 2 && words.every(({ text }) => text === text.toUpperCase())
  const seen = words.map((word) => {
    const term = word.terms.at(-1)
    const isCapital = !shouting && !word.opens && CAPITALISED.test(word.text)
    if (term === undefined) return { word, isCapital, documents: 0, named: 0 }
    return { word, isCapital, documents: known.documents(term), named: known.nameServers(term) }
  })
  return seen.map((_, place) => {
    const row = new Float64Array(COUNT)
    row.set(ownSignals(seen, place, known, shouting))
    row.set(neighbourSignals(seen, place), FIRST_OF_NEIGHBOURS)
    for (const [offset, distance] of [
      [0, 1],
      [PREPOSITIONS.length, 2],
    ] as const) {
      const group = PREPOSITION_OF.get(words[place - distance]?.folded[0] ?? '')
      if (group !== undefined) row[FIRST_PREPOSITION + offset + group] = 1
    }
    return row
  })
}

interface SeenWord {
  word: RequestWord
  isCapital: boolean
  documents: number
  named: number
}

function ownSignals(seen: readonly SeenWord[], place: number, known: TermKnowledge, shouting: boolean): number[] {
  const { word, isCapital, documents, named } = seen[place] as SeenWord
  const folded = word.folded[0] ?? ''
  const isPlace = countryOf(folded) ?? countryOf(`${folded} ${seen[place + 1]?.word.folded[0] ?? ''}`)
  return [
    1,
    Number(isCapital),
    Number(!shouting && ALL_CAPITALS.test(word.text)),
    Number(DIGIT.test(word.text)),
    Math.log1p(documents) / 5,
    Math.log1p(named) / 3,
    Number(named === 0),
    Number(documents === 0),
    Number(word.terms.some((term) => known.isCapability(term))),
    Number(actOfWord(folded) !== null),
    Number(isPlace !== null),
    Number(word.opens),
    Number(word.afterColon),
    place / Math.max(1, seen.length - 1),
    Number(place === seen.length - 1),
    Number(seen.length <= 3),
  ]
}

function neighbourSignals(seen: readonly SeenWord[], place: number): number[] {
  const { word, isCapital, named } = seen[place] as SeenWord
  const [previous, next] = [seen[place - 1], seen[place + 1]]
  const isArgument = (one: SeenWord | undefined) => Number(one !== undefined && one.word.span !== null)
  return [
    isArgument(previous),
    isArgument(next),
    Number(next?.isCapital ?? false),
    Number(previous?.isCapital ?? false),
    Number(isCapital && named === 0),
    Math.log1p(next?.named ?? 0) / 3,
    Math.log1p(previous?.named ?? 0) / 3,
    Number(!LATIN.test(word.text)),
  ]
}

/**
 * Probability (0-1) that a word is part of what is wanted, and not a value to pass on: a logistic curve over its
 * signals.
 */
export function capabilityOf(weights: readonly number[], row: Float64Array): number {
  let sum = 0
  for (let at = 0; at < COUNT; at++) sum += (weights[at] ?? 0) * (row[at] as number)
  return 1 / (1 + Math.exp(-sum))
}
