import { RateLimiterPostgres } from 'rate-limiter-flexible'

/** Points used by callers, counted over all processes on one database. */
export interface SharedPoints {
  /** Adds points to a caller's window, which begins with the first of them; answers its sum and how long it lasts. */
  add(caller: string, points: number, windowSeconds: number): Promise<{ taken: number; msLeft: number }>
}

/**
 * Works with the pool of either Postgres driver; a migration creates the table. Rows are deleted an hour after they
 * expire, checked every five minutes.
 */
export function openSharedPoints(pool: object): SharedPoints {
  const limiters = new Map<number, RateLimiterPostgres>()
  const limiterOf = (windowSeconds: number) => {
    const known = limiters.get(windowSeconds)
    if (known !== undefined) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: String(windowSeconds),
      points: Number.MAX_SAFE_INTEGER,
      duration: windowSeconds,
      clearExpiredByTimeout: limiters.size === 0,
    })
    limiters.set(windowSeconds, limiter)
    return limiter
  }
  return {
    add: async (caller, points, windowSeconds) => {
      const limiter = limiterOf(windowSeconds)
      let window = await limiter.penalty(caller, points)
      if (window.msBeforeNext > 2 * windowSeconds * 1000) {
        // Written by a clock that was ahead: the window would not end until the time it showed.
        await limiter.delete(caller)
        window = await limiter.penalty(caller, points)
      }
      const { consumedPoints, msBeforeNext } = window
      return { taken: consumedPoints, msLeft: msBeforeNext }
    },
  }
}
