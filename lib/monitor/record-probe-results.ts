import { stateOfRightClock } from '../core/state/clock-ahead'
import { foldObservations } from '../core/state/server-state'
import { assess } from '../core/verdict/assessment'
import { recordSignIns } from '../store/access/sign-ins'
import type { Database } from '../store/database'
import * as evidence from '../store/evidence/evidence'
import { recordIntervals } from '../store/evidence/intervals'
import { dayOf, isMissingPartition, makePartitions } from '../store/evidence/partitions'
import { completeClaims } from '../store/evidence/schedule'
import { assessStates, rateServers } from './assess-servers'
import type { FinishedProbe, Reassessment } from './finished-probe'
import { type NextProbe, nextProbeOf, type ProbeLease } from './next-probe'
import { recordAccuracy } from './record-accuracy'
import { recordBreakages } from './record-breakages'
import { recordListings } from './record-listings'

/**
 * Commits a batch of probe results in one transaction: evidence, listings, server states, ratings, breakages, and the claims that are done.
 * Answers when each of the servers is due again; one that is no longer in the catalog is left out. Makes the partition of a day that has none.
 */
export async function recordProbeResults(
  db: Database,
  lease: ProbeLease,
  probes: readonly FinishedProbe[],
  now: Date,
): Promise<NextProbe[]> {
  if (probes.length === 0) return []
  try {
    return await commitProbeResults(db, lease, probes, now)
  } catch (cause) {
    if (!isMissingPartition(cause)) throw cause
    await makePartitions(
      db,
      'observations',
      probes.map(({ probe }) => dayOf(probe.observation.observedAt)),
    )
    return commitProbeResults(db, lease, probes, now)
  }
}

function commitProbeResults(
  db: Database,
  lease: ProbeLease,
  probes: readonly FinishedProbe[],
  now: Date,
): Promise<NextProbe[]> {
  return db.transaction(async (tx) => {
    const newest = new Map(probes.map((entry) => [entry.serverKey, entry]))
    const locked = await evidence.lockServerStates(tx, [...newest.keys()])
    if (locked.length === 0) return []
    const reassessed = locked.map((server) => reassess(server, probes, now))
    await evidence.recordObservations(
      tx,
      probes.map(({ serverKey, probe }) => ({ serverKey, observation: probe.observation })),
    )
    await recordIntervals(
      tx,
      reassessed.flatMap(({ serverKey, intervals }) => intervals.map((interval) => ({ serverKey, ...interval }))),
    )
    await recordSignIns(tx, signInsIn(reassessed, probes))
    const listings = await recordListings(tx, reassessed, probes, now)
    const assessed = reassessed.map(({ serverKey, after }) => ({ serverKey, ...after }))
    await evidence.recordServerStates(tx, await assessStates(tx, assessed, now))
    await rateServers(tx, assessed, now)
    await recordBreakages(tx, { reassessed, probes, listings }, now)
    await recordAccuracy(tx, reassessed, now)
    const ended = reassessed.flatMap((entry) => {
      const last = newest.get(entry.serverKey)
      if (last === undefined) return []
      return { ...nextProbeOf(entry, last, lease, now), vantage: last.probe.observation.vantage }
    })
    await completeClaims(tx, lease.leaseId, ended)
    return ended
  })
}

function signInsIn(locked: readonly Reassessment[], probes: readonly FinishedProbe[]) {
  const known = new Set(locked.map(({ serverKey }) => serverKey))
  return probes.flatMap(({ serverKey, probe: { signIn } }) =>
    signIn && known.has(serverKey) ? [{ serverKey, signIn }] : [],
  )
}

function reassess(server: evidence.LockedServerState, probes: readonly FinishedProbe[], now: Date): Reassessment {
  const { serverKey, declaredAccess } = server
  const known = stateOfRightClock(server.serverState, now)
  const observations = probes.filter((entry) => entry.serverKey === serverKey).map((entry) => entry.probe.observation)
  const { serverState, intervals } = foldObservations(known, observations)
  return {
    serverKey,
    before: { serverState: known, assessment: assess(known, declaredAccess, null, now) },
    after: { serverState, assessment: assess(serverState, declaredAccess, null, now) },
    intervals,
    maintenance: server.maintenance,
  }
}
