import { grouped } from 'assay-verify/grouped'
import { reasonFromCode } from 'assay-verify/state/observation'
import { and, eq, sql } from 'drizzle-orm'
import { dayOf, startOfDay } from '../../core/day'
import { packHours, unpackHours } from '../../core/history/packed-rollup'
import type { RolledUpObservation, Rollup } from '../../core/history/rollup'
import { type Database, rowsOf } from '../database'
import { excludedColumns } from '../excluded-columns'
import { type Read, readOf } from '../read-together'
import { hourlyRollups, rollupProgress } from './rollup-schema'

/**
 * How far observations have been rolled up: all up to `day` (days since 1970), and of the next day those of servers up
 * to `serverKey`.
 */
export type RollupProgress = Omit<typeof rollupProgress.$inferSelect, 'name'>

/** Another process has meanwhile rolled up what this one was about to record. */
class RolledUpElsewhere extends Error {
  constructor() {
    super('another process is rolling up')
    this.name = 'RolledUpElsewhere'
  }
}

const PROGRESS = 'probes'

/** undefined: nothing was ever rolled up. */
export async function findRollupProgress(db: Database): Promise<RollupProgress | undefined> {
  const { day, serverKey } = rollupProgress
  const [row] = await db.select({ day, serverKey }).from(rollupProgress).where(eq(rollupProgress.name, PROGRESS))
  return row
}

interface ObservationRow {
  seconds: number
  reason: number
  latencyMs: number | null
}

/** All observations of some servers' endpoints on one day. */
export interface DayObservations {
  byServer: Map<number, RolledUpObservation[]>
  probes: number
  /** The last of the servers read; null: no server follows the one given. */
  throughKey: number | null
}

/**
 * All observations of a day of the next servers after one. Limited by servers, not by rows: no index has a day's
 * observations in the order of servers.
 */
export async function listObservationsOfDay(
  db: Database,
  day: number,
  afterKey: number,
  mostServers: number,
): Promise<DayObservations> {
  const [next] = await rowsOf<{ key: number | null }>(
    db,
    sql`SELECT max(key) AS key FROM (SELECT key FROM servers WHERE key > ${afterKey} ORDER BY key LIMIT ${mostServers}) AS next`,
  )
  const throughKey = next?.key ?? null
  if (throughKey === null) return { byServer: new Map(), probes: 0, throughKey }
  const [from, to] = [startOfDay(day).getTime() / 1000, startOfDay(day + 1).getTime() / 1000]
  const rows = await rowsOf<ObservationRow & { key: number }>(
    db,
    sql`SELECT server_key AS key, observed_at AS seconds, reason, latency_ms AS "latencyMs" FROM observations
      WHERE observed_at >= ${from} AND observed_at < ${to} AND server_key > ${afterKey} AND server_key <= ${throughKey}
        AND NOT EXISTS (SELECT FROM probe_targets t
          WHERE t.server_key = observations.server_key AND t.target_no = observations.target_no AND t.evidence <> 'endpoint')`,
  )
  const byServer = grouped(rows.map((row) => [row.key, observationOf(row)]))
  return { byServer, probes: rows.length, throughKey }
}

/** Writes servers' days and the progress, in one transaction. Can be repeated. Throws `RolledUpElsewhere`. */
export async function recordServerDays(
  db: Database,
  day: number,
  hoursByServer: ReadonlyMap<number, readonly Rollup[]>,
  progress: { before: RollupProgress | undefined; after: RollupProgress },
): Promise<void> {
  const days = [...hoursByServer].map(([serverKey, hours]) => ({ serverKey, day, hours }))
  await db.transaction(async (tx) => {
    if (days.length > 0) {
      await tx
        .insert(hourlyRollups)
        .values(days.map(({ hours, ...key }) => ({ ...key, hours: packHours(hours) })))
        .onConflictDoUpdate({
          target: [hourlyRollups.serverKey, hourlyRollups.day],
          set: excludedColumns(hourlyRollups, ['hours']),
        })
    }
    await moveProgress(tx, progress)
  })
}

async function moveProgress(
  tx: Database,
  { before, after }: { before: RollupProgress | undefined; after: RollupProgress },
): Promise<void> {
  const row = { name: PROGRESS, ...after }
  const moved =
    before === undefined
      ? await tx.insert(rollupProgress).values(row).onConflictDoNothing().returning()
      : await tx
          .update(rollupProgress)
          .set(after)
          .where(
            and(
              eq(rollupProgress.name, PROGRESS),
              eq(rollupProgress.day, before.day),
              eq(rollupProgress.serverKey, before.serverKey),
            ),
          )
          .returning()
  if (moved.length === 0) throw new RolledUpElsewhere()
}

export interface RolledUpDay {
  day: Date
  hours: Rollup[]
}

/**
 * A server's days from that of `since` on, oldest first, as 24 roll-ups each. Days without a probe, and those that are
 * not over, are left out.
 */
export function hourlyRollupsRead(serverKey: number, since: Date): Read<RolledUpDay[]> {
  return readOf<{ day: number; hours: string }, RolledUpDay[]>(
    sql`SELECT day, encode(hours, 'hex') AS hours FROM hourly_rollups
      WHERE server_key = ${serverKey} AND day >= ${dayOf(since)} ORDER BY day`,
    (rows) => rows.map(({ day, hours }) => ({ day: startOfDay(day), hours: unpackHours(Buffer.from(hours, 'hex')) })),
  )
}

/**
 * The observations of a server's endpoints from `since` on, in any order: what the roll-ups of a day that is not over
 * would count.
 */
export function endpointObservationsRead(serverKey: number, since: Date): Read<RolledUpObservation[]> {
  return readOf<ObservationRow, RolledUpObservation[]>(
    sql`SELECT observed_at AS seconds, reason, latency_ms AS "latencyMs" FROM observations o
      WHERE o.server_key = ${serverKey} AND o.observed_at >= ${Math.floor(since.getTime() / 1000)}
        AND NOT EXISTS (SELECT FROM probe_targets t
          WHERE t.server_key = o.server_key AND t.target_no = o.target_no AND t.evidence <> 'endpoint')`,
    (rows) => rows.map(observationOf),
  )
}

function observationOf({ seconds, reason, latencyMs }: ObservationRow): RolledUpObservation {
  return { at: new Date(seconds * 1000), reason: reasonFromCode(reason), latencyMs }
}
