/** Limits how many tasks run at once, overall and for each key. */
export class Slots {
  #free: number
  readonly #perKey: number
  readonly #taken = new Map<string, number>()
  #waiting: { key: string; mostOfKey: number; start: () => void }[] = []

  constructor(total: number, perKey: number) {
    this.#free = total
    this.#perKey = perKey
  }

  /**
   * Runs the work once an overall slot and one of its key are free, in the order of the calls among those that can
   * start. `mostOfKey`: how many of the key may run when it starts, where that is not the usual number.
   */
  async run<Value>(key: string, work: () => Promise<Value>, mostOfKey = this.#perKey): Promise<Value> {
    if (!this.#take(key, mostOfKey)) await new Promise<void>((start) => this.#waiting.push({ key, mostOfKey, start }))
    try {
      return await work()
    } finally {
      this.#giveBack(key)
    }
  }

  /** Runs the work at once in the overall slot that its caller holds, where one of this key is free; else undefined. */
  async runWithin<Value>(key: string, work: () => Promise<Value>): Promise<Value | undefined> {
    const taken = this.#taken.get(key) ?? 0
    if (taken >= this.#perKey) return undefined
    this.#taken.set(key, taken + 1)
    try {
      return await work()
    } finally {
      this.#release(key)
    }
  }

  #take(key: string, mostOfKey: number): boolean {
    const taken = this.#taken.get(key) ?? 0
    if (this.#free === 0 || taken >= mostOfKey) return false
    this.#free -= 1
    this.#taken.set(key, taken + 1)
    return true
  }

  #giveBack(key: string): void {
    this.#free += 1
    this.#release(key)
  }

  #release(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1
    if (left === 0) this.#taken.delete(key)
    else this.#taken.set(key, left)
    const next = this.#waiting.findIndex((entry) => this.#take(entry.key, entry.mostOfKey))
    if (next === -1) return
    const [entry] = this.#waiting.splice(next, 1)
    entry?.start()
  }
}
