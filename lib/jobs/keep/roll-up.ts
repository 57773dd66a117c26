import { dayOf, startOfDay } from '../../core/day'
import { rollUpHours } from '../../core/history/rollup'
import type { Database } from '../../store/database'
import { listPartitionDays, makePartitions } from '../../store/evidence/partitions'
import {
  findRollupProgress,
  listObservationsOfDay,
  type RollupProgress,
  recordServerDays,
} from '../../store/evidence/rollups'

/**
 * How long after the end of a day, in ms, its last observations are certainly committed: a probe and its batch take
 * less than a minute.
 */
const SETTLED_AFTER_MS = 600_000

/** Observations of one transaction, about: the embedded database reads and writes them in less than 50 ms. */
const PROBES_A_CHUNK = 3000
/** Servers of one transaction at most, however few observations they have: the next may have more. */
const MOST_SERVERS = 64

/**
 * Rolls up the observations of the days that are over, day by day and server by server, in short transactions that each
 * store the progress. A run that is killed is continued by the next. Answers through which day (days since 1970)
 * everything is rolled up; null: no day is yet.
 */
export async function rollUpObservations(
  db: Database,
  now: Date,
  probesAChunk = PROBES_A_CHUNK,
): Promise<{ throughDay: number | null; serverDays: number }> {
  const lastDay = dayOf(new Date(now.getTime() - SETTLED_AFTER_MS)) - 1
  let progress = await findRollupProgress(db)
  let serverDays = 0
  for (const day of await listPartitionDays(db, 'observations')) {
    if (day > lastDay || day <= (progress?.day ?? Number.NEGATIVE_INFINITY)) continue
    await makePartitions(db, 'hourly_rollups', [day])
    const rolled = await rollUpDay(db, day, progress, probesAChunk)
    progress = { day, serverKey: 0 }
    serverDays += rolled
  }
  return { throughDay: progress?.day ?? null, serverDays }
}

async function rollUpDay(
  db: Database,
  day: number,
  reached: RollupProgress | undefined,
  probesAChunk: number,
): Promise<number> {
  let before = reached
  let serverDays = 0
  let servers = 1
  for (;;) {
    const afterKey = before?.day === day - 1 ? before.serverKey : 0
    const { byServer, probes, throughKey } = await listObservationsOfDay(db, day, afterKey, servers)
    const hours = new Map([...byServer].map(([key, own]) => [key, rollUpHours(own, startOfDay(day))]))
    const after = throughKey === null ? { day, serverKey: 0 } : { day: day - 1, serverKey: throughKey }
    await recordServerDays(db, day, hours, { before, after })
    before = after
    serverDays += hours.size
    if (throughKey === null) return serverDays
    servers = Math.max(
      1,
      Math.min(MOST_SERVERS, servers * 2, Math.floor((servers * probesAChunk) / Math.max(1, probes))),
    )
  }
}
