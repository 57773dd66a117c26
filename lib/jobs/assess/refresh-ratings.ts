import { rateServers } from '../../monitor/assess-servers'
import { sumSteps } from '../../store/chunks'
import type { Database } from '../../store/database'
import { getServerStatesForUpdate, recordStaleServers } from '../../store/evidence/evidence'
import { listStaleServerKeys } from '../../store/ratings/ratings'

/** Servers of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 50

/**
 * Sets the stored verdicts of servers whose evidence is too old to `unknown`, so that no list shows a stale `healthy`.
 */
export async function refreshRatings(db: Database, clock: () => Date): Promise<{ servers: number; ratings: number }> {
  return sumSteps({ servers: 0, ratings: 0 }, async () => {
    const now = clock()
    const keys = await listStaleServerKeys(db, CHUNK, now)
    if (keys.length === 0) return null
    return db.transaction(async (tx) => {
      // Recording probe results takes the same lock: newer evidence is not overwritten.
      await getServerStatesForUpdate(tx, keys)
      await recordStaleServers(tx, keys, now)
      const ratings = await rateServers(tx, keys, now)
      return { servers: keys.length, ratings }
    })
  })
}
