import { backgroundInformation, DIMENSIONS, questionInformation, type SearchWeights } from './weights'

/** Words in a phrase of the thesaurus, at most. */
const MAX_PHRASE = 3
/** Capabilities kept of a document: further ones are noise. */
const MAX_CAPABILITIES = 6

/**
 * The meaning of a question: the weighted sum of its terms' vectors, of length 1; all zeros when no term is known.
 * Method: a bag-of-words dual encoder, the same table of vectors on both sides with a learnt weight per side (see
 * training/search/train-encoder.ts).
 */
export function queryVector(weights: SearchWeights, terms: readonly string[]): Float32Array {
  return normalised(sumOf(weights, new Set(terms), weights.queryScale, questionInformation))
}

/** The same with each term weighted by a share of it, 0-1. */
export function queryVectorOf(weights: SearchWeights, shares: ReadonlyMap<string, number>): Float32Array {
  return normalised(
    sumOf(
      weights,
      shares.keys(),
      weights.queryScale,
      (_, term) => (shares.get(term) ?? 0) * questionInformation(weights, term),
    ),
  )
}

/** The same for a document, with repeats counted. */
export function documentVector(weights: SearchWeights, terms: Iterable<string>): Float32Array {
  return normalised(sumOf(weights, terms, weights.documentScale, () => 1))
}

function sumOf(
  weights: SearchWeights,
  terms: Iterable<string>,
  scale: Float32Array,
  share: (weights: SearchWeights, term: string) => number,
): Float32Array {
  const { termIds, vectors } = weights
  const sum = new Float32Array(DIMENSIONS)
  for (const term of terms) {
    const id = termIds.get(term)
    if (id === undefined) continue
    const factor = (scale[id] ?? 0) * share(weights, term)
    const start = id * DIMENSIONS
    for (let k = 0; k < DIMENSIONS; k++) sum[k] = (sum[k] as number) + factor * (vectors[start + k] as number)
  }
  return sum
}

/** Scaled to length 1, in place; a vector of zeros stays. */
export function normalised(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) return vector
  const factor = 1 / Math.sqrt(squares)
  for (let k = 0; k < vector.length; k++) vector[k] = (vector[k] as number) * factor
  return vector
}

/**
 * The capabilities of the thesaurus in a text, by index: the phrases found in it, the longer first, a word counting
 * more the rarer it is and the fewer capabilities it may mean. Weights have squares that sum to 1; empty when nothing
 * is found.
 */
export function capabilitiesIn(weights: SearchWeights, terms: readonly string[]): Map<number, number> {
  const found = new Map<number, number>()
  const longest = longestPhrases(weights)
  for (let at = 0; at < terms.length; at++) {
    const most = longest.get(terms[at] as string) ?? 0
    for (let size = Math.min(most, terms.length - at); size >= 1; size--) {
      const phrase = size === 1 ? (terms[at] as string) : terms.slice(at, at + size).join(' ')
      const capabilities = weights.capabilitiesOf.get(phrase)
      if (capabilities === undefined) continue
      const weight = (size * backgroundInformation(weights, terms[at] as string)) / Math.sqrt(capabilities.length)
      for (const capability of capabilities) found.set(capability, (found.get(capability) ?? 0) + weight)
      break
    }
  }
  return unitLength(found)
}

const LONGEST_PHRASES = new WeakMap<SearchWeights, ReadonlyMap<string, number>>()

/** How many words the longest phrase of the thesaurus has that begins with each word, `MAX_PHRASE` at most. */
function longestPhrases(weights: SearchWeights): ReadonlyMap<string, number> {
  const known = LONGEST_PHRASES.get(weights)
  if (known !== undefined) return known
  const longest = new Map<string, number>()
  for (const phrase of weights.capabilitiesOf.keys()) {
    const words = phrase.split(' ')
    const first = words[0] as string
    if (words.length <= MAX_PHRASE) longest.set(first, Math.max(words.length, longest.get(first) ?? 0))
  }
  LONGEST_PHRASES.set(weights, longest)
  return longest
}

/** The capabilities of a document with the most weight, at most `MAX_CAPABILITIES`. */
export function mainCapabilities(found: ReadonlyMap<number, number>): [number, number][] {
  return [...found].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_CAPABILITIES)
}

function unitLength(found: Map<number, number>): Map<number, number> {
  let squares = 0
  for (const weight of found.values()) squares += weight * weight
  for (const [capability, weight] of found) found.set(capability, weight / Math.sqrt(squares))
  return found
}
