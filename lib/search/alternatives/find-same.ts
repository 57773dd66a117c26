import { splitIdentifier } from 'assay-verify/text/words'
import type { SubjectDescription } from '../../core/catalog/subject-description'
import { parameterNames } from '../../core/json-schema/parameters'
import { meaningOf, wordsIn } from '../index/document-words'
import { NetworkScorer } from '../rank/network'
import type { Ranker } from '../rank/rank'
import { logistic } from '../rank/signals'
import type { SearchWeights } from '../rank/weights'
import type { AlternativesWeights } from './alternatives-weights'
import { type ComparedWords, comparedWords } from './compared'
import { type Near, nearestTo } from './nearest'
import { LEAST_SIMILARITY } from './order-alternatives'
import { type Asked, pairRow } from './pair-signals'
import { openingOf } from './purpose'
import { replacementBy } from './replacement'

/** A subject that may do the same as another. */
export interface Candidate extends Near {
  /** The probability that it fits a request for what the other does, 0-1; 0: it is not among the first. */
  relevance: number
}

/** How surely a candidate does the same, 0-1, and whether it works on data that is kept in another product. */
export interface Same {
  probability: number
  inOtherProduct: boolean
}

/** A candidate with its texts. */
export interface ComparedCandidate {
  candidate: Candidate
  compared: SubjectDescription
}

/** Candidates by meaning: many of them may share the repository of the original. */
const NEAR = 160
/** Of the independent ones, compared. */
const COMPARED = 48
/** Candidates by relevance. */
const RELEVANT = 24
/** The best by the linear score, by which all are measured. */
const LEADING = 32
/** Tools of one name whose descriptions share this much of their terms, and what the networks give them at least. */
const NAMESAKE = { shared: 0.2, probability: 0.2 }

/** Documents that may do the same as a subject, the nearest first; the subject itself is among them. */
export function findCandidates(ranker: Ranker, subject: SubjectDescription): Candidate[] {
  const near = nearestTo(ranker, meaningOfSubject(ranker.weights, subject), NEAR)
  const relevant = new Map(ranker.rank(requestFor(subject), RELEVANT).map(({ id, relevance }) => [id, relevance]))
  const known = near.map((one) => ({ ...one, relevance: relevant.get(one.id) ?? 0 }))
  for (const { id } of near) relevant.delete(id)
  return [...known, ...[...relevant].map(([id, relevance]) => ({ id, similarity: 0, relevance }))]
}

/** Those of the candidates that are worth comparing: the nearest of the independent ones, and the relevant ones. */
export function worthComparing(found: readonly Candidate[], isIndependent: (id: string) => boolean): Candidate[] {
  return found.filter(({ id }) => isIndependent(id)).filter(({ relevance }, place) => place < COMPARED || relevance > 0)
}

/** The meaning of the subject as the index has that of its document. */
function meaningOfSubject(weights: SearchWeights, { id, serverId, inputSchema, ...texts }: SubjectDescription) {
  const parameters = parameterNames(inputSchema).join(' ')
  return meaningOf(weights, wordsIn({ ...texts, id, serverId, parameters }))
}

function requestFor({ name, description }: SubjectDescription): string {
  return `${splitIdentifier(name)}. ${openingOf(description)}`
}

const scorers = new WeakMap<AlternativesWeights, NetworkScorer>()

/** Whether each candidate does the same as the original; null: it cannot replace it (`replacementBy`). */
export function compareAll(
  ranker: Ranker,
  weights: AlternativesWeights,
  original: SubjectDescription,
  candidates: readonly ComparedCandidate[],
): (Same | null)[] {
  const scorer = scorers.get(weights) ?? new NetworkScorer(weights.networks)
  scorers.set(weights, scorer)
  const [slope, intercept] = weights.calibration
  return measurePairs(ranker, original, candidates).map((measured) => {
    if (measured === null) return null
    const [sum = 0] = scorer.sums([measured.row])
    const learnt = logistic(slope * sum + intercept)
    const least = measured.isNamesake && learnt >= NAMESAKE.probability ? LEAST_SIMILARITY : 0
    return { probability: Math.max(learnt, least), inOtherProduct: measured.inOtherProduct }
  })
}

/**
 * Whether two have the same name and descriptions with much in common. Of graded pairs for which this holds, 7 of the
 * 11 that the networks give .2 to .6 would do, and none of 47 with less.
 */
function areNamesakes(one: ComparedWords, other: ComparedWords): boolean {
  if (one.name.size !== other.name.size || ![...one.name].every((term) => other.name.has(term))) return false
  const common = [...one.description].filter((term) => other.description.has(term)).length
  return common >= NAMESAKE.shared * (one.description.size + other.description.size - common)
}

interface MeasuredPair {
  row: Float32Array
  inOtherProduct: boolean
  isNamesake: boolean
}

/** The signals of each pair; null: the candidate cannot replace the original, whatever they are. */
export function measurePairs(
  ranker: Ranker,
  original: SubjectDescription,
  candidates: readonly ComparedCandidate[],
): (MeasuredPair | null)[] {
  const words = comparedWords(ranker.weights, original)
  const asked = askedFor(ranker, original, new Set(candidates.map(({ candidate }) => candidate.id)))
  return candidates.map(({ candidate, compared }) => {
    const other = comparedWords(ranker.weights, compared)
    const replacement = replacementBy(words.purpose, other.purpose)
    if (replacement === null) return null
    const row = pairRow(ranker, words, other, candidate, asked(candidate.id), replacement)
    return { row, inOtherProduct: replacement.inOtherProduct, isNamesake: areNamesakes(words, other) }
  })
}

/** How far each of these fits a request for what the subject does, by the networks of search. */
function askedFor(ranker: Ranker, subject: SubjectDescription, ids: ReadonlySet<string>): (id: string) => Asked | null {
  const query = ranker.read(requestFor(subject))
  const hits = ranker.measure(query).filter((hit, place) => place < LEADING || ids.has(ranker.idOf(hit)))
  const sums = new Map<string, number>()
  for (const { found, sum } of ranker.scored(ranker.fit(query, hits))) {
    const id = ranker.idOf(found)
    if (ids.has(id)) sums.set(id, sum)
  }
  const ordered = [...sums.values()].sort((a, b) => b - a)
  const [best = 0, second = best - 1] = ordered
  return (id) => {
    const sum = sums.get(id)
    if (sum === undefined) return null
    return { sum, above: sum - (sum === best ? second : best), rank: ordered.indexOf(sum), best }
  }
}
