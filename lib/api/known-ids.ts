import { chunksOf } from 'assay-verify/chunks'
import { idFault } from 'assay-verify/subject-id'
import type { Database } from '../store/database'
import { listKnown } from '../store/outcomes/outcomes'

export interface KnownIds {
  /** Which of these ids are not known, now or formerly. What cannot be an id at all never reaches the database. */
  unknownAmong(ids: Iterable<string>): Promise<Set<string>>
}

/** Some 100 bytes each: outcomes are reported of few ids. */
const MOST_CACHED = 100_000
const CHUNK = 1000

/**
 * An id that is known stays known, so a process reads it once; one that is not is read every time. Once as many as are
 * kept came up, those that did not come up since as many before are forgotten.
 */
export function openKnownIds(db: Database, mostCached = MOST_CACHED): KnownIds {
  let younger = new Set<string>()
  let older = new Set<string>()
  const keep = (id: string) => {
    if (younger.size >= mostCached) {
      older = younger
      younger = new Set()
    }
    younger.add(id)
  }
  const isKept = (id: string) => {
    if (younger.has(id)) return true
    if (!older.has(id)) return false
    keep(id)
    return true
  }
  return {
    unknownAmong: async (ids) => {
      const unknown = new Set<string>()
      for (const id of ids) if (!isKept(id)) unknown.add(id)
      const possible = [...unknown].filter((id) => idFault(id) === undefined)
      for (const chunk of chunksOf(possible, CHUNK)) {
        for (const id of await listKnown(db, chunk)) {
          keep(id)
          unknown.delete(id)
        }
      }
      return unknown
    },
  }
}
