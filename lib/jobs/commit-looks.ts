import type { PlacedTarget } from '../core/catalog/probe-target'
import type { Interval } from '../core/history/interval'
import type { Maintenance } from '../core/history/maintenance'
import { type Belief, updateBeliefByAll } from '../core/state/belief'
import { type Judgement, judge } from '../core/verdict/judgement'
import type { Look } from '../probers/look'
import type { Database } from '../store/database'
import * as evidence from '../store/evidence'
import { recordIntervals } from '../store/intervals'
import { completeClaims } from '../store/schedule'
import { assessStates, rateServers } from './assess-servers'
import { recordAccuracy } from './record-accuracy'
import { recordBreakages } from './record-breakages'
import { recordListings } from './record-listings'

/** One look at a claimed server, which ends the claim. `isRecheck`: the next look is to settle what this one could not. */
export interface FinishedLook {
  serverKey: number
  target: PlacedTarget
  look: Look
  nextDueAt: Date
  isRecheck: boolean
}

/** What is now believed of a server, beside what was. */
export interface Reassessment {
  serverKey: number
  before: { belief: Belief | null; judgement: Judgement }
  after: { belief: Belief | null; judgement: Judgement }
  intervals: Interval[]
  /** The newest window that was announced; left out or null: none. */
  maintenance?: Maintenance | null
}

/** Commits a batch of looks in one transaction: evidence, listings, beliefs, ratings, breakages, and the claims that are done. */
export async function commitLooks(
  db: Database,
  leaseId: string,
  looks: readonly FinishedLook[],
  now: Date,
): Promise<Reassessment[]> {
  if (looks.length === 0) return []
  return db.transaction(async (tx) => {
    const serverKeys = [...new Set(looks.map((entry) => entry.serverKey))]
    const standings = await evidence.listStandingsForUpdate(tx, serverKeys)
    // The servers are gone: nothing is left to believe anything of.
    if (standings.length === 0) return []
    const reassessed = standings.map((standing) => reassess(standing, looks, now))
    await evidence.recordObservations(
      tx,
      looks.map(({ serverKey, look }) => ({ serverKey, observation: look.observation })),
    )
    await recordIntervals(
      tx,
      reassessed.flatMap(({ serverKey, intervals }) => intervals.map((interval) => ({ serverKey, ...interval }))),
    )
    const listings = await recordListings(tx, reassessed, looks, now)
    const believed = reassessed.map(({ serverKey, after }) => ({ serverKey, ...after }))
    await evidence.recordServerStates(tx, await assessStates(tx, believed, now))
    await rateServers(tx, believed, now)
    await recordBreakages(tx, { reassessed, looks, listings }, now)
    await recordAccuracy(tx, reassessed, now)
    await completeClaims(
      tx,
      leaseId,
      looks.map(({ serverKey, look, nextDueAt, isRecheck }) => ({
        serverKey,
        dueAt: nextDueAt,
        isRecheck,
        vantage: look.observation.vantage,
      })),
    )
    return reassessed
  })
}

function reassess(standing: evidence.ServerStanding, looks: readonly FinishedLook[], now: Date): Reassessment {
  const { serverKey, declaredAccess } = standing
  const observations = looks.filter((entry) => entry.serverKey === serverKey).map((entry) => entry.look.observation)
  const { belief, intervals } = updateBeliefByAll(standing.belief, observations)
  return {
    serverKey,
    before: { belief: standing.belief, judgement: judge(standing.belief, declaredAccess, null, now) },
    after: { belief, judgement: judge(belief, declaredAccess, null, now) },
    intervals,
    maintenance: standing.maintenance,
  }
}
