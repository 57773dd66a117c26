import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { EVIDENCE_KINDS, type EvidenceKind } from 'assay-verify/evidence-kind'
import { plural } from 'assay-verify/text/plural'
import type { Targeting } from '../core/catalog/probe-target'
import type { ProbeBudget } from '../core/evidence/probe-budget'
import { PROBERS } from '../probers'
import type { Probers } from '../probers/prober'
import { enabledProbers, isAvailable, targetingOf } from '../probers/targeting'
import { clampDueTimes, countDueTargets } from '../store/evidence/due-times'
import {
  type ClaimedTarget,
  claimDueTargets,
  type Network,
  releaseClaims,
  renewClaims,
} from '../store/evidence/schedule'
import type { SchedulingScope } from '../store/evidence/scheduled-targets'
import { listOtherVantages, recordVantage } from '../store/evidence/vantages'
import { keepRenewing, LEASE_SECONDS } from '../store/leases'
import type { Connectivity } from './connectivity'
import { ConnectivityCheck, wasFailing } from './connectivity-check'
import { ListsDue, RechecksDue } from './due'
import { latestDueAt } from './next-probe'
import { type Probing, probeClaimed } from './probe-claimed'
import { ProbesUnderWay } from './probes-under-way'
import type { RecordingSteps } from './record-probe-results'
import { ResultWriter } from './result-writer'
import { scheduleCatalog } from './schedule-catalog'
import { Slots } from './slots'

export interface ProbeJob extends Omit<Probing, 'leaseId' | 'probers' | 'slots'> {
  probers?: Probers
  /** Shared by runs that may overlap; left out: this run has its own. */
  slots?: Slots
  /** What is recorded with the results, besides ratings. */
  steps: RecordingSteps
  /** Of which servers the run first works out what is to be probed; left out: those that a source has changed. */
  scope?: SchedulingScope
  intervalSeconds: number
  recheckSeconds: number
  concurrency: number
  perHost: number
  /** Left out: regular probes are not limited. */
  budget?: ProbeBudget | undefined
  /** Only targets of these kinds are probed; left out: all. */
  kinds?: readonly EvidenceKind[]
  connectivity: Connectivity
  /** Whether this process may probe servers on this machine: those it runs itself and configured ones. */
  probeLocally: boolean
  /** No new server is claimed after this; those under way are finished. */
  budgetSeconds: number
  /** Stops the run: probes under way are dropped and their claims released. */
  signal: AbortSignal
}

export interface ProbeRunReport {
  probes: number
  servers: number
  /** false: connectivity was lost, so no public server was probed. */
  hasConnectivity: boolean
}

/** Servers of one claim, at most. */
const MOST_CLAIMED = 50
/**
 * Servers under way for each slot, those that wait for one included. A host is not claimed from while as many of its
 * servers as it has slots are under way, so a slow host delays no other.
 */
const UNDER_WAY_PER_SLOT = 4
/** With nothing to do but rechecks that come due soon, the queue is read this often in the time until one. */
const CLAIMS_PER_RECHECK = 10

/** Probes everything that is due, within the budget. Several runs, in any number of processes, share the work. */
export async function runProbes(job: ProbeJob): Promise<ProbeRunReport> {
  return new ProbeRun(job).carryOut()
}

class ProbeRun {
  readonly #job: ProbeJob
  readonly #leaseId = randomUUID()
  readonly #probing: Probing
  readonly #targeting: Targeting
  /** Names of the probers that this run probes with. */
  readonly #claimed: readonly string[]
  readonly #underWay = new ProbesUnderWay()
  readonly #connectivity: ConnectivityCheck
  readonly #results: ResultWriter
  #probes = 0
  readonly #servers = new Set<number>()
  readonly #listsDue: ListsDue
  readonly #rechecksDue: RechecksDue

