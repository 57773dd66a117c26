import { idFault } from '../core/catalog/subject-id'
import { chunksOf } from '../store/chunks'
import type { Database } from '../store/database'
import { listKnown } from '../store/outcomes/outcomes'

export interface KnownIds {
  /** Which of these ids are known, now or formerly. What cannot be an id at all never reaches the database. */
  among(ids: readonly string[]): Promise<Set<string>>
}

/** Some 100 bytes each: those told of are few of all. The oldest go first. */
const MOST_KEPT = 100_000
const CHUNK = 1000

/** Ids that are known stay known, so they are asked for once a process; ids that are not are asked for every time. */
export function openKnownIds(db: Database): KnownIds {
  const kept = new Set<string>()
  const keep = (id: string) => {
    kept.add(id)
    const oldest = kept.size > MOST_KEPT ? kept.values().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }
  return {
    among: async (ids) => {
      const strange = ids.filter((id) => !kept.has(id))
      const found = new Set(ids)
      for (const id of strange) found.delete(id)
      const asked = strange.filter((id) => idFault(id) === undefined)
      for (const chunk of chunksOf(asked, CHUNK)) {
        for (const id of await listKnown(db, chunk)) {
          keep(id)
          found.add(id)
        }
      }
      return found
    },
  }
}
