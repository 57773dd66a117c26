import { rateServers } from '../../monitor/assess-servers'
import type { Database } from '../../store/database'
import { listStandingsForUpdate, recordStaleServers } from '../../store/evidence/evidence'
import { listStaleServerKeys } from '../../store/ratings/ratings'

/** Servers of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 50

/** Sets the stored verdicts of servers whose evidence is too old to `unknown`, so that no list shows a stale `healthy`. */
export async function refreshRatings(db: Database, clock: () => Date): Promise<{ servers: number; ratings: number }> {
  const total = { servers: 0, ratings: 0 }
  for (;;) {
    const now = clock()
    const keys = await listStaleServerKeys(db, CHUNK, now)
    if (keys.length === 0) return total
    await db.transaction(async (tx) => {
      // Recording probe results takes the same lock: newer evidence is not overwritten.
      await listStandingsForUpdate(tx, keys)
      await recordStaleServers(tx, keys, now)
      total.ratings += await rateServers(
        tx,
        keys.map((serverKey) => ({ serverKey })),
        now,
      )
    })
    total.servers += keys.length
  }
}
