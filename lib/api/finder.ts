import { type Alike, type Described, findAlike } from '../search/alternatives/similarity'
import type { SearchIndex } from './search-index'

/** A subject that was found, with the probability (0-1) that it fits what was asked. */
export interface Ranked {
  id: string
  relevance: number
}

/** What fits a text, and what could stand in for a tool: from the index this process holds. */
export interface Finder {
  /** Listed subjects by the probability that they fit, likeliest first. Nothing shares a meaning with the text: empty. */
  find(text: string, limit: number): Promise<readonly Ranked[]>
  /** Listed subjects that do the same, most alike first; the subject itself and its server's are among them. */
  alike(subject: Described, limit: number): Promise<readonly Alike[]>
}

export function openFinder(index: SearchIndex): Finder {
  return {
    find: async (text, limit) => {
      const ranker = await index.ranker()
      return ranker?.rank(text, limit) ?? []
    },
    alike: async (subject, limit) => {
      const ranker = await index.ranker()
      return ranker === undefined ? [] : findAlike(ranker, subject, limit)
    },
  }
}
