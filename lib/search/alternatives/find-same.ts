import { splitIdentifier } from 'assay-verify/text/words'
import type { SubjectDescription } from '../../core/catalog/subject-description'
import { parameterNames } from '../../core/json-schema/parameters'
import type { Ranker } from '../rank/rank'
import type { AlternativesWeights } from './alternatives-weights'
import { type ComparedWords, comparedWords } from './compared'
import { pairRow } from './pair-signals'
import { openingOf } from './purpose'
import { type Replacement, replacementBy } from './replacement'
import { type Alike, findAlike, mostOf } from './similarity'
import { sumOfTrees } from './trees'

/** A subject that search finds for another, with how likely it fits a request for what the other does. */
export interface Candidate extends Alike {
  /** 0-1; 0: it is not among the first. */
  relevance: number
  /** Its place by relevance, from 0; `NOT_RANKED`: it is not among the first. */
  relevanceRank: number
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

const NOT_RANKED = 200
/** Likenesses that are reason enough, whatever the trees say. */
const SURE = 0.77
const SURE_WHERE_SAID = 0.68
/** Candidates by likeness: many of them may share the repository of the original. */
const ALIKE = 200
/** Of the independent ones, compared. */
const COMPARED = 80
/** Candidates by relevance. */
const RELEVANT = 24

/** Documents that may do the same as a subject, the most alike first; the subject itself is among them. */
export function findCandidates(ranker: Ranker, subject: SubjectDescription): Candidate[] {
  const alike = findAlike(ranker, describedBy(subject), ALIKE)
  const request = `${splitIdentifier(subject.name)}. ${openingOf(subject.description)}`
  const relevant = new Map(ranker.rank(request, RELEVANT).map(({ id, relevance }, place) => [id, { relevance, place }]))
  const known = alike.map((one) => {
    const { relevance = 0, place = NOT_RANKED } = relevant.get(one.id) ?? {}
    relevant.delete(one.id)
    return { ...one, relevance, relevanceRank: place }
  })
  const others = [...relevant].map(([id, { relevance, place }]) => ({
    ...{ id, similarity: 0, relevance, relevanceRank: place },
  }))
  return [...known.sort((a, b) => mostOf(b) - mostOf(a) || (a.id < b.id ? -1 : 1)), ...others]
}

/** Those of the candidates that are worth comparing: the most alike of the independent ones, and the relevant ones. */
export function worthComparing(found: readonly Candidate[], isIndependent: (id: string) => boolean): Candidate[] {
  return found.filter(({ id }) => isIndependent(id)).filter(({ relevance }, place) => place < COMPARED || relevance > 0)
}

function describedBy({ name, title, description, inputSchema, serverTitle, serverDescription }: SubjectDescription) {
  const parameters = parameterNames(inputSchema).join(' ')
  return { name, title, description, parameters, serverTitle, serverDescription }
}

/** Whether each candidate does the same as the original; null: it cannot replace it (`replacementBy`). */
export function compareAll(
  ranker: Ranker,
  weights: AlternativesWeights,
  original: SubjectDescription,
  candidates: readonly ComparedCandidate[],
): (Same | null)[] {
  const words = comparedWords(ranker.weights, original)
  return candidates.map(({ candidate, compared }) => {
    const measured = measurePair(ranker, words, candidate, comparedWords(ranker.weights, compared))
    if (measured === null) return null
    const [slope, intercept] = weights.calibration
    const sum = slope * sumOfTrees(weights.trees, measured.row) + intercept
    const learnt = 1 / (1 + Math.exp(-sum))
    return { probability: Math.max(learnt, measured.obvious), inOtherProduct: measured.inOtherProduct }
  })
}

/**
 * How alike two are by hand-weighted words (`findAlike`), lessened by what differs, where that is reason enough;
 * else 0.
 * Of graded pairs whose descriptions say the same 75 of 78 would do.
 */
function obviousLikeness({ similarity, ifSaidTheSame }: Candidate, replacement: Replacement): number {
  const { share, saysTheSame, inOtherProduct } = replacement
  const likeness = share * (saysTheSame ? (ifSaidTheSame ?? similarity) : similarity)
  return likeness >= (saysTheSame ? SURE_WHERE_SAID : SURE) && !inOtherProduct ? likeness : 0
}

/** The signals of a pair; null: the other cannot replace the original, whatever they are. */
export function measurePair(
  { weights, layers }: Ranker,
  original: ComparedWords,
  candidate: Candidate,
  other: ComparedWords,
): { row: Float64Array; inOtherProduct: boolean; obvious: number } | null {
  const replacement = replacementBy(original.purpose, other.purpose)
  if (replacement === null) return null
  const { inOtherProduct } = replacement
  const row = pairRow(weights, layers, original, other, candidate, replacement)
  return { row, inOtherProduct, obvious: obviousLikeness(candidate, replacement) }
}
