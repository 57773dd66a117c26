import { sql } from 'drizzle-orm'
import { dayOf, startOfDay } from '../../core/day'
import { sqlStateOf } from '../connection/database-unavailable'
import { type Database, rowsOf } from '../database'

const DAY_SECONDS = 86_400
/** A machine whose jobs do not run for a week can still record observations. */
const DAYS_AHEAD = 7
/** A drop locks the whole table: it gives up after this, so that readers never queue behind it for longer. */
const DROP_WAITS = sql.raw(`SET LOCAL lock_timeout = '300ms'`)
/** Advisory lock so that two processes never make the same partition. An arbitrary number. */
const PARTITION_LOCK = 4_151_542
const LOCK_NOT_AVAILABLE = '55P03'
const CHECK_VIOLATION = '23514'

/** How a table of evidence is partitioned: blocks of whole days counted from 1970, in the unit of its column. */
interface Cut {
  days: number
  unitsPerDay: number
}

/** Larger blocks for what is kept longer: each partition is two files, and a plan names them all. */
const CUTS = {
  observations: { days: 1, unitsPerDay: DAY_SECONDS },
  hourly_rollups: { days: 7, unitsPerDay: 1 },
} as const satisfies Record<string, Cut>

export type PartitionedTable = keyof typeof CUTS
export const PARTITIONED = Object.keys(CUTS) as readonly PartitionedTable[]

/**
 * Makes the day partitions of observations from the day of `from` to a week ahead. Can be repeated, and run by several
 * processes at once.
 */
export async function makeObservationPartitions(db: Database, from: Date): Promise<void> {
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, i) => dayOf(from) + i)
  await makePartitions(db, 'observations', days)
}

/** Makes the partitions that hold these days. Can be repeated, and run by several processes at once. */
export async function makePartitions(db: Database, table: PartitionedTable, days: readonly number[]): Promise<void> {
  const there = new Set(await listPartitionDays(db, table))
  const wanted = new Set(days.map((day) => day - (day % CUTS[table].days)))
  for (const first of wanted) if (!there.has(first)) await makePartition(db, table, first)
}

/**
 * Makes a table and attaches it, which blocks nobody; creating it as a partition would wait for every reader and block
 * all that come after.
 */
async function makePartition(db: Database, table: PartitionedTable, first: number): Promise<void> {
  const { days, unitsPerDay } = CUTS[table]
  const name = partitionName(table, first)
  const [from, to] = [first * unitsPerDay, (first + days) * unitsPerDay]
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${PARTITION_LOCK})`)
    const [row] = await rowsOf<{ there: boolean }>(tx, sql`SELECT to_regclass(${name}) IS NOT NULL AS there`)
    if (row?.there) return
    await tx.execute(sql.raw(`CREATE TABLE "${name}" (LIKE ${table})`))
    await tx.execute(sql.raw(`ALTER TABLE ${table} ATTACH PARTITION "${name}" FOR VALUES FROM (${from}) TO (${to})`))
  })
}

/** Whether a row could not be stored because its day has no partition; may be true of another broken check. */
export function isMissingPartition(cause: unknown): boolean {
  return sqlStateOf(cause) === CHECK_VIOLATION
}

/** First days of a table's partitions, oldest first. */
export async function listPartitionDays(db: Database, table: PartitionedTable): Promise<number[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = pg_inherits.inhrelid
      WHERE pg_inherits.inhparent = ${table}::regclass ORDER BY child.relname`,
  )
  return rows.flatMap(({ name }) => {
    const [, year, month, date] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
    return year === undefined ? [] : [dayOf(new Date(`${year}-${month}-${date}T00:00:00Z`))]
  })
}

/**
 * Drops a table's partitions that end before `oldestKept`, oldest first; answers how many. At the first that cannot be
 * locked at once it stops, and leaves the rest to the next call.
 */
export async function dropPartitions(db: Database, table: PartitionedTable, oldestKept: number): Promise<number> {
  const past = (await listPartitionDays(db, table)).filter((first) => first + CUTS[table].days <= oldestKept)
  for (const [dropped, first] of past.entries()) {
    const gone = await db
      .transaction(async (tx) => {
        await tx.execute(DROP_WAITS)
        await tx.execute(sql`DROP TABLE IF EXISTS ${sql.identifier(partitionName(table, first))}`)
        return true
      })
      .catch((cause: unknown) => {
        if (sqlStateOf(cause) === LOCK_NOT_AVAILABLE) return false
        throw cause
      })
    if (!gone) return dropped
  }
  return past.length
}

function partitionName(table: PartitionedTable, day: number): string {
  return `${table}_${startOfDay(day).toISOString().slice(0, 10).replaceAll('-', '')}`
}
