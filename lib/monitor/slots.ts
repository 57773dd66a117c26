/** Limits how many tasks run at once, overall and for each key. */
export class Slots {
  #free: number
  readonly #perKey: number
  readonly #taken = new Map<string, number>()
  #waiting: { key: string; start: () => void }[] = []

  constructor(total: number, perKey: number) {
    this.#free = total
    this.#perKey = perKey
  }

  /** Runs the work once an overall slot and one of its key are free, in the order of the calls among those that can start. */
  async run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    if (!this.#take(key)) await new Promise<void>((start) => this.#waiting.push({ key, start }))
    try {
      return await work()
    } finally {
      this.#giveBack(key)
    }
  }

  #take(key: string): boolean {
    const taken = this.#taken.get(key) ?? 0
    if (this.#free === 0 || taken >= this.#perKey) return false
    this.#free -= 1
    this.#taken.set(key, taken + 1)
    return true
  }

  #giveBack(key: string): void {
    this.#free += 1
    const left = (this.#taken.get(key) ?? 1) - 1
    if (left === 0) this.#taken.delete(key)
    else this.#taken.set(key, left)
    const next = this.#waiting.findIndex((entry) => this.#take(entry.key))
    if (next === -1) return
    const [entry] = this.#waiting.splice(next, 1)
    entry?.start()
  }
}
