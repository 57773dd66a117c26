import { sql } from 'drizzle-orm'
import type { Database } from './database'
import { within } from './within'

/**
 * Whether the database answers a statement within so many milliseconds. One statement is under way at a time, which all
 * callers share: a database that does not answer must not take all connections.
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
  return (withinMs) => {
    asking ??= ask()
    return within(asking, withinMs, false)
  }
}
