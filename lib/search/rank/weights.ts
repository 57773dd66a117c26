import { arrayOf, decodeArrays, encodeArrays, packStrings, unpackStrings } from '../index/arrays'
import type { Networks } from './network'
import type { Translations } from './translate'

const FORMAT = 'assay-search-weights-4'

/** Numbers in a term's vector. */
export const DIMENSIONS = 128

/** The files that trained the weights: name and SHA-256 of each, the seed, and which fold was left out (null: none). */
export interface Training {
  seed: number
  fold: number | null
  inputs: { name: string; sha256: string }[]
}

/** The largest lift of an expansion: the logarithm of how much likelier a term is asked of a tool that has another. */
export const MOST_LIFT = 6

/**
 * Other words for terms of requests, learnt from requests and the tools that serve them: for each term of the weights
 * those from `starts[t]` to `starts[t + 1]`, as terms of documents, each with its lift in 255ths of `MOST_LIFT`.
 */
export interface Expansions {
  starts: Uint32Array
  terms: Uint32Array
  lifts: Uint8Array
}

/** For terms of which nothing is learnt. */
export function noExpansions(terms: number): Expansions {
  return { starts: new Uint32Array(terms + 1), terms: new Uint32Array(0), lifts: new Uint8Array(0) }
}

/** The learnt weights of ranking. Written by `npm run train`, read by every process. */
export interface SearchWeights {
  training: Training
  /**
   * Index of each known term, then of each known pair of neighbouring terms, joined by a space. Counts are of single
   * terms.
   */
  termIds: ReadonlyMap<string, number>
  /** `DIMENSIONS` numbers per term, -127 to 127. */
  vectors: Int8Array
  /** The factor of a term's vector in a question, and in a document. */
  queryScale: Float32Array
  documentScale: Float32Array
  /**
   * In how many of the training catalog's documents each term occurs: a catalog of three tools does not show what is
   * rare.
   */
  documentCounts: Uint32Array
  /**
   * In how many of the training catalog's servers a tool's name contains each term: words of capabilities do, values
   * seldom.
   */
  nameServerCounts: Uint32Array
  documents: number
  /**
   * For how many different tools each term was asked, and how many tools were asked for: words of all questions carry
   * little information.
   */
  questionCounts: Uint32Array
  askedTools: number
  /** Capabilities of the thesaurus, and their indices by the words that name them (joined by spaces). */
  capabilities: readonly string[]
  capabilitiesOf: ReadonlyMap<string, readonly number[]>
  /** One weight per signal, in the order of `SIGNALS`. */
  ranker: readonly number[]
  /** Of the logistic curve from `CALIBRATION_SIGNALS` to the probability that a candidate fits; see relevance.ts. */
  calibration: readonly number[]
  /** Of the logistic curve from `ROLE_SIGNALS` to the probability that a word says what is wanted. */
  roles: readonly number[]
  expansions: Expansions
  translations: Translations
  /** From a row to how far a candidate fits. */
  networks: Networks
}

interface Meta {
  hidden: number
  second: number
  roles: readonly number[]
  training: Training
  documents: number
  askedTools: number
  ranker: readonly number[]
  calibration: readonly number[]
}

export function encodeWeights(weights: SearchWeights): Uint8Array {
  const { training, documents, askedTools, ranker, calibration, roles, networks } = weights
  const phrases = [...weights.capabilitiesOf]
  const { hidden, second } = networks
  const meta: Meta = { training, documents, askedTools, ranker, calibration, roles, hidden, second }
  return encodeArrays(FORMAT, meta, {
    terms: packStrings([...weights.termIds.keys()]),
    vectors: weights.vectors,
    queryScale: weights.queryScale,
    documentScale: weights.documentScale,
    documentCounts: withoutEnd(weights.documentCounts),
    nameServerCounts: withoutEnd(weights.nameServerCounts),
    questionCounts: withoutEnd(weights.questionCounts),
    capabilities: packStrings(weights.capabilities),
    phrases: packStrings(phrases.map(([phrase]) => phrase)),
    phraseSizes: Uint8Array.from(phrases, ([, indices]) => indices.length),
    phraseCapabilities: Uint16Array.from(phrases.flatMap(([, indices]) => indices)),
    translated: packStrings([...weights.translations.keys()]),
    translations: packStrings([...weights.translations.values()].map((terms) => terms.join(' '))),
    expansionStarts: weights.expansions.starts,
    expansionTerms: weights.expansions.terms,
    expansionLifts: weights.expansions.lifts,
    networkMean: networks.mean,
    networkScale: networks.scale,
    networkUnits: networks.units,
    networkUnitScale: networks.unitScale,
    networkOthers: networks.others,
  })
}

