import { areListsDue } from '../core/declarations/declarations'
import type { Database } from '../store/database'
import { listListsReadAt } from '../store/declarations/declarations'
import type { ClaimedTarget } from '../store/evidence/schedule'
import type { NextProbe } from './next-probe'

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

/** When the targets that a run left undecided are due again. */
export class RechecksDue {
  /** Epoch milliseconds, by target. */
  readonly #dueAt = new Map<string, number>()
  readonly #recheckSeconds: number

  constructor(recheckSeconds: number) {
    this.#recheckSeconds = recheckSeconds
  }

  note(next: readonly NextProbe[]): void {
    for (const { dueAt, isRecheck, ...target } of next) {
      if (isRecheck) this.#dueAt.set(nameOf(target), dueAt.getTime())
    }
  }

  /** It is being probed. */
  started(target: Pick<NextProbe, 'serverKey' | 'targetNo'>): void {
    this.#dueAt.delete(nameOf(target))
  }

  /** Whether one is still to be probed; one that is overdue was claimed by another process. */
  isAnyDueSoon(now: Date): boolean {
    const overdueAt = now.getTime() - this.#recheckSeconds * 1000
    for (const [target, dueAt] of this.#dueAt) {
      if (dueAt < overdueAt) this.#dueAt.delete(target)
    }
    return this.#dueAt.size > 0
  }
}

function nameOf({ serverKey, targetNo }: Pick<NextProbe, 'serverKey' | 'targetNo'>): string {
  return `${serverKey} ${targetNo}`
}
