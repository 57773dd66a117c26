import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { splitIdentifier, wordsOf } from 'assay-verify/text/words'
import { countriesOf, openingOf } from '../alternatives/purpose'
import { type Act, actOfWord } from '../request/acts'
import { byRelevance, isWithin } from './fit'
import { compareOptions, isAvoided, type RouteOption } from './route-option'

/** Most candidates of an answer: as many as a model compares at once. */
const MOST_CANDIDATES = 5

/** Options whose texts are read: enough that five are left when listings of one capability are folded. */
export const MOST_NEAR = 30

/**
 * Probability from which the best option comes near: below it something fits in few requests, and what is listed would
 * only mislead (docs/decisions/046).
 */
const COMES_NEAR_FROM = 0.15

/** What cannot be used now takes at most so many places: it explains, and does not help. */
const MOST_AVOIDED = 2

/** A near option, with what distinguishes it. Texts are cleaned, as the catalog has them. */
export interface NearOption {
  option: RouteOption
  name: string
  description: string
  serverTitle: string
  /** null: not resolved. */
  productId: string | null
  /** null: none is known. */
  inputSchema: JsonSchema | null
  /** How its credentials are sent; null: not known, or none are needed. */
  scheme: 'apiKey' | 'oauth' | null
}

export interface DistinctOption extends NearOption {
  /** What it does by its name, else by the first word of its description; null: neither says, or it is a server. */
  act: Act | null
  /** ISO 3166. */
  countries: readonly string[]
}

/** The likeliest to fit, the best first, at most `MOST_NEAR`; none where even the best does not come near. */
export function nearest(options: readonly RouteOption[]): RouteOption[] {
  const near = options.toSorted(byRelevance).slice(0, MOST_NEAR)
  return (near[0]?.relevance ?? 0) < COMES_NEAR_FROM ? [] : near
}

/**
 * Those that a caller may choose from: of each capability one, the likeliest to fit first. What is down or to be
 * avoided comes last, and twice at most.
 */
export function chooseCandidates(near: readonly NearOption[]): DistinctOption[] {
  const shown = oneOfEach(near).sort((a, b) => byRelevance(a.option, b.option))
  const avoided = shown.filter(({ option }) => isAvoided(option)).slice(0, MOST_AVOIDED)
  const places = shown.filter((one) => !isAvoided(one.option) || avoided.includes(one)).slice(0, MOST_CANDIDATES)
  return [...places.filter(({ option }) => !isAvoided(option)), ...places.filter(({ option }) => isAvoided(option))]
}

/** Of each capability the listing that works best, of those that can be used and fit about as well as the likeliest. */
function oneOfEach(near: readonly NearOption[]): DistinctOption[] {
  const groupOf = new Map<string, Set<DistinctOption>>()
  for (const one of near.map(distinctOf)) {
    const group = new Set([one])
    const keys = keysOf(one)
    for (const key of keys) for (const other of groupOf.get(key) ?? []) group.add(other)
    for (const key of [...group].flatMap((member) => (member === one ? keys : keysOf(member)))) groupOf.set(key, group)
  }
  return [...new Set(groupOf.values())].map((group) => shownOf([...group]))
}

function distinctOf(one: NearOption): DistinctOption {
  const { kind, act, origin } = one.option
  const first = wordsOf(openingOf(one.description))[0] ?? ''
  const said = kind === 'server' ? null : (act ?? actOfWord(first))
  return { ...one, act: said, countries: countriesOf({ ...one, serverId: origin.serverId }) }
}

function shownOf(group: readonly DistinctOption[]): DistinctOption {
  const usable = group.filter(({ option }) => !isAvoided(option))
  const from = usable.length > 0 ? usable : group
  const best = Math.max(...from.map(({ option }) => option.relevance))
  const equal = from.filter(({ option }) => isWithin(best, option.relevance))
  return equal.toSorted((a, b) => compareOptions(a.option, b.option))[0] as DistinctOption
}

/**
 * What it shares with other listings of its capability: name and description, name and repository, or what it does by
 * the words of its name, for the same places, in the same product. Two tools of a server differ by any word of theirs.
 */
function keysOf({ option, name, description, productId, countries }: DistinctOption): string[] {
  const { kind, id } = option
  const { repository } = option.origin
  const words = wordsIn(name)
  const capability = JSON.stringify([kind, words.toSorted(), countries.toSorted()])
  const text = description.trim()
  return [
    id,
    ...(text === '' ? [] : [JSON.stringify([kind, words, text])]),
    ...(repository === null ? [] : [JSON.stringify([kind, words, 'in', repository])]),
    ...(productId === null ? [] : [`${capability} of ${productId}`]),
    `${capability} by ${familyOf(option)}`,
  ]
}

/** Words of its id that many servers have say nothing of the product. */
const OF_ANY_SERVER = new Set(['mcp', 'server', 'servers', 'tool', 'tools', 'api', 'official', 'remote', 'the'])

/** What a server is called by the last part of its id, without what any server may be called. */
function familyOf({ origin: { serverId } }: RouteOption): string {
  const words = wordsIn(serverId.slice(serverId.lastIndexOf('/') + 1)).filter((word) => !OF_ANY_SERVER.has(word))
  return words.length === 0 ? serverId : words.join(' ')
}

function wordsIn(name: string): string[] {
  return wordsOf(splitIdentifier(name))
}