/** Without the zeros at its end: pairs of terms, which come last, are not counted. */
function withoutEnd(counts: Uint32Array): Uint32Array {
  let length = counts.length
  while (length > 0 && counts[length - 1] === 0) length -= 1
  return counts.subarray(0, length)
}

/** Throws when the bytes are no weights of this version. */
export function decodeWeights(bytes: Uint8Array): SearchWeights {
  const { meta, arrays } = decodeArrays(FORMAT, bytes)
  const { hidden, second, ...learnt } = meta as Meta
  const terms = unpackStrings(arrayOf(arrays, 'terms', 'u8'))
  const sizes = arrayOf(arrays, 'phraseSizes', 'u8')
  const indices = arrayOf(arrays, 'phraseCapabilities', 'u16')
  const capabilitiesOf = new Map<string, readonly number[]>()
  let at = 0
  for (const [place, phrase] of unpackStrings(arrayOf(arrays, 'phrases', 'u8')).entries()) {
    const end = at + (sizes[place] ?? 0)
    capabilitiesOf.set(phrase, [...indices.subarray(at, end)])
    at = end
  }
  return {
    ...learnt,
    termIds: new Map(terms.map((term, id) => [term, id])),
    vectors: arrayOf(arrays, 'vectors', 'i8'),
    queryScale: arrayOf(arrays, 'queryScale', 'f32'),
    documentScale: arrayOf(arrays, 'documentScale', 'f32'),
    documentCounts: arrayOf(arrays, 'documentCounts', 'u32'),
    nameServerCounts: arrayOf(arrays, 'nameServerCounts', 'u32'),
    questionCounts: arrayOf(arrays, 'questionCounts', 'u32'),
    capabilities: unpackStrings(arrayOf(arrays, 'capabilities', 'u8')),
    capabilitiesOf,
    translations: translationsOf(arrays),
    expansions: {
      starts: arrayOf(arrays, 'expansionStarts', 'u32'),
      terms: arrayOf(arrays, 'expansionTerms', 'u32'),
      lifts: arrayOf(arrays, 'expansionLifts', 'u8'),
    },
    networks: {
      hidden,
      second,
      mean: arrayOf(arrays, 'networkMean', 'f32'),
      scale: arrayOf(arrays, 'networkScale', 'f32'),
      units: arrayOf(arrays, 'networkUnits', 'i8'),
      unitScale: arrayOf(arrays, 'networkUnitScale', 'f32'),
      others: arrayOf(arrays, 'networkOthers', 'f32'),
    },
  }
}

function translationsOf(arrays: Parameters<typeof arrayOf>[0]): Translations {
  const [words, terms] = (['translated', 'translations'] as const).map((name) =>
    unpackStrings(arrayOf(arrays, name, 'u8')),
  ) as [string[], string[]]
  return new Map(words.map((word, at) => [word, (terms[at] as string).split(' ').filter((term) => term !== '')]))
}

/**
 * The information of a term, from the training catalog: 0 and up, more for a rarer one; the most for one never seen.
 */
export function backgroundInformation(weights: SearchWeights, term: string): number {
  return informationOf(weights, weights.termIds.get(term) ?? -1)
}

/** The same by the id of the term; -1: one never seen. */
export function informationOf({ documents, documentCounts }: SearchWeights, id: number): number {
  const count = id < 0 ? 0 : (documentCounts[id] ?? 0)
  return Math.log(1 + documents / (count + 1))
}

/**
 * The information of a term about what is wanted, 0-1, by how few tools it was asked for: near 0 for `help`, 1 for one
 * never asked.
 */
export function questionInformation(weights: SearchWeights, term: string): number {
  const id = weights.termIds.get(term)
  const count = id === undefined ? 0 : (weights.questionCounts[id] ?? 0)
  return Math.log(1 + weights.askedTools / (count + 1)) / Math.log(1 + weights.askedTools)
}
