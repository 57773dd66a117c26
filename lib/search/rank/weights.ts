import { arrayOf, decodeArrays, encodeArrays, packStrings, unpackStrings } from '../index/arrays'
import type { Trees } from './trees'

const FORMAT = 'assay-search-weights-2'

/** Numbers in a term's vector. */
export const DIMENSIONS = 128

/** The files that trained the weights: name and SHA-256 of each, the seed, and which fold was left out (null: none). */
export interface Training {
  seed: number
  fold: number | null
  inputs: { name: string; sha256: string }[]
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
  /** From a row of `SIGNALS` and `FIT_SIGNALS` to how far a candidate fits. */
  trees: Trees
}

interface Meta {
  roles: readonly number[]
  training: Training
  documents: number
  askedTools: number
  ranker: readonly number[]
  calibration: readonly number[]
}

export function encodeWeights(weights: SearchWeights): Uint8Array {
  const { training, documents, askedTools, ranker, calibration, roles, trees } = weights
  const phrases = [...weights.capabilitiesOf]
  const meta: Meta = { training, documents, askedTools, ranker, calibration, roles }
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
    treeFeatures: trees.features,
    treeThresholds: trees.thresholds,
    treeLeaves: trees.leaves,
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
    ...(meta as Meta),
    termIds: new Map(terms.map((term, id) => [term, id])),
    vectors: arrayOf(arrays, 'vectors', 'i8'),
    queryScale: arrayOf(arrays, 'queryScale', 'f32'),
    documentScale: arrayOf(arrays, 'documentScale', 'f32'),
    documentCounts: arrayOf(arrays, 'documentCounts', 'u32'),
    nameServerCounts: arrayOf(arrays, 'nameServerCounts', 'u32'),
    questionCounts: arrayOf(arrays, 'questionCounts', 'u32'),
    capabilities: unpackStrings(arrayOf(arrays, 'capabilities', 'u8')),
    capabilitiesOf,
    trees: {
      features: arrayOf(arrays, 'treeFeatures', 'u8'),
      thresholds: arrayOf(arrays, 'treeThresholds', 'f32'),
      leaves: arrayOf(arrays, 'treeLeaves', 'f32'),
    },
  }
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
