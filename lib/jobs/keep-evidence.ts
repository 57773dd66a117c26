import type { Database } from '../store/database'
import { dropObservationPartitions, makeObservationPartitions } from '../store/partitions'

/** Raw looks are the narrowest evidence and the first to go; intervals, kept for years, carry the uptime. */
const OBSERVATION_DAYS = 14

/** Makes the day partitions ahead and drops whole days that are past keeping. */
export async function keepEvidence(db: Database, now: Date): Promise<{ droppedDays: number }> {
  await makeObservationPartitions(db, now)
  return { droppedDays: await dropObservationPartitions(db, OBSERVATION_DAYS, now) }
}
