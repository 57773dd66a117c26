const KEPT_MS = 1000
const MOST_KEPT = 5000

/** Ids that no subject had a moment ago. They are apart from what is held: made-up ones drop only each other. */
export class UnknownIds {
  /** Until when, the oldest first. */
  readonly #until = new Map<string, number>()

  has(id: string): boolean {
    return (this.#until.get(id) ?? 0) > performance.now()
  }

  add(id: string): void {
    this.#until.delete(id)
    this.#until.set(id, performance.now() + KEPT_MS)
    const [oldest] = this.#until.size > MOST_KEPT ? this.#until.keys() : []
    if (oldest !== undefined) this.#until.delete(oldest)
  }

  clear(): void {
    this.#until.clear()
  }
}
