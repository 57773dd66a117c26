import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from './database'

/**
 * How far, in ms, `now` is ahead of the clock of the database; negative: behind. Always about 0 for the embedded
 * database, which has the clock of this process.
 */
export async function aheadOfDatabaseMs(db: Database, now: Date): Promise<number> {
  const [row] = await rowsOf<{ at: number }>(
    db,
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at`,
  )
  return now.getTime() - (row?.at ?? now.getTime())
}
