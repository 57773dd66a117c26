import type { Database } from '../store/database'
import { deleteIntervals } from '../store/intervals'
import { dropOldKeyDays } from '../store/keys'
import { deleteLineGaps } from '../store/line-gaps'
import { dropOldOutcomes } from '../store/outcomes'
import { dayOf, dropPartitions, makeObservationPartitions } from '../store/partitions'
import { reassessAll } from './reassess-all'
import { rollUpLooks } from './roll-up'
import { underLease } from './under-lease'

/** How long evidence of each kind is kept, in days: the narrower, the longer. Intervals carry the uptime, so they are kept for years. */
export interface Retention {
  observations: number
  hourlyRollups: number
  dailyRollups: number
  intervals: number
}

export const RETENTION: Retention = { observations: 14, hourlyRollups: 35, dailyRollups: 731, intervals: 5 * 366 }

/** A server without evidence for so long, in ms, is not looked at any more, so its windows have to be moved on for it. */
const QUIET_MS = 6 * 3_600_000

const DAY_MS = 86_400_000

export interface KeepReport {
  rolledUpServerDays: number
  droppedDays: number
  droppedRollups: number
  reassessedServers: number
}

/**
 * The daily round: makes the day partitions ahead, rolls up the days that are over, drops what is past keeping and brings ratings of servers
 * that nobody looks at to the moment. Looks are never dropped before they are rolled up. Each step can be killed and done again;
 * undefined while another process is at it.
 */
export async function keepEvidence(
  db: Database,
  clock: () => Date,
  retention: Retention = RETENTION,
): Promise<KeepReport | undefined> {
  // Not under the lease: whoever looks needs them, whatever became of the holder.
  await makeObservationPartitions(db, clock())
  return underLease(db, clock, 'keep', async () => {
    const now = clock()
    const today = dayOf(now)
    const { throughDay, serverDays } = await rollUpLooks(db, now)
    const oldestLook = Math.min(today - retention.observations, throughDay === null ? today : throughDay + 1)
    const droppedDays = throughDay === null ? 0 : await dropPartitions(db, 'observations', oldestLook)
    const droppedRollups =
      (await dropPartitions(db, 'hourly_rollups', today - retention.hourlyRollups)) +
      (await dropPartitions(db, 'daily_rollups', today - retention.dailyRollups))
    const oldestInterval = new Date(now.getTime() - retention.intervals * DAY_MS)
    await deleteIntervals(db, oldestInterval)
    await deleteLineGaps(db, oldestInterval)
    await dropOldOutcomes(db, now)
    await dropOldKeyDays(db, now)
    const { servers } = await reassessAll(db, clock, { quietSince: new Date(now.getTime() - QUIET_MS) })
    return { rolledUpServerDays: serverDays, droppedDays, droppedRollups, reassessedServers: servers }
  })
}
