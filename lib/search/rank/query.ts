import type { Segment } from '../index/segment'
import { termsOfQuery, withPairs } from '../index/terms'
import { type Request, readRequest } from '../request/read-request'
import type { TermKnowledge } from '../request/word-roles'
import { capabilitiesIn, queryVector } from './meaning'
import type { Spelling } from './spelling'
import { translate } from './translate'
import { backgroundInformation, questionInformation, type SearchWeights } from './weights'

/** Below this many documents, the training catalog's counts weigh more than the catalog's own. */
const BACKGROUND_DOCUMENTS = 300
const LEAST_INFORMATION = 0.2
/** The share of a question's words that are its first words, at least two. */
const OPENING_SHARE = 0.4

/** A word of another language is in at most so many documents, of the training catalog and of this one. */
const MOST_FOREIGN_TRAINED = 60
const MOST_FOREIGN_HELD = 8

/** A term of a text. */
interface WordedTerm {
  term: string
  /** Its inverse document frequency in BM25, from this catalog's counts, smoothed by the training catalog's. */
  rarity: number
  /** Its information, 0.2 and up: the mean of `rarity` and its information in the training catalog. */
  information: number
  /** Share of the documents that contain it which have it in their server's name, 0-1. */
  brand: number
  opening: boolean
  /** Whether its meaning is known. */
  known: boolean
  /** Occurs in no document of the catalog. */
  unindexed: boolean
}

/** A term of a question. */
interface QueryTerm extends WordedTerm {
  /** Share of it that says what is wanted, 0-1; the rest is a value to pass on. */
  capability: number
}

/** A text read against a catalog: all that documents are chosen by. */
export interface Wording {
  terms: readonly WordedTerm[]
  information: number
  /** Its meaning, of length 1, or all zeros when no term is known. */
  vector: Float32Array
  /** Whether any term is known. */
  hasMeaning: boolean
  capabilities: ReadonlyMap<number, number>
}

/** A question read against a catalog. */
export interface Query extends Wording {
  terms: readonly QueryTerm[]
  openingInformation: number
  request: Request
  /** Terms that follow each other. */
  pairs: readonly (readonly [string, string])[]
}

/**
 * `spelling` corrects words that neither the catalog nor the weights know, and takes such a word at the end for the
 * beginning of one, as while somebody types; null: as written.
 */
export function readQuery(
  weights: SearchWeights,
  segments: readonly Segment[],
  spelling: Pick<Spelling, 'correct' | 'complete'> | null,
  text: string,
): Query {
  const { written, all } = termsMeant(weights, segments, spelling, text, (term) => spelling?.complete(term) ?? null)
  const wording = wordingOf(weights, segments, all)
  const request = readRequest(text, knowledgeOf(weights), weights.roles)
  const capabilityOfMeant = new Map(all.map((term, at) => [term, request.capability.get(written[at] as string)]))
  const terms = wording.terms.map((term) => ({
    ...term,
    capability: request.capability.get(term.term) ?? capabilityOfMeant.get(term.term) ?? 1,
  }))
  return {
    ...wording,
    terms,
    openingInformation: sumOf(terms.filter((term) => term.opening)) || 1,
    request,
    pairs: all.slice(1).map((term, place) => [all[place] as string, term] as const),
  }
}

/** As `readQuery`, without what is asked for: for a text that describes something. */
export function readWording(
  weights: SearchWeights,
  segments: readonly Segment[],
  spelling: Pick<Spelling, 'correct'> | null,
  text: string,
): Wording {
  return wordingOf(weights, segments, termsMeant(weights, segments, spelling, text).all)
}

/** The terms of a text as they are written, and as they are meant. */
function termsMeant(
  weights: SearchWeights,
  segments: readonly Segment[],
  spelling: Pick<Spelling, 'correct'> | null,
  text: string,
  completed: (term: string) => string | null = () => null,
): { written: readonly string[]; all: readonly string[] } {
  const written = termsOfQuery(text)
  const translated = translate(written, weights.translations, {
    isIndexed: (term) => segments.some(({ termIds }) => termIds.has(term)),
    isCommon: (term) =>
      documentCountOf(weights, term) > MOST_FOREIGN_TRAINED || countsOf(segments, term).held > MOST_FOREIGN_HELD,
  })
  if (translated !== null)
    return { written: translated.map((one) => one.written), all: translated.map(({ term }) => term) }
  const isWord = (term: string) => weights.termIds.has(term) || segments.some(({ termIds }) => termIds.has(term))
  const meant = (term: string, at: number) =>
    isWord(term) ? term : ((at === written.length - 1 ? completed(term) : null) ?? spelling?.correct(term) ?? term)
  return { written, all: written.map(meant) }
}

function wordingOf(weights: SearchWeights, segments: readonly Segment[], all: readonly string[]): Wording {
  const distinct = [...new Set(all)]
  const documents = segments.reduce((total, segment) => total + segment.ids.length, 0)
  const opening = Math.max(2, Math.ceil(distinct.length * OPENING_SHARE))
  const terms = distinct.map((term, place) => {
    const { held, named } = countsOf(segments, term)
    const background = backgroundInformation(weights, term)
    const own = Math.log(1 + (documents - held + 0.5) / (held + 0.5))
    const ownShare = documents / (documents + BACKGROUND_DOCUMENTS)
    const wanted = questionInformation(weights, term)
    const rarity = (ownShare * own + (1 - ownShare) * background) * wanted
    return {
      term,
      rarity,
      information: Math.max(LEAST_INFORMATION, (rarity + background * wanted) / 2),
      brand: held === 0 ? 0 : Math.min(1, named / (held + 2)),
      opening: place < opening,
      unindexed: held === 0,
      known: weights.termIds.has(term),
    }
  })
  const vector = queryVector(weights, withPairs(all))
  return {
    terms,
    information: sumOf(terms) || 1,
    vector,
    hasMeaning: vector.some((value) => value !== 0),
    capabilities: capabilitiesIn(weights, all),
  }
}

export function knowledgeOf({
  termIds,
  documentCounts,
  nameServerCounts,
  capabilitiesOf,
}: SearchWeights): TermKnowledge {
  const countIn = (counts: Uint32Array, term: string) => counts[termIds.get(term) ?? -1] ?? 0
  return {
    documents: (term) => countIn(documentCounts, term),
    nameServers: (term) => countIn(nameServerCounts, term),
    isCapability: (term) => capabilitiesOf.has(term),
  }
}

function documentCountOf({ termIds, documentCounts }: SearchWeights, term: string): number {
  return documentCounts[termIds.get(term) ?? -1] ?? 0
}

function sumOf(terms: readonly WordedTerm[]): number {
  return terms.reduce((total, { information }) => total + information, 0)
}

function countsOf(segments: readonly Segment[], term: string): { held: number; named: number } {
  let held = 0
  let named = 0
  for (const { termIds, postingStart, serverNameCounts } of segments) {
    const id = termIds.get(term)
    if (id === undefined) continue
    held += (postingStart[id + 1] as number) - (postingStart[id] as number)
    named += serverNameCounts[id] as number
  }
  return { held, named }
}
