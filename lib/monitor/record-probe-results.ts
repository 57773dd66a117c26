import type { PlacedTarget } from '../core/catalog/probe-target'
import type { Interval } from '../core/history/interval'
import type { Maintenance } from '../core/history/maintenance'
import { foldObservations, type ServerState } from '../core/state/server-state'
import { type Assessment, assess } from '../core/verdict/assessment'
import type { ProbeResult } from '../probers/probe'
import type { Database } from '../store/database'
import * as evidence from '../store/evidence/evidence'
import { recordIntervals } from '../store/evidence/intervals'
import { completeClaims } from '../store/evidence/schedule'
import { assessStates, rateServers } from './assess-servers'
import { recordAccuracy } from './record-accuracy'
import { recordBreakages } from './record-breakages'
import { recordListings } from './record-listings'

/** One look at a claimed server, which ends the claim. `isRecheck`: the next look is to settle what this one could not. */
export interface FinishedProbe {
  serverKey: number
  target: PlacedTarget
  probe: ProbeResult
  nextDueAt: Date
  isRecheck: boolean
}

/** What is now believed of a server, beside what was. */
export interface Reassessment {
  serverKey: number
  before: { serverState: ServerState | null; assessment: Assessment }
  after: { serverState: ServerState | null; assessment: Assessment }
  intervals: Interval[]
  /** The newest window that was announced; left out or null: none. */
  maintenance?: Maintenance | null
}

/** Commits a batch of looks in one transaction: evidence, listings, beliefs, ratings, breakages, and the claims that are done. */
export async function recordProbeResults(
  db: Database,
  leaseId: string,
  probes: readonly FinishedProbe[],
  now: Date,
): Promise<Reassessment[]> {
  if (probes.length === 0) return []
  return db.transaction(async (tx) => {
    const serverKeys = [...new Set(probes.map((entry) => entry.serverKey))]
    const standings = await evidence.listStandingsForUpdate(tx, serverKeys)
    // The servers are gone: nothing is left to believe anything of.
    if (standings.length === 0) return []
    const reassessed = standings.map((standing) => reassess(standing, probes, now))
    await evidence.recordObservations(
      tx,
      probes.map(({ serverKey, probe }) => ({ serverKey, observation: probe.observation })),
    )
    await recordIntervals(
      tx,
      reassessed.flatMap(({ serverKey, intervals }) => intervals.map((interval) => ({ serverKey, ...interval }))),
    )
    const listings = await recordListings(tx, reassessed, probes, now)
    const assessed = reassessed.map(({ serverKey, after }) => ({ serverKey, ...after }))
    await evidence.recordServerStates(tx, await assessStates(tx, assessed, now))
    await rateServers(tx, assessed, now)
    await recordBreakages(tx, { reassessed, probes, listings }, now)
    await recordAccuracy(tx, reassessed, now)
    await completeClaims(
      tx,
      leaseId,
      probes.map(({ serverKey, probe, nextDueAt, isRecheck }) => ({
        serverKey,
        dueAt: nextDueAt,
        isRecheck,
        vantage: probe.observation.vantage,
      })),
    )
    return reassessed
  })
}

function reassess(standing: evidence.ServerStanding, probes: readonly FinishedProbe[], now: Date): Reassessment {
  const { serverKey, declaredAccess } = standing
  const observations = probes.filter((entry) => entry.serverKey === serverKey).map((entry) => entry.probe.observation)
  const { serverState, intervals } = foldObservations(standing.serverState, observations)
  return {
    serverKey,
    before: { serverState: standing.serverState, assessment: assess(standing.serverState, declaredAccess, null, now) },
    after: { serverState, assessment: assess(serverState, declaredAccess, null, now) },
    intervals,
    maintenance: standing.maintenance,
  }
}
