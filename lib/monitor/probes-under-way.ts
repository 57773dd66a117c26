import { budgetOf } from '../core/catalog/probe-target'
import type { ClaimedServer } from '../store/evidence/schedule'

/** The probes a run has begun and not finished, those that wait for a slot included. */
export class ProbesUnderWay {
  readonly #tasks = new Set<Promise<void>>()
  readonly #servers = new Set<number>()
  readonly #byHost = new Map<string, number>()
  #rechecks = 0

  get size(): number {
    return this.#tasks.size
  }

  get rechecks(): number {
    return this.#rechecks
  }

  has(serverKey: number): boolean {
    return this.#servers.has(serverKey)
  }

  /** Hosts with at least this many of them. */
  busyHosts(count: number): string[] {
    return [...this.#byHost].flatMap(([host, own]) => (own >= count ? [host] : []))
  }

  start(server: ClaimedServer, probe: () => Promise<void>): void {
    this.#count(server, 1)
    this.#servers.add(server.serverKey)
    const task = probe().finally(() => {
      this.#tasks.delete(task)
      this.#servers.delete(server.serverKey)
      this.#count(server, -1)
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

  #count({ target, isRecheck }: ClaimedServer, step: 1 | -1): void {
    const host = budgetOf(target)
    const count = (this.#byHost.get(host) ?? 0) + step
    if (count > 0) this.#byHost.set(host, count)
    else this.#byHost.delete(host)
    if (isRecheck) this.#rechecks += step
  }
}
