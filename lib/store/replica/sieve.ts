interface Entry<Value> {
  key: string
  value: Value
  bytes: number
  isVisited: boolean
  newer: Entry<Value> | undefined
  older: Entry<Value> | undefined
}

/**
 * Values by key that take no more than `mostBytes` together. Beyond that SIEVE chooses what is dropped: from the oldest
 * on, what was not read since it was passed over last. A hit moves nothing, and a crowd of keys that are read once
 * drops each other rather than what is read often.
 */
export class Sieve<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #mostBytes: number
  readonly #onDropped: (value: Value) => void
  #newest: Entry<Value> | undefined
  #oldest: Entry<Value> | undefined
  #hand: Entry<Value> | undefined
  #bytes = 0

  /** `onDropped` gets each value that is dropped, deleted or replaced. */
  constructor(mostBytes: number, onDropped: (value: Value) => void) {
    this.#mostBytes = mostBytes
    this.#onDropped = onDropped
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.isVisited = true
    return entry.value
  }

  /** Holds the value as the newest of all. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    const entry = { key, value, bytes, isVisited: false, newer: undefined, older: this.#newest }
    if (this.#newest !== undefined) this.#newest.newer = entry
    this.#newest = entry
    this.#oldest ??= entry
    this.#entries.set(key, entry)
    this.charge(bytes)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) this.#remove(entry)
  }

  /** Counts bytes of what values share; negative: they are given back. */
  charge(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > this.#mostBytes && this.#oldest !== undefined) this.#dropOne(this.#oldest)
  }

  #dropOne(oldest: Entry<Value>): void {
    let entry = this.#hand ?? oldest
    while (entry.isVisited) {
      entry.isVisited = false
      entry = entry.newer ?? oldest
    }
    this.#hand = entry
    this.#remove(entry)
  }

  #remove(entry: Entry<Value>): void {
    const { key, value, bytes, newer, older } = entry
    if (this.#hand === entry) this.#hand = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    this.#entries.delete(key)
    this.#bytes -= bytes
    this.#onDropped(value)
  }
}
