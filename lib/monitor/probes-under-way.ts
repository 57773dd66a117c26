import { budgetOf } from '../core/catalog/probe-target'
import type { ClaimedTarget, TargetKey } from '../store/evidence/schedule'

/** The probes a run has begun and not finished, those that wait for a slot included. */
export class ProbesUnderWay {
  readonly #tasks = new Set<Promise<void>>()
  readonly #targets = new Set<string>()
  readonly #byHost = new Map<string, number>()
  #rechecks = 0

  get size(): number {
    return this.#tasks.size
  }

  get rechecks(): number {
    return this.#rechecks
  }

  has(key: TargetKey): boolean {
    return this.#targets.has(nameOf(key))
  }

  /** Hosts with at least this many of them. */
  busyHosts(count: number): string[] {
    return [...this.#byHost].flatMap(([host, own]) => (own >= count ? [host] : []))
  }

  start(claimed: ClaimedTarget, probe: () => Promise<void>): void {
    this.#count(claimed, 1)
    this.#targets.add(nameOf(claimed))
    const task = probe().finally(() => {
      this.#tasks.delete(task)
      this.#targets.delete(nameOf(claimed))
      this.#count(claimed, -1)
    })
    this.#tasks.add(task)
  }

  /** Resolves when the next of them ends, or `other` resolves. */
  async next(other: Promise<unknown>): Promise<void> {
    await Promise.race([...this.#tasks, other])
  }

  async all(): Promise<void> {
    await Promise.all(this.#tasks)
  }

  #count({ target, isRecheck }: ClaimedTarget, step: 1 | -1): void {
    const host = budgetOf(target)
    const count = (this.#byHost.get(host) ?? 0) + step
    if (count > 0) this.#byHost.set(host, count)
    else this.#byHost.delete(host)
    if (isRecheck) this.#rechecks += step
  }
}

function nameOf({ serverKey, targetNo }: TargetKey): string {
  return `${serverKey} ${targetNo}`
}
