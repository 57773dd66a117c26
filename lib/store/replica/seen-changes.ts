import type { Database } from '../database'
import type { ChangedServer } from './read-replica'

/** Distinguishes what became known just now from what the last read of changes had already: reads overlap. */
export class SeenChanges {
  #of: Database | undefined
  #seen: ReadonlyMap<number, ChangedServer> = new Map()

  /** The database that changes were read from last; undefined: none yet. */
  get of(): Database | undefined {
    return this.#of
  }

  /** Takes in what one read found; returns what is new. Another database may be of an earlier moment: all is new. */
  take(changed: readonly ChangedServer[], of: Database): readonly ChangedServer[] {
    const before = of === this.#of ? this.#seen : new Map<number, ChangedServer>()
    this.#of = of
    this.#seen = new Map(changed.map((one) => [one.key, one]))
    return changed.filter((one) => isNew(one, before.get(one.key)))
  }
}

function isNew({ ratedAt, wordedAt }: ChangedServer, before: ChangedServer | undefined): boolean {
  if (before === undefined) return true
  return (ratedAt !== null && ratedAt !== before.ratedAt) || (wordedAt !== null && wordedAt !== before.wordedAt)
}
