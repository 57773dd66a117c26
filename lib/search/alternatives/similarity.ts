import { quantised } from '../index/build-segment'
import { meaningOf, wordsIn } from '../index/document-words'
import { FIELDS, type Segment } from '../index/segment'
import { termsOfName } from '../index/terms'
import { cosine } from '../rank/document-vectors'
import { postingsOf } from '../rank/measure-signals'
import type { Wording } from '../rank/query'
import type { Ranker } from '../rank/rank'
import type { Layer } from '../rank/ranked'
import { backgroundInformation, type SearchWeights } from '../rank/weights'
import { nameShares } from './name-terms'
import { openingOf } from './purpose'
import { statementOf } from './statement'

/**
 * The properties two tools are compared by. Texts as in the catalog; `parameters` are the names of the input schema.
 */
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
  /** The similarity should the two descriptions say the same, whatever the names; left out where it is no greater. */
  ifSaidTheSame?: number
}

/** Words of the description that candidates are searched by. */
const DESCRIPTION_WORDS = 40
/** The weight of each similarity, chosen by hand and not fitted; `bench alternatives` measures the result. */
const SHARE = { meaning: 0.4, name: 0.35, words: 0.15, parameters: 0.1 }
/**
 * What two names count that share less, where the descriptions say the same: less than equal names, so that these come
 * first.
 */
const SAME_STATEMENT = 0.8

/**
 * Documents that may do the same as the subject, by the most that they may be similar, ties by id; the subject itself
 * is among them. Similarity is a mean, weighted by `SHARE`, of: the cosine of the meanings; the share of the names'
 * terms that both have, by rarity; how many of the subject's own words the other contains; and how many of its
 * parameters' names are in the other's schema, left out where it takes none. Where descriptions say the same
 * (`Replacement.saysTheSame`), which the index alone cannot tell, the names count as `SAME_STATEMENT`.
 */
export function findAlike(ranker: Ranker, subject: Described, limit: number): Alike[] {
  const { weights, layers } = ranker
  const text = [
    subject.name,
    subject.title ?? '',
    ...subject.description.split(/\s+/).slice(0, DESCRIPTION_WORDS),
  ].join(' ')
  const wording = ranker.readDescription(text)
  if (wording.terms.length === 0) return []
  const vector = vectorOf(weights, subject)
  const parameters = parameterTerms(weights, subject.parameters)
  const said = [...(statementOf(openingOf(subject.description))?.object ?? [])]
  const alike: Alike[] = []
  ranker.choose(wording, (layer, chosen, slots) => {
    const { segment } = layers[layer] as Layer
    const names = nameShares(weights, segment, subject.name, chosen)
    const words = wordShares(wording, segment, slots, chosen.length)
    const taken = parameterShares(parameters, segment, slots, chosen.length)
    const maySayTheSame = haveAll(said, segment, slots, chosen.length)
    for (const [place, ordinal] of chosen.entries()) {
      const [name, share, parameter] = [names[place] as number, words[place] as number, taken?.[place] ?? null]
      const mostName = maySayTheSame[place] === 1 ? Math.max(name, SAME_STATEMENT) : name
      const meaning = Math.max(0, cosine(vector, segment.vectors, ordinal))
      const most = meanOf(meaning, mostName, share, parameter)
      const similarity = meanOf(meaning, name, share, parameter)
      const id = ranker.idOf({ layer, ordinal })
      alike.push(most > similarity ? { id, similarity, ifSaidTheSame: most } : { id, similarity })
    }
  })
  return alike.sort((a, b) => mostOf(b) - mostOf(a) || (a.id < b.id ? -1 : 1)).slice(0, limit)
}

/** The most that it is similar, whatever its description says. */
export function mostOf({ similarity, ifSaidTheSame }: Alike): number {
  return ifSaidTheSame ?? similarity
}

/** The meaning of the subject as the index keeps that of a document. */
function vectorOf(weights: SearchWeights, subject: Described): Float32Array {
  const meaning = meaningOf(weights, wordsIn({ ...subject, id: 'subject', serverId: '' }))
  return Float32Array.from(quantised(meaning), (value) => value / 127)
}

/**
 * The mean of the shares, weighted by `SHARE`; it never falls where one of them rises. `parameters` null: there are
 * none to compare.
 */
function meanOf(meaning: number, name: number, words: number, parameters: number | null): number {
  const sum = SHARE.meaning * meaning + SHARE.name * name + SHARE.words * Math.min(1, words)
  const total = SHARE.meaning + SHARE.name + SHARE.words
  const mean = parameters === null ? sum / total : (sum + SHARE.parameters * parameters) / (total + SHARE.parameters)
  return Math.min(1, mean)
}

/** For each chosen document the share of the wording's information that occurs in it. */
function wordShares({ terms, information }: Wording, segment: Segment, slots: Int16Array, count: number) {
  const shares = new Float64Array(count)
  for (const term of terms) addShares(segment, term.term, term.information / information, ANY_FIELD, slots, shares)
  return shares
}

/** For each chosen document 1 if its description has all these terms, and there are any; else 0. */
function haveAll(terms: readonly string[], segment: Segment, slots: Int16Array, count: number): Uint8Array {
  const shares = new Float64Array(count)
  for (const term of terms) addShares(segment, term, 1, FIELDS.description, slots, shares)
  return Uint8Array.from(shares, (share) => Number(terms.length > 0 && share === terms.length))
}

interface ParameterTerm {
  term: string
  information: number
}

function parameterTerms(weights: SearchWeights, names: string): ParameterTerm[] {
  const terms = new Set(names.split(' ').flatMap(termsOfName))
  return [...terms].map((term) => ({ term, information: backgroundInformation(weights, term) }))
}

/**
 * For each chosen document the share of the parameters' terms that its schema contains, by rarity; null when there are
 * none.
 */
function parameterShares(terms: readonly ParameterTerm[], segment: Segment, slots: Int16Array, count: number) {
  if (terms.length === 0) return null
  const total = terms.reduce((sum, { information }) => sum + information, 0)
  const shares = new Float32Array(count)
  for (const { term, information } of terms)
    addShares(segment, term, information / total, FIELDS.parameters, slots, shares)
  return shares
}

const ANY_FIELD = 255

/** Adds `share` to each chosen document that has the term in one of these fields. */
function addShares(
  segment: Segment,
  term: string,
  share: number,
  fields: number,
  slots: Int16Array,
  shares: Float32Array | Float64Array,
): void {
  const { postingDocument, postingFields } = segment
  const [start, end] = postingsOf(segment, term)
  for (let at = start; at < end; at++) {
    const slot = slots[postingDocument[at] as number] as number
    if (slot === 0 || ((postingFields[at] as number) & fields) === 0) continue
    shares[slot - 1] = (shares[slot - 1] as number) + share
  }
}
