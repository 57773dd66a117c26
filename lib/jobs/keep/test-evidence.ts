import { sql } from 'drizzle-orm'
import { dayOf, startOfDay } from '../../core/day'
import { recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { type Database, rowsOf } from '../../store/database'
import { recordObservations } from '../../store/evidence/evidence'
import { recordIntervals } from '../../store/evidence/intervals'
import { recordConnectivity } from '../../store/evidence/monitoring-gaps'
import { listPartitionDays, makeObservationPartitions, makePartitions } from '../../store/evidence/partitions'
import { hourlyRollups } from '../../store/evidence/rollup-schema'
import { findRollupProgress } from '../../store/evidence/rollups'
import { streamable, testServer, uncategorized } from '../../store/test-catalog'
import type { Retention } from './expire-evidence'

const DAY_MS = 86_400_000
/** First day of a block of four weeks, so that partitions of every size end within the test. */
export const START = startOfDay(20_720 - (20_720 % 28))
export const DAYS = 9
export const RETENTION: Retention = { observations: 2, hourlyRollups: 1, intervals: 4 }
export const daysOn = (days: number) => new Date(START.getTime() + days * DAY_MS)
export const ROUND_AT = daysOn(DAYS + 0.1)

/** Three servers whose evidence is recorded anew by `begin`, and all that is left of it. */
export function openEvidence(db: Database) {
  let keys: number[] = []
  const record = async () => {
    const catalog = ['one', 'two', 'three'].map((name) =>
      testServer(`k/${name}`, { remotes: [streamable(`https://${name}.example/mcp`)] }),
    )
    await recordServers(db, { source: 'file', precedence: 1 }, catalog, START, uncategorized)
    keys = (await db.select({ key: servers.key }).from(servers).orderBy(servers.key)).map(({ key }) => key)
  }

  /** Nine days of hourly observations of three servers, not rolled up, and roll-ups older than their retention. */
  const begin = async () => {
    for (const table of ['observations', 'hourly_rollups'] as const) {
      for (const day of await listPartitionDays(db, table)) {
        const name = `${table}_${startOfDay(day).toISOString().slice(0, 10).replaceAll('-', '')}`
        await db.execute(sql`DROP TABLE ${sql.identifier(name)}`)
      }
    }
    await db.execute(sql`DELETE FROM rollup_progress`)
    await db.execute(sql`DELETE FROM leases`)
    await db.execute(sql`DELETE FROM intervals`)
    await db.execute(sql`DELETE FROM monitoring_gaps`)
    await makeObservationPartitions(db, START)
    await makeObservationPartitions(db, daysOn(DAYS - 7))
    await makePartitions(db, 'hourly_rollups', [dayOf(START) - 40])
    const probes = keys.flatMap((serverKey) =>
      Array.from({ length: DAYS * 24 }, (_, hour) => ({
        serverKey,
        observation: {
          observedAt: new Date(START.getTime() + hour * 3_600_000 + serverKey),
          reason: hour % 10 === serverKey % 10 ? ('timed_out' as const) : ('answered' as const),
          latencyMs: 200 + hour,
          httpStatus: 200,
          vantage: 'test',
        },
      })),
    )
    await recordObservations(db, probes)
    await recordIntervals(
      db,
      keys.flatMap((serverKey) =>
        [0, 3, 6].map((day) => ({ serverKey, from: daysOn(day), to: daysOn(day + 3), state: 'up' as const })),
      ),
    )
    for (const [day, works] of [
      [0, true],
      [1, false],
      [2, true],
    ] as const)
      await recordConnectivity(db, { vantage: 'test', works, askedAt: daysOn(day), workedAt: null })
  }

  const state = async () => ({
    partitions: [await listPartitionDays(db, 'observations'), await listPartitionDays(db, 'hourly_rollups')],
    hourly: await db.select().from(hourlyRollups).orderBy(hourlyRollups.serverKey, hourlyRollups.day),
    progress: await findRollupProgress(db),
    rest: await rowsOf(
      db,
      sql`SELECT (SELECT count(*)::int FROM observations) AS probes, (SELECT count(*)::int FROM intervals) AS intervals,
          (SELECT count(*)::int FROM monitoring_gaps) AS gaps`,
    ),
  })

  return { keys: () => keys, record, begin, state }
}
