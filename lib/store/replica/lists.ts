/** Values by key, several of one key. Most keys have one value, which is held without a list of its own. */
export class Lists<Key, Value extends object> {
  readonly #held = new Map<Key, Value | Value[]>()

  get(key: Key): readonly Value[] {
    const held = this.#held.get(key)
    if (held === undefined) return []
    return Array.isArray(held) ? held : [held]
  }

  add(key: Key, value: Value): void {
    const held = this.#held.get(key)
    if (held === undefined) this.#held.set(key, value)
    else if (Array.isArray(held)) held.push(value)
    else this.#held.set(key, [held, value])
  }

  remove(key: Key, value: Value): void {
    const left = this.get(key).filter((one) => one !== value)
    const [only] = left
    if (only === undefined) this.#held.delete(key)
    else this.#held.set(key, left.length === 1 ? only : left)
  }
}
