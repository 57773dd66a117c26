import type { NextProbe } from './next-probe'

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
