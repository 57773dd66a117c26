import { DAY_MS } from 'assay-verify/duration'
import { dayOf } from '../../core/day'
import { OBSERVATION_DAYS } from '../../core/retention'
import type { Database } from '../../store/database'
import { deleteIntervals } from '../../store/evidence/intervals'
import { deleteMonitoringGaps } from '../../store/evidence/monitoring-gaps'
import { dropPartitions, makeObservationPartitions } from '../../store/evidence/partitions'
import { dropOldKeyDays } from '../../store/keys/keys'
import { dropOldLatencies } from '../../store/outcomes/outcome-latencies'
import { dropOldOutcomes } from '../../store/outcomes/outcomes'
import { dropOldNetworks, numberNetworks } from '../../store/outcomes/reporter-networks'
import { reassessAll } from '../reassess'
import { withLease } from '../with-lease'
import { rollUpObservations } from './roll-up'

/**
 * How long evidence of each kind is kept, in days: the more compact, the longer. Uptime is computed from intervals, so
 * they are kept for years.
 */
export interface Retention {
  observations: number
  hourlyRollups: number
  intervals: number
}

export const RETENTION: Retention = {
  observations: OBSERVATION_DAYS,
  hourlyRollups: 35,
  intervals: 5 * 366,
}

/** A server without evidence for this long, in ms, is no longer probed, so its uptime windows are updated here. */
const QUIET_MS = 6 * 3_600_000

export interface ExpiryReport {
  rolledUpServerDays: number
  droppedDays: number
  droppedRollups: number
  reassessedServers: number
}

/**
 * Makes the day partitions ahead, rolls up the days that are over, drops what is older than its retention and updates
 * the ratings of servers that are no longer probed. Observations are never dropped before they are rolled up. Each step
 * can be killed and repeated; undefined while another process does it.
 */
export async function expireEvidence(
  db: Database,
  clock: () => Date,
  retention: Retention = RETENTION,
): Promise<ExpiryReport | undefined> {
  // Without the lease: probes need the partitions even while another process holds it.
  await makeObservationPartitions(db, clock())
  return withLease(db, clock, 'keep', async () => {
    const now = clock()
    const today = dayOf(now)
    const { throughDay, serverDays } = await rollUpObservations(db, now)
    const oldestObservation = Math.min(today - retention.observations, throughDay === null ? today : throughDay + 1)
    const droppedDays = throughDay === null ? 0 : await dropPartitions(db, 'observations', oldestObservation)
    const droppedRollups = await dropPartitions(db, 'hourly_rollups', today - retention.hourlyRollups)
    const oldestInterval = new Date(now.getTime() - retention.intervals * DAY_MS)
    await deleteIntervals(db, oldestInterval)
    await deleteMonitoringGaps(db, oldestInterval)
    await dropOldOutcomes(db, now)
    await dropOldLatencies(db, now)
    await dropOldNetworks(db, now)
    await numberNetworks(db, now)
    await dropOldKeyDays(db, now)
    const { servers } = await reassessAll(db, clock, { quietSince: new Date(now.getTime() - QUIET_MS) })
    return { rolledUpServerDays: serverDays, droppedDays, droppedRollups, reassessedServers: servers }
  })
}
