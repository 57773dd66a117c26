import type { SubjectDescription } from '../core/catalog/subject-description'
import type { Candidate, ComparedCandidate, Same } from '../search/alternatives/find-same'
import type { Ranked } from './ranking/ranking-host'
import type { SearchIndex } from './search-index'

export type { Ranked } from './ranking/ranking-host'

/** Finds subjects for a text, and substitutes for a tool, in the index that this process has loaded. */
export interface Finder {
  /**
   * Listed subjects by the probability that they fit, likeliest first, without those below `least`. Empty where none
   * shares a meaning with the text.
   */
  find(text: string, limit: number, least?: number): Promise<readonly Ranked[]>
  /** Listed subjects that may do the same, the most alike first, including the subject itself. */
  alike(subject: SubjectDescription): Promise<readonly Candidate[]>
  /** How surely each of these does the same as the original; null: it cannot replace it. */
  same(original: SubjectDescription, candidates: readonly ComparedCandidate[]): Promise<readonly (Same | null)[]>
}

export function openFinder(index: SearchIndex): Finder {
  return {
    find: async (text, limit, least = 0) => {
      const ranker = await index.ranker()
      return ranker?.rank({ text, limit, least }) ?? []
    },
    alike: async (subject) => {
      const ranker = await index.ranker()
      return ranker?.alike({ subject }) ?? []
    },
    same: async (original, candidates) => {
      const ranker = await index.ranker()
      return ranker?.same({ original, candidates }) ?? candidates.map(() => null)
    },
  }
}
