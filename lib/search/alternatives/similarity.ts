import { buildSegment } from '../index/build-segment'
import type { SearchDocument } from '../index/search-document'
import { FIELDS, type Segment } from '../index/segment'
import { termsOfName } from '../index/terms'
import { cosine } from '../rank/document-vectors'
import type { Ranker } from '../rank/rank'
import type { Found, Layer } from '../rank/ranked'
import { SIGNAL } from '../rank/signals'
import { backgroundInformation, type SearchWeights } from '../rank/weights'

/** The properties two tools are compared by. Texts as in the catalog; `parameters` are the names of the input schema. */
export interface Described {
  name: string
  title: string | null
  description: string
  parameters: string
  serverTitle: string
  serverDescription: string
}

/** A subject of the same kind, and the similarity of its capability, 0-1. */
export interface Alike {
  id: string
  similarity: number
}

/** Words of the description that candidates are searched by. */
const DESCRIPTION_WORDS = 40
/** The weight of each similarity, chosen by hand and not fitted; `bench alternatives` measures the result. */
const SHARE = { meaning: 0.4, name: 0.35, words: 0.15, parameters: 0.1 }

/**
 * Documents that do the same as the subject, most similar first, ties by id; the subject itself is among them. Similarity is a mean,
 * weighted by `SHARE`, of: the cosine of the meanings; the share of the names' terms that both have, by rarity; how many of the subject's
 * own words the other contains; and how many of its parameters' names are in the other's schema, left out where it takes none.
 */
export function findAlike(ranker: Ranker, subject: Described, limit: number): Alike[] {
  const { weights, layers } = ranker
  const text = [
    subject.name,
    subject.title ?? '',
    ...subject.description.split(/\s+/).slice(0, DESCRIPTION_WORDS),
  ].join(' ')
  const query = ranker.read(text)
  if (query.terms.length === 0) return []
  const candidates = ranker.measure(query)
  const own = likenessTo(weights, subject)
  const parameters = parameterShares(weights, layers, candidates, subject.parameters)
  const alike = candidates.map((found, place) => {
    const { segment } = layers[found.layer] as Layer
    return { id: ranker.idOf(found), similarity: own(segment, found, parameters(place)) }
  })
  return alike.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1)).slice(0, limit)
}

function likenessTo(weights: SearchWeights, subject: Described) {
  const document: SearchDocument = { ...subject, id: 'subject', serverId: '' }
  const vector = Float32Array.from(buildSegment(weights, [document]).vectors, (value) => value / 127)
  const name = new Map(termsOfName(subject.name).map((term) => [term, backgroundInformation(weights, term)]))
  return (segment: Segment, { ordinal, signals }: Found, parameters: number | null): number => {
    const meaning = Math.max(0, cosine(vector, segment.vectors, ordinal))
    const names = sharedInformation(name, nameInformation(weights, segment, ordinal))
    const words = Math.min(1, signals[SIGNAL.covered] as number)
    const sum = SHARE.meaning * meaning + SHARE.name * names + SHARE.words * words
    const total = SHARE.meaning + SHARE.name + SHARE.words
    const mean = parameters === null ? sum / total : (sum + SHARE.parameters * parameters) / (total + SHARE.parameters)
    return Math.min(1, mean)
  }
}

/** The terms of a name with their information. */
type NameInformation = ReadonlyMap<string, number>

/** Names of each segment that were read, newest last. */
const readNames = new WeakMap<Segment, Map<number, NameInformation>>()
/** Some 300 bytes each. */
const MOST_READ_NAMES = 50_000

function nameInformation(weights: SearchWeights, segment: Segment, ordinal: number): NameInformation {
  const read = readNames.get(segment) ?? new Map<number, NameInformation>()
  readNames.set(segment, read)
  const known = read.get(ordinal)
  if (known !== undefined) return known
  const terms = termsOfName(nameOf(segment, ordinal))
  const information = new Map(terms.map((term) => [term, backgroundInformation(weights, term)]))
  if (read.size >= MOST_READ_NAMES) read.clear()
  read.set(ordinal, information)
  return information
}

/** The last part of the id: a tool's name, or a server's. */
function nameOf({ ids, serverIds, serverOf }: Segment, ordinal: number): string {
  const id = ids[ordinal] as string
  const serverId = serverIds[serverOf[ordinal] as number] as string
  return id === serverId ? id.slice(id.lastIndexOf('/') + 1) : id.slice(serverId.length + 1)
}

/** The share, 0-1, of the terms' information that both have; 0 when neither has any. */
function sharedInformation(one: NameInformation, other: NameInformation): number {
  let shared = 0
  let all = 0
  for (const [term, information] of one) {
    all += information
    if (other.has(term)) shared += information
  }
  for (const [term, information] of other) if (!one.has(term)) all += information
  return all === 0 ? 0 : shared / all
}

/** For each candidate the share of the named parameters' terms that its schema contains, by rarity; null when none are named. */
function parameterShares(
  weights: SearchWeights,
  layers: readonly Layer[],
  candidates: readonly Found[],
  names: string,
) {
  const terms = [...new Set(names.split(' ').flatMap(termsOfName))].map((term) => ({
    term,
    information: backgroundInformation(weights, term),
  }))
  const total = terms.reduce((sum, { information }) => sum + information, 0)
  const shares = new Float32Array(candidates.length)
  for (const [layer, { segment }] of layers.entries()) {
    const slots = new Uint16Array(segment.ids.length)
    for (const [place, found] of candidates.entries()) if (found.layer === layer) slots[found.ordinal] = place + 1
    for (const { term, information } of terms) addShares(segment, term, information / total, slots, shares)
  }
  return (place: number): number | null => (terms.length === 0 ? null : (shares[place] as number))
}

function addShares(segment: Segment, term: string, share: number, slots: Uint16Array, shares: Float32Array): void {
  const { termIds, postingStart, postingDocument, postingFields } = segment
  const id = termIds.get(term)
  if (id === undefined) return
  const end = postingStart[id + 1] as number
  for (let at = postingStart[id] as number; at < end; at++) {
    const slot = slots[postingDocument[at] as number] as number
    if (slot === 0 || ((postingFields[at] as number) & FIELDS.parameters) === 0) continue
    shares[slot - 1] = (shares[slot - 1] as number) + share
  }
}
