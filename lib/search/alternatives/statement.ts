import { wordsOf } from 'assay-verify/text/words'
import { termsOf } from '../index/terms'
import { actOfWord } from '../request/acts'
import lists from './words.json' with { type: 'json' }

/** What the first sentence of a description says is done: "List the files of a folder." */
export interface Statement {
  /** The first of the verbs that mean the same. */
  verb: string
  /**
   * The terms of what it is done to, without order: "events of a calendar" has those of "calendar events". Never empty.
   */
  object: ReadonlySet<string>
  /** The terms of where, for what, from what or by what it is done; empty: it does not say. */
  place: ReadonlySet<string>
}

// Verbs that mean the same of most objects, by the first of them.
const FIRST_SYNONYM = new Map<string, string>()
for (const synonyms of lists.synonyms) {
  const verbs = synonyms.flatMap(termsOf)
  for (const verb of verbs) FIRST_SYNONYM.set(verb, verbs[0] as string)
}
/** Verbs whose objects are many: "search messages" and "search all messages of the mailbox" say the same. */
const OF_MANY = new Set(['list', 'search'])

/** What follows says no more of the object. */
const ENDS = new Set(lists.ends)
const PLACES = new Set(lists.places)
const COMPLEMENTS = new Set(lists.complements)
/** Words that restrict nothing. */
const DETERMINERS = new Set(lists.determiners)

/**
 * null for a sentence that does not begin with one verb and its object, as "Create or update an issue" and "The weather
 * of a city".
 */
export function statementOf(sentence: string): Statement | null {
  const clause = /^[^.,;:!?()\n]*/.exec(sentence)?.[0] ?? ''
  const [first = '', ...words] = wordsOf(clause)
  const [term] = termsOf(first)
  const said = actOfWord(first) === null ? null : upToEnd(words)
  if (term === undefined || said === null) return null
  const verb = FIRST_SYNONYM.get(term) ?? term
  const [object, place]: [string[], string[]] = [[], []]
  let into = object
  for (const word of said) {
    const isPlace = PLACES.has(word) || (COMPLEMENTS.has(word) && OF_MANY.has(verb))
    if (isPlace && object.length > 0) into = place
    else if (!isPlace && !DETERMINERS.has(word) && !(word === 'all' && OF_MANY.has(verb))) into.push(...termsOf(word))
  }
  return object.length === 0 ? null : { verb, object: new Set(object), place: new Set(place) }
}

/** The words up to what says no more of the object; null where more is done to it than returning it. */
function upToEnd(words: readonly string[]): readonly string[] | null {
  const end = words.findIndex((word) => ENDS.has(word) || word === 'and')
  if (end === -1) return words
  const next = words[end] === 'and' ? actOfWord(words[end + 1] ?? '') : null
  return next === null || next === 'read' ? words.slice(0, end) : null
}

/** Whether both say that the same is done to the same, in synonymous verbs at most. */
export function sayTheSame(one: Statement | null, other: Statement | null): boolean {
  if (one === null || other === null || one.verb !== other.verb) return false
  if (areEqual(one.object, other.object) && OF_MANY.has(one.verb) && (one.place.size === 0 || other.place.size === 0))
    return true
  return areEqual(new Set([...one.object, ...one.place]), new Set([...other.object, ...other.place]))
}

/**
 * Whether what one does is done to the object of the other, or to one of its kind: "an e-mail", "an e-mail message".
 */
export function haveOneObject(one: Statement | null, other: Statement | null): boolean {
  if (one === null || other === null || one.verb !== other.verb) return false
  return isPart(one.object, other.object) || isPart(other.object, one.object)
}

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && isPart(one, other)
}

function isPart(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].every((term) => other.has(term))
}
