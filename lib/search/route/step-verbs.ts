import { wordsOf } from 'assay-verify/text/words'
import { actOfWord } from '../request/acts'
import words from './words.json' with { type: 'json' }

// At the beginning of a clause these are verbs in practice.
const PLAIN_VERBS = new Set(words.plainVerbs)

// These are nouns or adjectives as well ("eggs, drafts and open issues"), as are all other words of `actOfWord`: what
// follows must show an object.
const FURTHER_VERBS = new Set(words.furtherVerbs)

// What follows a verb and not a noun.
const OBJECT_BEGINS = new Set(words.objectBegins)
const PRONOUNS = new Set(words.pronouns)
// "draft outreach for each", "post replies to them": about what an earlier step found.
const REFERS_BACK =
  /\s(?:for|to|with|on|from|about)\s+(?:each|all|them|it|him|her|me|everyone)(?: (?:of them|one))?\W*$/iu
const PARTICLES = new Set(words.particles)
const BEGINS_WITH_TIME = /^\S+\s+\d{1,2}:\d{2}/u

// "read, write and delete permissions", "add is faster": after these words the first one was no verb.
const NO_OBJECTS = new Set(words.noObjects)

/**
 * Another thing is made by these acts, so that a verb with only a pronoun is still a step: "transcribe it", but not
 * "book it".
 */
const REMAKES: ReadonlySet<string | null> = new Set(['convert', 'analyze'])

const BEFORE_VERBS = new Set(words.beforeVerbs)

/**
 * How a clause begins. `step`: with a verb and its own object. `bare`: with a verb alone ("find and replace text").
 * `same`: with a verb whose object is named by a pronoun only ("book it"). `none`: with no verb.
 */
export type ClauseKind = 'step' | 'bare' | 'same' | 'none'

/** `isFirst`: it begins the text, where a word that may be a verb is one. */
export function kindOfClause(clause: string, isFirst: boolean): ClauseKind {
  const spoken = wordsOf(clause.slice(0, 200))
  const from = spoken.findIndex((word) => !BEFORE_VERBS.has(word))
  const [verb = '', next, ...further] = from < 0 ? [] : spoken.slice(from)
  if (!isVerb(verb)) return 'none'
  if (next === undefined) return 'bare'
  if (further.length === 0 && PRONOUNS.has(next)) return REMAKES.has(actOfWord(verb)) ? 'step' : 'same'
  if (isFirst) return 'step'
  if (NO_OBJECTS.has(next)) return 'none'
  return PLAIN_VERBS.has(verb) || showsObject(clause, verb, next, further) ? 'step' : 'none'
}

/** Whether a word is a verb in its base form, as a request is written; `actOfWord` reads "orders" and "posting" too. */
export function isVerb(word: string): boolean {
  if (PLAIN_VERBS.has(word) || FURTHER_VERBS.has(word)) return true
  // "such" is a German verb only.
  return word !== 'such' && !/[^s]s$|[^p]ing$/.test(word) && actOfWord(word) !== null
}

function showsObject(clause: string, verb: string, next: string, further: readonly string[]): boolean {
  if (OBJECT_BEGINS.has(next) || REFERS_BACK.test(clause) || BEGINS_WITH_TIME.test(clause)) return true
  if (further.length === 0) return false
  return /^\d+$/.test(next) || (FURTHER_VERBS.has(verb) && PARTICLES.has(next))
}
