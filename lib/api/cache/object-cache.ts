/** A cache of what was computed from an object, which lives as long as the object. */
export interface ObjectCache<Key extends object, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/**
 * Keeps the values of at least the `most` objects that were used last, and of no more than twice as many; of an object
 * that nothing else refers to, none. Values are in one of two generations: once the younger one has `most`, the older
 * one is dropped with what was not used since.
 */
export function openObjectCache<Key extends object, Value>(most: number): ObjectCache<Key, Value> {
  let younger = new WeakMap<Key, Value>()
  let older = new WeakMap<Key, Value>()
  let count = 0
  const set = (key: Key, value: Value) => {
    if (!younger.has(key)) count += 1
    if (count > most) {
      older = younger
      younger = new WeakMap()
      count = 1
    }
    younger.set(key, value)
  }
  return {
    get: (key) => {
      const value = younger.get(key)
      if (value !== undefined) return value
      const before = older.get(key)
      if (before !== undefined) set(key, before)
      return before
    },
    set,
  }
}
