import type { Alike, Described } from '../search/alternatives/similarity'
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
  /**
   * Listed subjects at least that similar, most similar first, including the subject itself and those of its server.
   */
  alike(subject: Described, limit: number, least?: number): Promise<readonly Alike[]>
}

export function openFinder(index: SearchIndex): Finder {
  return {
    find: async (text, limit, least = 0) => {
      const ranker = await index.ranker()
      return ranker?.rank({ text, limit, least }) ?? []
    },
    alike: async (subject, limit, least) => {
      const ranker = await index.ranker()
      return ranker?.alike({ subject, limit, least }) ?? []
    },
  }
}
