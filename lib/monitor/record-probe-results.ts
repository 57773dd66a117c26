import { LATEST_RESULT_MS } from 'assay-verify/leaves/interval-times'
import { budgetOf } from '../core/catalog/probe-target'
import { dayOf } from '../core/day'
import { stateOfRightClock } from '../core/evidence/clock-ahead'
import { type CombinedTarget, combineStates } from '../core/evidence/combined-state'
import { assess } from '../core/verdict/assessment'
import { recordSignIns } from '../store/access/sign-ins'
import type { ListingChange } from '../store/catalog/observed-listing'
import type { Database } from '../store/database'
import { countEndpoints } from '../store/evidence/endpoint-counts'
import * as evidence from '../store/evidence/evidence'
import { recordIntervals } from '../store/evidence/intervals'
import { isMissingPartition, makePartitions } from '../store/evidence/partitions'
import { completeClaims } from '../store/evidence/schedule'
import { listTargetStates, recordTargetStates } from '../store/evidence/target-states'
import { assessStates, rateServers } from './assess-servers'
import type { FinishedProbe, Reassessment } from './finished-probe'
import { foldTargets } from './fold-targets'
import { type NextProbe, nextProbesOf, type ProbeLease } from './next-probe'
import { recordAccuracy, recordPolicyAccuracy } from './record-accuracy'
import { type ProbedBatch, recordBreakages } from './record-breakages'
import { recordListings } from './record-listings'
import { recordNewReleases } from './record-releases'

/** What is recorded of a batch of probe results besides ratings, in the same transaction. The runtime passes it in. */
export interface RecordingSteps {
  /**
   * Records what servers declare besides tools. Answers the keys of those of which something else is stored than
   * before.
   */
  recordDeclarations(tx: Database, batch: ProbedBatch, now: Date): Promise<ReadonlySet<number>>
  /** Queues for the log what these servers declare now, as digests. `vantages`: where each was probed from. */
  recordDigests(tx: Database, vantages: ReadonlyMap<number, string | null>, now: Date): Promise<void>
}

/**
 * Records a batch of probe results as `storeProbeResults` does, but for those that waited longer than
 * `LATEST_RESULT_MS`: they are dropped, so that their targets are due at once.
 */
export async function recordProbeResults(
  db: Database,
  lease: ProbeLease,
  probes: readonly FinishedProbe[],
  now: Date,
  steps: RecordingSteps,
): Promise<NextProbe[]> {
  const late = probes.filter((entry) => isLate(entry, now))
  if (late.length === 0) return storeProbeResults(db, lease, probes, now, steps)
  const again = late.map(({ serverKey, targetNo, probe }) => ({
    ...{ serverKey, targetNo, dueAt: now, isRecheck: false, vantage: probe.observation.vantage },
  }))
  await completeClaims(db, lease.leaseId, again)
  const inTime = probes.filter((entry) => !late.includes(entry))
  return [...again, ...(await storeProbeResults(db, lease, inTime, now, steps))]
}

/**
 * Commits a batch of probe results in one transaction: evidence, listings, server states, ratings, breakages, and the
 * claims that are done. Answers when each of the servers is due again; one that is no longer in the catalog is left
 * out. Makes the partition of a day that has none. Asks nothing of when results were observed: histories that are made
 * in a simulated time, before a log is opened, are stored with it.
 */
export async function storeProbeResults(
  db: Database,
  lease: ProbeLease,
  probes: readonly FinishedProbe[],
  now: Date,
  steps: RecordingSteps,
): Promise<NextProbe[]> {
  if (probes.length === 0) return []
  try {
    return await commitProbeResults(db, lease, probes, now, steps)
  } catch (cause) {
    if (!isMissingPartition(cause)) throw cause
    await makePartitions(
      db,
      'observations',
      probes.map(({ probe }) => dayOf(probe.observation.observedAt)),
    )
    return commitProbeResults(db, lease, probes, now, steps)
  }
}

/** Its hour may be over for so long that the log has its root: nothing is added to it. */
function isLate({ probe }: FinishedProbe, now: Date): boolean {
  return probe.observation.observedAt.getTime() < now.getTime() - LATEST_RESULT_MS
}

