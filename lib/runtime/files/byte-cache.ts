import { LRUCache } from 'lru-cache'

/** A cache by key, within a bound of bytes. */
export interface ByteCache<Value> {
  /**
   * The cached value of a key; else made, once for all who ask meanwhile. A failure, and a value of null, is not
   * cached.
   */
  of(key: string, make: () => Promise<Value | null>): Promise<Value | null>
}

/** An entry and its key take some room besides. */
const ENTRY_BYTES = 512

/**
 * `ttlMs`: how long a value is kept; left out: until its room is needed. `bytesOf`: how much it counts of `mostBytes`;
 * one that is larger is not kept.
 */
export function openByteCache<Value extends object>(options: {
  mostBytes: number
  ttlMs?: number
  bytesOf(value: Value): number
}): ByteCache<Value> {
  const { mostBytes, ttlMs = 0, bytesOf } = options
  const cache = new LRUCache<string, Value>({
    maxSize: mostBytes,
    ttl: ttlMs,
    sizeCalculation: (value, key) => bytesOf(value) + key.length + ENTRY_BYTES,
  })
  const underWay = new Map<string, Promise<Value | null>>()
  const made = async (key: string, make: () => Promise<Value | null>) => {
    try {
      const value = await make()
      if (value !== null) cache.set(key, value)
      return value
    } finally {
      underWay.delete(key)
    }
  }
  return {
    of: (key, make) => {
      const known = cache.get(key)
      if (known !== undefined) return Promise.resolve(known)
      const begun = underWay.get(key) ?? made(key, make)
      underWay.set(key, begun)
      return begun
    },
  }
}
