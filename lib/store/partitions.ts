import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from './database'

const DAY_SECONDS = 86_400
/** So that a machine whose jobs stand still for a week can still record what it sees. */
const DAYS_AHEAD = 7

/** Makes the day partitions of observations from the day of `from` to a week ahead. Harmless to repeat, and from several processes at once. */
export async function makeObservationPartitions(db: Database, from: Date): Promise<void> {
  const firstDay = Math.floor(from.getTime() / 1000 / DAY_SECONDS)
  for (let day = firstDay; day <= firstDay + DAYS_AHEAD; day += 1) {
    const name = partitionName(day)
    await db.execute(
      sql.raw(
        `CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF observations FOR VALUES FROM (${day * DAY_SECONDS}) TO (${(day + 1) * DAY_SECONDS})`,
      ),
    )
  }
}

/** Drops whole days older than `daysKept` before `now`; answers how many. */
export async function dropObservationPartitions(db: Database, daysKept: number, now: Date): Promise<number> {
  const oldestKept = partitionName(Math.floor(now.getTime() / 1000 / DAY_SECONDS) - daysKept)
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`
    SELECT child.relname AS name FROM pg_inherits
    JOIN pg_class child ON child.oid = pg_inherits.inhrelid
    WHERE pg_inherits.inhparent = 'observations'::regclass AND child.relname < ${oldestKept}`,
  )
  for (const { name } of rows) await db.execute(sql`DROP TABLE ${sql.identifier(name)}`)
  return rows.length
}

function partitionName(day: number): string {
  return `observations_${new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10).replaceAll('-', '')}`
}
