import type { Segment } from '../index/segment'
import { cosine, cosineOfDocuments } from './document-vectors'
import { queryVector } from './meaning'
import type { Query } from './query'
import type { Found, Layer } from './ranked'
import { logistic, SIGNAL } from './signals'
import type { SearchWeights } from './weights'

/** Two documents with at least this cosine of their meanings offer the same capability. */
const SAME_CAPABILITY = 0.8
/** Results among which the first with another capability is searched. */
const LOOKED_THROUGH = 50
const FOLLOWING = 20

/** A found document and the probability that it fits, 0-1. */
export interface Confident {
  found: Found
  relevance: number
}

/**
 * The probability that each of the ranked documents fits: a logistic curve over signals that mean the same in every catalog
 * (`CONFIDENCE_SIGNALS`), fitted on questions with and without a fitting tool. It never rises from one result to the next.
 */
export function withConfidence(
  weights: SearchWeights,
  layers: readonly Layer[],
  query: Query,
  ranked: readonly Found[],
  limit: number,
): Confident[] {
  const rows = confidenceRows(weights, layers, query, ranked)
  let ceiling = 1
  return ranked.slice(0, limit).map((found, place) => {
    const sum = confidenceSum(weights.confidence, rows(place))
    ceiling = Math.min(ceiling, logistic(sum))
    return { found, relevance: ceiling }
  })
}

/** The logistic curve's argument: a weight for each signal, one for the square of each, and a bias. */
export function confidenceSum(weights: readonly number[], row: readonly number[]): number {
  let sum = weights[2 * row.length] ?? 0
  for (const [at, value] of row.entries()) {
    sum += value * (weights[at] ?? 0) + value * value * (weights[row.length + at] ?? 0)
  }
  return sum
}

/** The confidence signals of the ranked document at a position, in the order of `CONFIDENCE_SIGNALS`. */
export function confidenceRows(
  weights: SearchWeights,
  layers: readonly Layer[],
  query: Query,
  ranked: readonly Found[],
): (place: number) => number[] {
  const of = (found: Found, signal: number) => found.signals[signal] as number
  const bestOf = (signal: number) => ranked.reduce((most, found) => Math.max(most, of(found, signal)), 0)
  const [bestWords, bestMeaning] = [bestOf(SIGNAL.bm25), bestOf(SIGNAL.meaning)]
  const unknownShare =
    query.terms.reduce((total, term) => total + (term.unheard ? term.information : 0), 0) / query.information
  const length = Math.log1p(query.terms.length)
  const explain = explainer(weights, layers, query)
  const other = ranked.length === 0 ? 0 : scoreOfOther(layers, ranked)
  const following = ranked.slice(1, 1 + FOLLOWING)
  const usual = following.reduce((sum, { score }) => sum + score, 0) / (following.length || 1)
  return (place) => {
    const found = ranked[place] as Found
    const byWords = bestWords > 0 && of(found, SIGNAL.bm25) >= bestWords - 1e-9
    const byMeaning = bestMeaning > 0 && of(found, SIGNAL.meaning) >= bestMeaning - 1e-9
    const { explained, unexplained } = explain(found)
    return [
      of(found, SIGNAL.covered),
      of(found, SIGNAL.nameShare),
      of(found, SIGNAL.meaning),
      of(found, SIGNAL.serverMeaning),
      of(found, SIGNAL.capability),
      of(found, SIGNAL.bm25Share),
      of(found, SIGNAL.descriptionCovered),
      explained,
      unexplained,
      found.score / 10,
      (found.score - other) / 10,
      (found.score - usual) / 10,
      (Number(byWords) + Number(byMeaning)) / 2,
      unknownShare,
      length,
    ]
  }
}

/** How far a document covers each term: 1 where it contains it, else the cosine of the two meanings. */
function explainer(weights: SearchWeights, layers: readonly Layer[], query: Query) {
  const vectors = query.terms.map(({ term }) => queryVector(weights, [term]))
  return (found: Found): { explained: number; unexplained: number } => {
    const { segment } = layers[found.layer] as Layer
    let [explained, unexplained] = [0, 0]
    for (const [at, { term, information }] of query.terms.entries()) {
      const share = information / query.information
      const meant = Math.max(0, cosine(vectors[at] as Float32Array, segment.vectors, found.ordinal))
      const covered = holds(segment, term, found.ordinal) ? 1 : meant
      explained += share * covered
      unexplained = Math.max(unexplained, share * (1 - covered))
    }
    return { explained, unexplained }
  }
}

function holds({ termIds, postingStart, postingDocument }: Segment, term: string, ordinal: number): boolean {
  const id = termIds.get(term)
  if (id === undefined) return false
  let low = postingStart[id] as number
  let high = postingStart[id + 1] as number
  while (low < high) {
    const middle = (low + high) >> 1
    if ((postingDocument[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return low < (postingStart[id + 1] as number) && postingDocument[low] === ordinal
}

/** The score of the first result with another capability than the first; of the last one compared when all have the same. */
function scoreOfOther(layers: readonly Layer[], ranked: readonly Found[]): number {
  const first = ranked[0] as Found
  const others = ranked.slice(1, LOOKED_THROUGH)
  const other = others.find((found) => cosineOfDocuments(layers, first, found) < SAME_CAPABILITY)
  return (other ?? others.at(-1))?.score ?? 0
}
