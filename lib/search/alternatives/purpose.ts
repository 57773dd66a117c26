import { splitIdentifier, wordsOf } from 'assay-verify/text/words'
import { termsOfName } from '../index/terms'
import { type Act, actOf, actOfWord } from '../request/acts'
import { type Direction, directionsIn } from '../request/direction'
import { countriesIn } from '../request/places'
import { productsIn } from './products'
import { type Statement, statementOf } from './statement'
import lists from './words.json' with { type: 'json' }

/** What a purpose is read from, as the catalog has it. */
export interface Named {
  kind: 'server' | 'tool'
  serverId: string
  name: string
  description: string
}

/** What a tool does, as far as words can distinguish it from another tool. */
export interface Purpose {
  kind: 'server' | 'tool'
  /** null: neither its name nor the first word of its description is a verb. */
  act: Act | null
  /** The terms of its name. */
  terms: ReadonlySet<string>
  /** The term of its name's last word that is no verb: what it is about. null: there is none. */
  object: string | null
  /** What the first sentence of its description says is done. */
  statement: Statement | null
  /** What it turns into what, by its name or its first sentence; mostly empty. */
  directions: readonly Direction[]
  /**
   * The countries (ISO 3166) its name, its server's name or its first sentence are about; empty: none, or more than
   * two.
   */
  countries: readonly string[]
  /** Whether it works on data that somebody keeps in an account or a store. */
  worksOnKept: boolean
  /** The products by which its name, its server's name or its first sentence says where; mostly empty. */
  keptIn: readonly string[]
  /** The products that its id and its description mention. */
  mentions: readonly string[]
}

/** Verbs that are objects where another word of the name is a verb: `file_read` reads. */
const NOUNS = new Set(lists.nouns)
/** Plurals and gerunds name objects: `console_logs`, `meeting`. */
const NO_VERB_FORM = /[^s]s$|.{3}ing$/
/** Requests to merge are objects. */
const REQUESTS = /\b(?:pull|merge) (requests?)\b/g
/** Short names of countries are words when they are not written in capitals. */
const SHORT_COUNTRIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:US|U\.S\.)(?![\p{L}\p{N}])/gu, 'usa'],
  [/\b(?:UK|U\.K\.)(?![\p{L}\p{N}])/gu, 'britain'],
  [/\bEU(?![\p{L}\p{N}])/gu, 'european'],
]
// What is said by way of example is no restriction, and neither is what stands in brackets.
const EXAMPLES =
  /\([^)]*\)|["“'`][^"”'`]*["”'`]|\b(?:e\.?g\.?|i\.?e\.?|for example|for instance|such as|like|including)\b.*/gis
const MOST_COUNTRIES = 2
/** Characters of a description. */
const MOST_READ = 1000

/** Nouns for what people keep in an account or a store, by their first form. */
const KEPT = new Set(lists.kept)
/** What is sent reaches its recipient through any provider. */
const MAILS = new Set(lists.mails)
/** Acts that make something of their object instead of keeping it. */
const NOT_OF_KEPT: ReadonlySet<Act | null> = new Set(['convert', 'generate', 'analyze', 'control'])

export function purposeOf({ kind, serverId, name, description }: Named): Purpose {
  const split = splitIdentifier(name)
  const words = wordsOf(split.toLowerCase().replace(REQUESTS, '$1'))
  const opening = openingOf(description)
  const text = placeText(split, serverId, opening)
  const turns = directionsIn(split)
  const act = kind === 'server' ? null : (actOfName(words, turns.length > 0) ?? actOfWord(wordsOf(opening)[0] ?? ''))
  const isOfKept = worksOnKept(kind, act, words)
  return {
    kind,
    act,
    terms: new Set(termsOfName(name)),
    object: termsOfName(words.filter((word, place) => !isVerb(word, place)).join(' ')).at(-1) ?? null,
    statement: kind === 'server' ? null : statementOf(opening),
    directions: [...turns, ...directionsIn(opening)],
    countries: restrictedTo(text),
    worksOnKept: isOfKept,
    keptIn: isOfKept ? productsIn(text) : [],
    // Seldom needed, and half of the work.
    get mentions() {
      return productsIn(`${serverId} ${split} ${description.slice(0, MOST_READ)}`)
    },
  }
}

/** As the purpose has them. */
export function countriesOf({ serverId, name, description }: Omit<Named, 'kind'>): string[] {
  return restrictedTo(placeText(splitIdentifier(name), serverId, openingOf(description)))
}

/** What says where it works. */
function placeText(split: string, serverId: string, opening: string): string {
  const server = splitIdentifier(serverId.slice(serverId.lastIndexOf('/') + 1))
  return `${split}. ${server}. ${opening.replace(EXAMPLES, ' ')}`
}

/** What a tool does by its name alone; null: it has no verb. */
export function actNamedBy(name: string): Act | null {
  const split = splitIdentifier(name)
  return actOfName(wordsOf(split.toLowerCase().replace(REQUESTS, '$1')), directionsIn(split).length > 0)
}

function actOfName(words: readonly string[], turnsSomething: boolean): Act | null {
  const [first = '', ...rest] = words.filter((word) => !NO_VERB_FORM.test(word))
  // An empty word is no verb, and what follows it counts only where it cannot be a noun.
  if (NOUNS.has(first)) return actOf(['', ...rest]) ?? (turnsSomething ? 'convert' : actOf([first, ...rest]))
  return actOf([first, ...rest]) ?? (turnsSomething ? 'convert' : null)
}

function isVerb(word: string, place: number): boolean {
  return !NO_VERB_FORM.test(word) && actOfWord(word) !== null && (place === 0 || !NOUNS.has(word))
}

function restrictedTo(text: string): string[] {
  const spelled = SHORT_COUNTRIES.reduce((so, [short, long]) => so.replace(short, long), text)
  const countries = countriesIn(spelled)
  return countries.length > MOST_COUNTRIES ? [] : countries
}

function worksOnKept(kind: Named['kind'], act: Act | null, words: readonly string[]): boolean {
  if (kind === 'server') return true
  if (act === 'send' && words.some((word) => MAILS.has(word))) return false
  return !NOT_OF_KEPT.has(act) && words.some((word) => KEPT.has(word) || KEPT.has(word.replace(/s$/, '')))
}

/** The first sentence, at most 200 characters. */
export function openingOf(description: string): string {
  const trimmed = description.trim().slice(0, 200)
  return /^.*?[.!?\n](?=\s|$)/s.exec(trimmed)?.[0] ?? trimmed
}
