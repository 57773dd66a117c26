import { type AlternativesWeights, decodeAlternativesWeights } from '../search/alternatives/alternatives-weights'
import type { Compared } from '../search/alternatives/compared'
import {
  type Candidate,
  type ComparedCandidate,
  compareAll,
  findCandidates,
  type Same,
} from '../search/alternatives/find-same'
import type { SearchIndex } from './search-index'

/** A found subject with the probability (0-1) that it fits the text. */
export interface Ranked {
  id: string
  relevance: number
}

/** Finds subjects for a text, and substitutes for a tool, in the index that this process has loaded. */
export interface Finder {
  /**
   * Listed subjects by the probability that they fit, likeliest first. Empty where none shares a meaning with the text.
   */
  find(text: string, limit: number): Promise<readonly Ranked[]>
  /** Listed subjects that may do the same, the most alike first, including the subject itself. */
  alike(subject: Compared): Promise<readonly Candidate[]>
  /** How surely each of these does the same as the original; null: it cannot replace it. */
  same(original: Compared, candidates: readonly ComparedCandidate[]): Promise<readonly (Same | null)[]>
}

/** Over this index, with the weights whose bytes are asked for at the first comparison. */
export function openFinder(index: SearchIndex, alternativesWeights: () => Uint8Array): Finder {
  let weights: AlternativesWeights | undefined
  return {
    find: async (text, limit) => {
      const ranker = await index.ranker()
      return ranker?.rank(text, limit) ?? []
    },
    alike: async (subject) => {
      const ranker = await index.ranker()
      return ranker === undefined ? [] : findCandidates(ranker, subject)
    },
    same: async (original, candidates) => {
      weights ??= decodeAlternativesWeights(alternativesWeights())
      const ranker = await index.ranker()
      return ranker === undefined ? candidates.map(() => null) : compareAll(ranker, weights, original, candidates)
    },
  }
}
