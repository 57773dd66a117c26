import type { Publisher } from '../../core/catalog/publisher'
import { editDistance } from '../../core/text/edit-distance'
import { compact, namesIn, wordsOf } from './names'

const LONGEST_KEY = 100
const MOST_NAMES = 16

/**
 * The key under which names are compared, whatever their case, separators and general words; empty: it has no letter.
 */
export function nameKey(name: string): string {
  const text = name.slice(0, 4 * LONGEST_KEY)
  const key = compact(wordsOf(text)) || text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return key.slice(0, LONGEST_KEY).toWellFormed()
}

/**
 * Keys of the names that a product is found by, its own first: of its verified publisher, and of titles, ids and
 * packages of its entries, the most frequent first; at most 16.
 */
export function nameKeysOf(
  { name, publisher }: { name: string; publisher?: Publisher },
  entries: readonly { id: string; title: string; packages?: readonly { name: string }[] }[],
): string[] {
  const counts = new Map([[nameKey(name), Number.POSITIVE_INFINITY]])
  for (const key of publisher?.state === 'verified' ? keysOfPublished(nameKey(name), publisher.name ?? '') : [])
    counts.set(key, Number.POSITIVE_INFINITY)
  for (const { id, title, packages = [] } of entries) {
    const names = [title, ...namesIn(title), lastPart(id), ...packages.map((one) => lastPart(one.name))]
    for (const key of new Set(names.map(nameKey))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  counts.delete('')
  return [...counts]
    .sort(([, a], [, b]) => (a === b ? 0 : b - a))
    .slice(0, MOST_NAMES)
    .map(([key]) => key)
}

/** `google`, and `bigquery` of the product Google BigQuery, or `googlemaps` of Google's product Maps. */
function keysOfPublished(own: string, publisher: string): string[] {
  const maker = publisherKey(publisher)
  if (own === maker) return []
  const isPrefixed = own.startsWith(maker)
  return [maker, isPrefixed ? own.slice(maker.length) : maker + own]
}

const lastPart = (id: string) => id.slice(id.lastIndexOf('/') + 1)

/** Of a publisher that is named by its domain, the key of the first label: `stripe` of `stripe.com`. */
const publisherKey = (name: string) => nameKey(/^[^\s.]+(?:\.[^\s.]+)+$/.test(name) ? (name.split('.')[0] ?? '') : name)

/** What a product that is found by a name is ranked by. */
export interface NamedCandidate {
  name: string
  /** `why`: what the state rests on, one of `PUBLISHER_REASONS`. */
  publisher: Publisher & { why: string }
  /** How many entries of catalogs it has. */
  entries: number
  leader: string
  /** Not null: it is a copy of another product, or spells the name of another one in letters of another script. */
  copyOf: string | null
  lookAlikeOf: string | null
}

/** The products of a name. `own`: the first of them is the publisher's own, so that it is the one that is meant. */
export interface RankedNames<Candidate> {
  ranked: Candidate[]
  own: boolean
}

/**
 * The products that a name finds, the one that is meant first: of a verified publisher who is called so and calls it
 * so, then others that a verified publisher calls so, then those of a verified publisher who is called so, then of
 * anybody; copies and look-alikes last. Within these, the one of the most entries.
 */
export function rankNamed<Candidate extends NamedCandidate>(
  asked: string,
  candidates: readonly Candidate[],
): RankedNames<Candidate> {
  const key = nameKey(asked)
  const withRanks = candidates.map((candidate) => ({ candidate, rank: rankOf(key, candidate) }))
  withRanks.sort(
    ({ candidate: a, rank: one }, { candidate: b, rank: other }) =>
      one - other ||
      b.entries - a.entries ||
      a.name.length - b.name.length ||
      (a.leader < b.leader ? -1 : Number(a.leader > b.leader)),
  )
  return { ranked: withRanks.map(({ candidate }) => candidate), own: (withRanks[0]?.rank ?? OTHERS) < OTHERS }
}

/** Ranks from here on are of products that are not known to be the one that is meant. */
const OTHERS = 4

function rankOf(key: string, { name, publisher, copyOf, lookAlikeOf }: NamedCandidate): number {
  if (lookAlikeOf !== null) return OTHERS + 4
  if (copyOf !== null) return OTHERS + 3
  const own = nameKey(name)
  if (publisher.name === null || publisher.state !== 'verified') return own === key ? OTHERS : OTHERS + 2
  const maker = publisherKey(publisher.name)
  if (maker === key) return own === key ? 0 : own.startsWith(key) ? 2 : 3
  const isNamed = own === key || maker + own === key
  if (publisher.why === 'known_for_others' && !key.startsWith(maker)) return isNamed ? OTHERS : OTHERS + 2
  return isNamed ? 1 : own === maker + key ? OTHERS + 1 : OTHERS + 2
}

/** A name with what differs from another one, in words. */
export interface NearName {
  key: string
  /** Letters that differ; two that are swapped are one. */
  distance: number
  near: string
}

/** Letters that names share at least at their beginning or their end. */
const LEAST_SHARED = 3

/** The names most like one that is unknown, the nearest first, at most `limit`; with in what they differ. */
export function nearestNames(wanted: string, names: Iterable<string>, limit: number): NearName[] {
  const key = nameKey(wanted)
  const most = Math.max(1, Math.floor(key.length / 3))
  const found = [...new Set(names)].flatMap((name): NearName[] => {
    if (key === '' || name === key) return []
    const begins = name.startsWith(key) || (key.startsWith(name) && name.length >= LEAST_SHARED)
    const distance = Math.abs(name.length - key.length) > most ? Number.POSITIVE_INFINITY : lettersApart(key, name)
    if (distance < 2 || (distance <= most && !begins && shareAnEnd(key, name)))
      return [{ key: name, distance, near: wordingOf(key, name, distance) }]
    return begins ? [{ key: name, distance: Math.abs(name.length - key.length), near: 'same beginning' }] : []
  })
  const isFar = ({ near }: NearName) => Number(near === 'same beginning')
  return found
    .sort((a, b) => isFar(a) - isFar(b) || a.distance - b.distance || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
}

function wordingOf(one: string, other: string, distance: number): string {
  if (distance > 1) return `${distance} letters differ`
  return areSwapped(one, other) ? 'two letters are swapped' : 'one letter differs'
}

function shareAnEnd(one: string, other: string): boolean {
  const least = Math.min(LEAST_SHARED, Math.max(1, Math.min(one.length, other.length) - 1))
  return one.slice(0, least) === other.slice(0, least) || one.slice(-least) === other.slice(-least)
}

/** Levenshtein distance, with one for two letters that are swapped. */
const lettersApart = (one: string, other: string) => (areSwapped(one, other) ? 1 : editDistance(one, other))

/** Whether two letters beside each other are swapped, and nothing else differs. */
function areSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((_, index) => one[index] !== other[index])
  const swapped = `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at] ?? ''}${one.slice(at + 2)}`
  return at >= 0 && swapped === other
}