function commitProbeResults(
  db: Database,
  lease: ProbeLease,
  probes: readonly FinishedProbe[],
  now: Date,
  steps: RecordingSteps,
): Promise<NextProbe[]> {
  return db.transaction(async (tx) => {
    const keys = [...new Set(probes.map(({ serverKey }) => serverKey))]
    const locked = await evidence.getServerStatesForUpdate(tx, keys)
    if (locked.length === 0) return []
    const targets = await listTargetStates(tx, keys)
    const reassessed = locked.flatMap((server) => reassess(server, targets.get(server.serverKey) ?? [], probes, now))
    if (reassessed.length === 0) return []
    await evidence.recordObservations(
      tx,
      probes.map(({ serverKey, targetNo, probe }) => ({ serverKey, targetNo, observation: probe.observation })),
    )
    const changes = reassessed.flatMap((entry) => entry.targets)
    await recordIntervals(
      tx,
      changes.flatMap(({ serverKey, targetNo, intervals }) =>
        intervals.map((interval) => ({ serverKey, targetNo, ...interval })),
      ),
      now,
    )
    await recordTargetStates(
      tx,
      changes.map(({ serverKey, targetNo, after }) => ({ serverKey, targetNo, state: after, asOf: now })),
    )
    await recordNewReleases(tx, changes, now)
    await recordSignIns(tx, signInsIn(reassessed, probes))
    const listings = await recordListings(tx, reassessed, probes, now)
    const assessed = reassessed.map(({ serverKey, after }) => ({ serverKey, ...after }))
    await evidence.recordServerStates(tx, await assessStates(tx, assessed, now))
    const rated = assessed.map(({ serverKey }) => serverKey)
    await rateServers(tx, rated, now)
    await recordBreakages(tx, { reassessed, probes, listings }, now)
    const declaring = await steps.recordDeclarations(tx, { reassessed, probes, listings }, now)
    await steps.recordDigests(tx, vantagesOfChanged(declaring, listings, probes), now)
    await recordAccuracy(tx, reassessed, now)
    const hosts = new Set(probes.map(({ target }) => budgetOf(target)))
    const next = nextProbesOf(probes, changes, lease, await countEndpoints(tx, [...hosts]), now)
    await completeClaims(tx, lease.leaseId, next)
    // Last: all processes add to the row of the day.
    await recordPolicyAccuracy(tx, reassessed, probes, now)
    return next
  })
}

/** Of each server whose tools, or what it declares besides, changed in this batch: where it was probed from. */
function vantagesOfChanged(
  declaring: ReadonlySet<number>,
  listings: ReadonlyMap<number, ListingChange>,
  probes: readonly FinishedProbe[],
): Map<number, string> {
  const isChanged = (serverKey: number) => {
    const listing = listings.get(serverKey)
    return declaring.has(serverKey) || (listing !== undefined && changesTools(listing))
  }
  const changed = probes.filter(({ serverKey }) => isChanged(serverKey))
  return new Map(changed.map(({ serverKey, probe }) => [serverKey, probe.observation.vantage]))
}

function changesTools({ isFirst, toolsAdded, toolsChanged, toolsRemoved }: ListingChange): boolean {
  return isFirst || toolsAdded + toolsChanged + toolsRemoved > 0
}

function signInsIn(locked: readonly Reassessment[], probes: readonly FinishedProbe[]) {
  const known = new Set(locked.map(({ serverKey }) => serverKey))
  return probes.flatMap(({ serverKey, probe: { signIn } }) =>
    signIn && known.has(serverKey) ? [{ serverKey, signIn }] : [],
  )
}

/** Empty: none of its targets that were probed still exists. */
function reassess(
  server: evidence.ServerStateForUpdate,
  targets: readonly CombinedTarget[],
  probes: readonly FinishedProbe[],
  now: Date,
): Reassessment[] {
  const { serverKey, declaredAccess, maintenance } = server
  const known = stateOfRightClock(server.serverState, now)
  const changes = foldTargets(serverKey, targets, probes, now)
  if (changes.length === 0) return []
  const states = new Map(changes.map(({ targetNo, after }) => [targetNo, after]))
  const serverState = combineStates(
    targets.map((target) => ({
      ...target,
      state: states.get(target.targetNo) ?? stateOfRightClock(target.state, now),
    })),
  )
  if (serverState === null) return []
  return [
    {
      serverKey,
      before: { serverState: known, assessment: assess(known, declaredAccess, null, now) },
      after: { serverState, assessment: assess(serverState, declaredAccess, null, now) },
      targets: changes,
      maintenance,
    },
  ]
}
