import { rateServers } from '../../monitor/assess-servers'
import { sumSteps } from '../../store/chunks'
import type { Database } from '../../store/database'
import { listStandingsForUpdate, recordStaleServers } from '../../store/evidence/evidence'
import { listStaleServerKeys } from '../../store/ratings/ratings'

/** Servers of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 50

/** Brings the stored verdicts of servers whose evidence has grown too old to `unknown`, so that listings never show a stale `healthy`. */
export async function refreshRatings(db: Database, clock: () => Date): Promise<{ servers: number; ratings: number }> {
  return sumSteps({ servers: 0, ratings: 0 }, async () => {
    const now = clock()
    const keys = await listStaleServerKeys(db, CHUNK, now)
    if (keys.length === 0) return null
    return db.transaction(async (tx) => {
      // The lock that a commit of looks takes too: what it found since is not overwritten.
      await listStandingsForUpdate(tx, keys)
      await recordStaleServers(tx, keys, now)
      const ratings = await rateServers(
        tx,
        keys.map((serverKey) => ({ serverKey })),
        now,
      )
      return { servers: keys.length, ratings }
    })
  })
}
