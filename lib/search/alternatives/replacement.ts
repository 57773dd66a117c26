import { type Act, areOpposite, readsAndChanges } from '../request/acts'
import { oppositesOf } from '../request/opposites'
import type { Purpose } from './purpose'
import { haveOneObject, sayTheSame } from './statement'

/** How far one tool can stand in for another, by what their words say they do. */
export interface Replacement {
  /** How near what the two do is, by act, object, kind and product: above 0, at most 1. A signal of `pairRow`. */
  share: number
  /** Whether it works on data that is kept in another product than the original's. */
  inOtherProduct: boolean
  /** Whether their descriptions say that the same is done to the same, and they mention the same product or none. */
  saysTheSame: boolean
}

/** Acts by what they leave behind; of one line they are near each other. */
const NEAR: readonly (readonly Act[])[] = [
  ['list', 'search'],
  ['read', 'monitor'],
  ['create', 'send'],
  ['create', 'generate'],
  ['convert', 'generate'],
  ['compute', 'convert'],
  ['compute', 'analyze'],
  ['compute', 'control'],
  ['compute', 'read'],
  ['analyze', 'read'],
]
/** What `share` is multiplied by for each difference; chosen by hand. */
const SHARES = {
  nearAct: 0.95,
  otherAct: 0.8,
  /** Of one of the two it is not known what it does. */
  unknownAct: 0.9,
  otherObject: 0.85,
  /** A server that lists no tools may have the one wanted. */
  wholeServer: 0.85,
  otherProduct: 0.8,
  /** Of one of the two it is not known where it keeps its data. */
  unknownProduct: 0.9,
} as const

/**
 * How far `other` can stand in for `original`; null: not at all. It cannot where
 * - one does the opposite: by their acts (create and delete), by a pair of words in their names of which each has one
 *   (encode and decode), or by direction (speech to text and text to speech);
 * - one only reads and the other changes something; operating a device or a browser counts as neither;
 * - the other is for a country that the original is not for.
 *
 * Another provider of the same capability is an alternative: weather, web search or e-mail come from any. What works on
 * data that somebody keeps in a product is another matter: issues of Jira are not in GitHub. So where both work on such
 * data, by their objects (issues, pages, tables), and name different known products, the other counts as less similar
 * and is marked (`inOtherProduct`); where only one names a product and the other does not even mention it, it counts as
 * less similar. Other acts and other objects than the original's count as less similar too, and so does a whole server
 * in place of a tool. What is not known excludes nothing.
 */
export function replacementBy(original: Purpose, other: Purpose): Replacement | null {
  if (excludes(original, other)) return null
  const product = productShare(original, other)
  const saysTheSame = sayTheSame(original.statement, other.statement) && mentionTheSame(original, other)
  const isOneKind = original.kind === other.kind
  const isOneObject = nameOneObject(original, other) || haveOneObject(original.statement, other.statement)
  const share = isOneKind
    ? actShare(original.act, other.act) * (isOneObject ? 1 : SHARES.otherObject)
    : SHARES.wholeServer
  return { share: share * product, inOtherProduct: product === SHARES.otherProduct, saysTheSame }
}

function excludes(original: Purpose, other: Purpose): boolean {
  return (
    doOpposite(original.act, other.act) ||
    sayOpposite(original.terms, other.terms) ||
    goOpposite(original, other) ||
    (other.countries.length > 0 && !sharesOne(original.countries, other.countries))
  )
}

function doOpposite(a: Act | null, b: Act | null): boolean {
  if (a === null || b === null) return false
  return areOpposite(a, b) || (a !== 'control' && b !== 'control' && readsAndChanges(a, b))
}

/** Each has a word that the other lacks, and these two are opposites. */
function sayOpposite(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some(
    (term) => !other.has(term) && [...oppositesOf(term)].some((opposite) => other.has(opposite) && !one.has(opposite)),
  )
}

function goOpposite({ directions }: Purpose, { directions: others }: Purpose): boolean {
  const has = (list: Purpose['directions'], from: string, to: string) =>
    list.some((direction) => direction.from === from && direction.to === to)
  return directions.some(({ from, to }) => has(others, to, from) && !has(others, from, to))
}

/** Whether it is known what both do, and they do things that are not near each other. */
export function isOtherAct(a: Act | null, b: Act | null): boolean {
  return a !== null && b !== null && a !== b && !isNear(a, b)
}

function isNear(a: Act, b: Act): boolean {
  return NEAR.some((line) => line.includes(a) && line.includes(b))
}

function actShare(a: Act | null, b: Act | null): number {
  if (a === b) return 1
  if (a === null || b === null) return SHARES.unknownAct
  return isNear(a, b) ? SHARES.nearAct : SHARES.otherAct
}

/** By the last words of their names, where neither name has the other's. */
function nameOneObject(one: Purpose, other: Purpose): boolean {
  return one.object === null || other.object === null || one.terms.has(other.object) || other.terms.has(one.object)
}

function productShare(original: Purpose, other: Purpose): number {
  const [own, others] = [original.keptIn, other.keptIn]
  if (own.length > 0 && others.length > 0) return sharesOne(own, others) ? 1 : SHARES.otherProduct
  if (own.length > 0) return sharesOne(own, other.mentions) ? 1 : SHARES.unknownProduct
  return others.length > 0 && original.worksOnKept && !sharesOne(others, original.mentions) ? SHARES.unknownProduct : 1
}

function mentionTheSame({ mentions }: Purpose, { mentions: others }: Purpose): boolean {
  return mentions.length + others.length === 0 || sharesOne(mentions, others)
}

function sharesOne(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one))
}
