import { type Alike, type Described, findAlike } from '../search/alternatives/similarity'
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
  /**
   * Listed subjects at least that similar, most similar first, including the subject itself and those of its server.
   */
  alike(subject: Described, limit: number, least?: number): Promise<readonly Alike[]>
}

export function openFinder(index: SearchIndex): Finder {
  return {
    find: async (text, limit) => {
      const ranker = await index.ranker()
      return ranker?.rank(text, limit) ?? []
    },
    alike: async (subject, limit, least) => {
      const ranker = await index.ranker()
      return ranker === undefined ? [] : findAlike(ranker, subject, limit, least)
    },
  }
}
