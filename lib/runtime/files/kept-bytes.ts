import { LRUCache } from 'lru-cache'

/** What is made once and kept, by key, within a bound of bytes. */
export interface KeptBytes<Value> {
  /**
   * The kept value of a key; else made, once for all who ask meanwhile. A failure, and a value of null, is kept by
   * nobody.
   */
  of(key: string, make: () => Promise<Value | null>): Promise<Value | null>
}

/** An entry and its key take some room besides. */
const ENTRY_BYTES = 512

/**
 * `ttlMs`: how long a value is kept; left out: until its room is needed. `bytesOf`: how much it counts of `mostBytes`;
 * one that is larger is not kept.
 */
export function openKeptBytes<Value extends object>(options: {
  mostBytes: number
  ttlMs?: number
  bytesOf(value: Value): number
}): KeptBytes<Value> {
  const { mostBytes, ttlMs = 0, bytesOf } = options
  const kept = new LRUCache<string, Value>({
    maxSize: mostBytes,
    ttl: ttlMs,
    sizeCalculation: (value, key) => bytesOf(value) + key.length + ENTRY_BYTES,
  })
  const underWay = new Map<string, Promise<Value | null>>()
  const made = async (key: string, make: () => Promise<Value | null>) => {
    try {
      const value = await make()
      if (value !== null) kept.set(key, value)
      return value
    } finally {
      underWay.delete(key)
    }
  }
  return {
    of: (key, make) => {
      const known = kept.get(key)
      if (known !== undefined) return Promise.resolve(known)
      const begun = underWay.get(key) ?? made(key, make)
      underWay.set(key, begun)
      return begun
    },
  }
}
