import { splitIdentifier, wordsOf } from 'assay-verify/text/words'
import type { Shape } from '../../core/json-schema/shape'
import lists from './words.json' with { type: 'json' }

const rowsByWord = (rows: readonly (readonly string[])[]) =>
  new Map(rows.flatMap((row) => row.map((word) => [word, row[0] ?? word] as const)))
/** Words that mean the same in any position of a name. */
const WORD = rowsByWord(lists.sameWord)
/** Words that mean the same beside others: `start_date` and `from_date`, but not `start` and `source`. */
const WORD_BESIDE = rowsByWord(lists.sameBeside)
/** Names that mean the same as a whole, without spaces and other separators. */
const MEANINGS = lists.sameMeaning.map((row) => new Set(row))
const SAYS_NOTHING = new Set(lists.saysNothing)
const KINDS = new Set(lists.kinds)
const SEARCHED = new Set(lists.searched)
const TEXTS = new Set(lists.texts)
/** Last words of names of strings with a specific format, which are no text to search for. */
const FORMED = new Set(lists.formed)
const COMMON_WORDS = new Set(lists.common)
const OF_DATES = /^(?:dates?|datetime|timestamp|yyyy\w*|iso8601)$/

/** The words of a parameter's name and description. */
export interface Named {
  joined: string
  words: ReadonlySet<string>
  last: string
  /** The words without a kind at the end, and that kind: `city`, `name` of `city_name`. */
  core: string
  kind: string
  /** The opposites of its words. */
  opposites: ReadonlySet<string>
  meanings: ReadonlySet<number>
  described: ReadonlySet<string>
}

/** A search takes any text without a specific format; other texts can replace each other. */
export function isTextFor(one: Named, other: Named): boolean {
  if (SEARCHED.has(other.last)) return !FORMED.has(one.last)
  return TEXTS.has(other.last) && (TEXTS.has(one.last) || SEARCHED.has(one.last))
}

/**
 * How likely two parameters mean the same: 0, they do not; above 0.5 by their names, below only by their descriptions.
 */
export function likenessOf(one: Named, other: Named): number {
  const byName = nameLikeness(one, other)
  const isDescribed =
    byName > 0 || ((isDescribedBy(one, other) || isDescribedBy(other, one)) && !isContrary(one, other))
  if (!isDescribed) return 0
  const sharedWords = [...one.described].filter((word) => other.described.has(word)).length
  const dice = (2 * sharedWords) / Math.max(1, one.described.size + other.described.size)
  const likeness = byName || (sharedWords >= 2 && dice >= 0.5 ? 0.3 : 0)
  return likeness === 0 ? 0 : likeness + dice / 10
}

/** Whether the words of a name, not only its kind, are all in the other's description. */
function isDescribedBy({ words }: Named, { described }: Named): boolean {
  return isWithin(words, described) && !isWithin(words, KINDS)
}

function nameLikeness(one: Named, other: Named): number {
  if (one.joined === '' || other.joined === '') return 0
  if (one.joined === other.joined) return 1
  if (isOpposed(one, other)) return 0
  const isOfOneKind = one.kind === '' || other.kind === '' || one.kind === other.kind
  if (isOfOneKind && [...one.meanings].some((meaning) => other.meanings.has(meaning))) return 0.9
  if (isOfOneKind && one.core === other.core) return 0.8
  if (one.last !== other.last || !isNarrower(one.words, other.words)) return 0
  const [broad, narrow] = one.words.size < other.words.size ? [one, other] : [other, one]
  if (narrow.words.has('per')) return 0
  const isDescribed = [...narrow.words].every((word) => broad.words.has(word) || broad.described.has(word))
  return isDescribed || !KINDS.has(broad.last) || broad.described.size === 0 ? 0.6 : 0
}

/** Opposites, or two of one kind: `project_id` and `user_id`. */
function isContrary(one: Named, other: Named): boolean {
  const isShared = [...one.words].some((word) => other.words.has(word))
  return isOpposed(one, other) || (isShared && !isNarrower(one.words, other.words))
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((word) => all.has(word))
const isNarrower = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  isWithin(one, other) || isWithin(other, one)

/** One has a word, and the other its opposite instead. */
function isOpposed(one: Named, other: Named): boolean {
  const says = ({ words, opposites }: Named, them: Named) =>
    [...opposites].some((word) => them.words.has(word) && !words.has(word))
  return says(one, other) && says(other, one)
}

export function namedAs(name: string, { keywords }: Shape): Named {
  const said = [keywords.title, keywords.description].filter((text) => typeof text === 'string')
  const described = wordsOf(said.join(' ').slice(0, 400))
  const raw = wordsOf(splitIdentifier(name.slice(0, 200)))
  const isDate =
    keywords.format === 'date' || keywords.format === 'date-time' || described.some((word) => OF_DATES.test(word))
  const dated = raw.length === 1 && isDate && WORD_BESIDE.has(raw[0] ?? '') ? [...raw, 'date'] : raw
  const telling = dated.filter((word) => !SAYS_NOTHING.has(word))
  const words = (telling.length > 0 ? telling : dated).map(singular)
  const meant = words.map((word) => WORD.get(word) ?? (words.length > 1 ? WORD_BESIDE.get(word) : undefined) ?? word)
  const last = meant.at(-1) ?? ''
  const hasKind = meant.length > 1 && KINDS.has(last)
  const ends = [dated.join(''), words.join(''), words.slice(0, hasKind ? -1 : undefined).join('')]
  return {
    joined: raw.join(''),
    words: new Set(meant),
    last,
    core: meant.slice(0, hasKind ? -1 : undefined).join(' '),
    kind: hasKind ? last : '',
    opposites: new Set(lists.opposites.flatMap((pair) => (pair.some((word) => meant.includes(word)) ? pair : []))),
    meanings: new Set(MEANINGS.flatMap((row, index) => (ends.some((end) => row.has(end)) ? [index] : []))),
    described: new Set(
      described
        .filter((word) => word.length > 1 && !COMMON_WORDS.has(word))
        .slice(0, 30)
        .map(singular),
    ),
  }
}

const singular = (word: string) => (word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word)
