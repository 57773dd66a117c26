import { sql } from 'drizzle-orm'
import type { Database } from './database'

/**
 * Whether the database answers a statement within so many milliseconds. One statement is under way at a time, which all callers share: a database that does
 * not answer must not take all connections.
 */
export type Reachability = (withinMs: number) => Promise<boolean>

export function openReachability(db: Database): Reachability {
  let asking: Promise<boolean> | undefined
  const ask = () =>
    db
      .execute(sql`SELECT 1`)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
  return async (withinMs) => {
    asking ??= ask()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, withinMs, false)
    })
    try {
      return await Promise.race([asking, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
