import { areListsDue } from '../core/declarations/declarations'
import type { Database } from '../store/database'
import { listListsReadAt } from '../store/declarations/declarations'
import type { ClaimedTarget } from '../store/evidence/schedule'

/**
 * Which of the servers that a run probes are to be asked for their lists of prompts and resources and their card, too.
 */
export class ListsDue {
  readonly #db: Database
  readonly #serverKeys = new Set<number>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Rechecks leave what the regular probe found: they follow within seconds. */
  async note(claimed: readonly ClaimedTarget[], now: Date): Promise<void> {
    const regular = claimed.filter((target) => !target.isRecheck).map(({ serverKey }) => serverKey)
    const readAt = await listListsReadAt(this.#db, regular)
    for (const key of regular) {
      if (areListsDue(readAt.get(key) ?? null, now)) this.#serverKeys.add(key)
      else this.#serverKeys.delete(key)
    }
  }

  has(serverKey: number): boolean {
    return this.#serverKeys.has(serverKey)
  }
}
