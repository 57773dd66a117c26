/** Keeps values that are expensive to compute and may be a moment old. It has no bound: keys are few and fixed. */
export interface Memo {
  /**
   * The kept value, or a new one where it is older than `maxAgeMs`. Callers who ask meanwhile share one computation.
   */
  recent<Value>(key: string, maxAgeMs: number, now: Date, compute: () => Promise<Value>): Promise<Value>
  /** The value that is kept, however old; undefined: none. */
  last<Value>(key: string): Promise<Value> | undefined
}

export function openMemo(): Memo {
  const cache = new Map<string, { madeAt: number; value: Promise<unknown> }>()
  return {
    recent: <Value>(key: string, maxAgeMs: number, now: Date, compute: () => Promise<Value>) => {
      const entry = cache.get(key)
      if (entry !== undefined && Math.abs(now.getTime() - entry.madeAt) < maxAgeMs) return entry.value as Promise<Value>
      const value = compute()
      cache.set(key, { madeAt: now.getTime(), value })
      value.catch(() => cache.delete(key))
      return value
    },
    last: <Value>(key: string) => cache.get(key)?.value as Promise<Value> | undefined,
  }
}