  constructor(job: ProbeJob) {
    this.#job = job
    // Every probe and every wait under way listens to it.
    setMaxListeners(0, job.signal)
    const probers = enabledProbers(job.probers ?? PROBERS, job.settings)
    const { slots = new Slots(job.concurrency, job.perHost) } = job
    this.#probing = { ...job, probers, slots, leaseId: this.#leaseId }
    const { packageIndexes = {} } = job.settings
    const kinds: readonly EvidenceKind[] = job.kinds ?? EVIDENCE_KINDS
    this.#targeting = targetingOf(probers, packageIndexes, job.probers ?? PROBERS)
    this.#claimed = Object.entries(probers).flatMap(([name, prober]) =>
      kinds.includes(prober.evidence) && isAvailable(prober, packageIndexes) ? [name] : [],
    )
    this.#connectivity = new ConnectivityCheck(job.connectivity)
    this.#listsDue = new ListsDue(job.db)
    this.#rechecksDue = new RechecksDue(job.recheckSeconds)
    const { db, steps, intervalSeconds, recheckSeconds, budget, clock, signal, log } = job
    this.#results = new ResultWriter({
      db,
      steps,
      lease: { leaseId: this.#leaseId, intervalSeconds, recheckSeconds, budget },
      clock,
      signal,
      log,
      connectivity: this.#connectivity,
      onWritten: (next) => this.#rechecksDue.note(next),
    })
  }

  async carryOut(): Promise<ProbeRunReport> {
    await this.#clampDueTimes()
    await this.#schedule(this.#job.scope ?? 'changed')
    const networks = await this.#networks()
    const { db, clock } = this.#job
    const stopRenewing = keepRenewing((now) => renewClaims(db, this.#leaseId, LEASE_SECONDS, now), clock)
    try {
      await this.#claimAndProbe(networks)
    } finally {
      // Also after a failure: probes under way still add results.
      await this.#underWay.all()
      await this.#results.flush()
      stopRenewing()
      await releaseClaims(db, this.#leaseId, clock())
    }
    this.#results.throwIfFailed()
    return {
      probes: this.#probes,
      servers: this.#servers.size,
      hasConnectivity: networks.includes('public') && !this.#connectivity.isLost,
    }
  }

  /** Also for servers that the clock of another process has planned: a run lasts a minute at most. */
  async #clampDueTimes(): Promise<void> {
    const { db, clock, log } = this.#job
    const now = clock()
    const corrected = await clampDueTimes(db, latestDueAt(this.#job, now), now)
    if (corrected > 0)
      log(
        `${corrected} ${plural(corrected, 'server')} ${plural(corrected, 'was', 'were')} planned by a clock that was ahead: ${plural(corrected, 'it is', 'they are')} due again at the usual time.`,
      )
  }

  async #schedule(scope: SchedulingScope): Promise<number> {
    const { db, clock, signal } = this.#job
    return scheduleCatalog(db, this.#targeting, scope, this.#job.budget, clock, signal)
  }

  async #networks(): Promise<Network[]> {
    const { db, connectivity, probeLocally, clock } = this.#job
    const local: Network[] = probeLocally ? ['local'] : []
    if ((await countDueTargets(db, ['public'], clock())) === 0) return [...local, 'public']
    return (await connectivity.works(clock())) ? [...local, 'public'] : local
  }

  async #claimAndProbe(networks: readonly Network[]): Promise<void> {
    const { db, budgetSeconds, recheckSeconds, settings, clock, signal } = this.#job
    const end = performance.now() + budgetSeconds * 1000
    const pauseMs = Math.min(1000, (recheckSeconds * 1000) / CLAIMS_PER_RECHECK)
    await recordVantage(db, settings.vantage, clock())
    const otherVantages = (await listOtherVantages(db, settings.vantage, clock())).length > 0
    let scheduledAt = performance.now()
    while (performance.now() < end && !signal.aborted && !this.#results.hasFailed) {
      // A server that a source adds during the run is probed by it, too.
      if (performance.now() - scheduledAt >= pauseMs) {
        await this.#schedule('changed')
        scheduledAt = performance.now()
      }
      // With probes under way an empty claim does not show that all is done: it leaves out busy hosts.
      const wasIdle = this.#underWay.size === 0 && this.#results.isIdle
      const claimed = await this.#claim(networks, otherVantages)
      // One whose claim could not be renewed in time is claimed again while it is being probed.
      for (const target of claimed) if (!this.#underWay.has(target)) this.#start(target)
      if (claimed.length > 0) continue
      if (wasIdle && !this.#rechecksDue.isAnyDueSoon(clock())) return
      // Nothing more is coming to share the transaction, and what is written decides whether the run is over.
      if (this.#underWay.size === 0 && !this.#results.isIdle) await this.#results.flush()
      else await this.#underWay.next(wait(pauseMs, undefined, { signal }).catch(() => undefined))
    }
  }

  async #claim(networks: readonly Network[], otherVantages: boolean): Promise<ClaimedTarget[]> {
    const { db, concurrency, perHost, settings, clock } = this.#job
    const limit = Math.min(MOST_CLAIMED, concurrency * UNDER_WAY_PER_SLOT - this.#underWay.size)
    if (limit <= 0) return []
    const claim = {
      leaseId: this.#leaseId,
      leaseSeconds: LEASE_SECONDS,
      limit,
      mostRechecks: Math.max(1, Math.ceil(concurrency / 2)) - this.#underWay.rechecks,
      perHost,
      busyHosts: this.#underWay.busyHosts(perHost),
      probers: this.#claimed,
      networks: this.#connectivity.isLost ? networks.filter((network) => network !== 'public') : networks,
      vantage: settings.vantage,
      otherVantages,
    }
    const claimed = await claimDueTargets(db, claim, clock())
    await this.#listsDue.note(claimed, clock())
    return claimed
  }

  #start(claimed: ClaimedTarget): void {
    const { serverKey, targetNo, target, state, dueAt, isRecheck } = claimed
    this.#servers.add(serverKey)
    this.#rechecksDue.started(claimed)
    this.#underWay.start(claimed, async () => {
      const probe = await probeClaimed(claimed, this.#probing, this.#listsDue.has(serverKey))
      if (probe === undefined) return
      this.#probes += 1
      this.#results.add({
        ...{ serverKey, targetNo, target, probe, wasFailing: wasFailing(state) },
        planned: { dueAt, isRecheck },
      })
    })
  }
}
