import { assess } from '../core/verdict/assessment'
import { assessStates, rateServers } from '../monitor/assess-servers'
import type { Database } from '../store/database'
import {
  getServerStatesForUpdate,
  listAssessableKeys,
  listServerStates,
  recordServerStates,
} from '../store/evidence/evidence'
import { noteChangedRatings } from '../store/ratings/ratings'

/** Servers of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 50

export interface ReassessScope {
  /** Only servers that were probed, but not since this time; null: every server. */
  quietSince: Date | null
  /** Stops it between two chunks; finished chunks stay. */
  signal?: AbortSignal
}

/**
 * Computes uptime, score facts, verdict and score of servers and all their tools from what is stored, and writes what
 * differs. Needed for a new formula and, daily, for servers that are no longer probed, whose windows still move on. A
 * run that is killed can be started again.
 */
export async function reassessAll(
  db: Database,
  clock: () => Date,
  { quietSince, signal }: ReassessScope,
): Promise<{ servers: number; ratings: number }> {
  const total = { servers: 0, ratings: 0 }
  let afterKey = 0
  while (signal?.aborted !== true) {
    const keys = await listAssessableKeys(db, afterKey, CHUNK, quietSince)
    afterKey = keys.at(-1) ?? afterKey
    if (keys.length === 0) break
    total.ratings += await db.transaction((tx) => reassessServers(tx, keys, clock()))
    total.servers += keys.length
  }
  return total
}

async function reassessServers(tx: Database, serverKeys: readonly number[], now: Date): Promise<number> {
  const locked = await getServerStatesForUpdate(tx, serverKeys)
  const assessed = locked.map(({ serverKey, declaredAccess, serverState }) => ({
    serverKey,
    serverState,
    assessment: assess(serverState, declaredAccess, null, now),
  }))
  const verdicts = new Map(locked.map(({ serverKey, verdict }) => [serverKey, verdict]))
  const stored = await listServerStates(tx, serverKeys)
  const differing = (await assessStates(tx, assessed, now)).filter(({ serverKey, uptime, scoreFacts, verdict }) => {
    const before = stored.get(serverKey)
    const same = JSON.stringify([uptime, scoreFacts]) === JSON.stringify([before?.uptime, before?.scoreFacts])
    return !same || verdict !== verdicts.get(serverKey)
  })
  await recordServerStates(tx, differing)
  const rated = assessed.map(({ serverKey }) => serverKey)
  const ratings = await rateServers(tx, rated, now)
  // With a new formula scores change while the facts stay.
  if (ratings > 0) await noteChangedRatings(tx, serverKeys)
  return ratings
}
