import { chunksOf } from 'assay-verify/chunks'
import { idFault } from 'assay-verify/subject-id'
import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../core/bytes/cache-options'
import type { Database } from '../store/database'
import { listKnown } from '../store/outcomes/outcomes'

export interface KnownIds {
  /** Which of these ids are known, now or formerly. What cannot be an id at all never reaches the database. */
  among(ids: readonly string[]): Promise<Set<string>>
}

/** Some 100 bytes each: outcomes are reported of few ids. */
const MOST_CACHED = 100_000
const CHUNK = 1000

/** An id that is known stays known, so a process reads it once; one that is not is read every time. */
export function openKnownIds(db: Database): KnownIds {
  const cache = new LRUCache<string, true>(atMostEntries(MOST_CACHED))
  return {
    among: async (ids) => {
      const found = new Set(ids.filter((id) => cache.get(id)))
      const others = ids.filter((id) => !found.has(id) && idFault(id) === undefined)
      for (const chunk of chunksOf(others, CHUNK)) {
        for (const id of await listKnown(db, chunk)) {
          cache.set(id, true)
          found.add(id)
        }
      }
      return found
    },
  }
}
