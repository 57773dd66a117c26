import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { budgetOf, type Targeting } from '../core/catalog/probe-target'
import { needsAnotherLook, updateBelief } from '../core/state/belief'
import { visibleLine } from '../core/text/visible-text'
import { PROBERS } from '../probers'
import { type Look, lookAt } from '../probers/look'
import { ERAS, type Era, type Probers, type ProbeSettings } from '../probers/prober'
import { targetingOf } from '../probers/targeting'
import type { Database } from '../store/database'
import { type ClaimedServer, claimDueServers, countDueServers, type Network, releaseClaims } from '../store/schedule'
import type { SchedulingScope } from '../store/scheduled-targets'
import { listOtherVantages, noteVantage } from '../store/vantages'
import type { OwnLine } from './canary'
import { commitBatch } from './commit-batch'
import { type DoubtableLook, OwnLineDoubt, wasFailing } from './own-line-doubt'
import { scheduleCatalog } from './schedule-catalog'
import { Slots } from './slots'

export interface ProbeJob {
  db: Database
  settings: ProbeSettings
  probers?: Probers
  /** Of which servers the run first works out what is to be probed; left out: those that a source has changed. */
  scope?: SchedulingScope
  intervalSeconds: number
  recheckSeconds: number
  concurrency: number
  perHost: number
  ownLine: OwnLine
  /** Whether this process may look at servers on this machine: those it runs itself or was told of. */
  lookLocally: boolean
  /** No new server is claimed after this; those under way are finished. */
  budgetSeconds: number
  clock: () => Date
  /** Stops the run: looks under way are dropped and their servers given back. */
  signal: AbortSignal
  log: (line: string) => void
}

/** Most characters of a defect that are logged: it may hold text of the server. */
const DEFECT_SHOWN = 300

export interface ProbeRunReport {
  looks: number
  servers: number
  /** false: our own line was down, so no public server was looked at. */
  publicLine: boolean
}

/** Looks of one transaction, at most; and how long a finished look waits for company. */
const BATCH_SIZE = 50
const COMMIT_EVERY_MS = 500
/** Servers under way, those that wait for a slot included. Of one host no more than two for each of its slots: what is slow there keeps nobody else waiting. */
const UNDER_WAY_PER_SLOT = 4
/** Longer than a look at its slowest, after waiting for its slot. */
const LEASE_SECONDS = 300
/** With nothing to do but servers that are due again soon, the queue is asked this often between two looks at one of them. */
const ASKS_PER_RECHECK = 10

/** Looks at everything that is due, within the budget. Several runs, in any number of processes, share the work. */
export async function runProbes(job: ProbeJob): Promise<ProbeRunReport> {
  const run = new ProbeRun(job)
  return run.carryOut()
}

class ProbeRun {
  readonly #job: ProbeJob
  readonly #leaseId = randomUUID()
  readonly #slots: Slots
  readonly #probers: Probers
  readonly #targeting: Targeting
  readonly #underWay = new Set<Promise<void>>()
  /** Servers under way, those that wait for a slot included, by host; and how many of all are to settle what others left open. */
  readonly #underWayAt = new Map<string, number>()
  #rechecks = 0
  readonly #doubt: OwnLineDoubt
  #finished: DoubtableLook[] = []
  /** Why a batch could not be committed: no more is claimed, and the run ends with it. */
  #failure: { cause: unknown } | undefined
  #looks = 0
  readonly #servers = new Set<number>()
  /** Servers this run left undecided, and when they are due again, in epoch milliseconds. */
  readonly #dueAgainAt = new Map<number, number>()

  constructor(job: ProbeJob) {
    this.#job = job
    // Every look and every wait under way listens to it.
    setMaxListeners(0, job.signal)
    this.#slots = new Slots(job.concurrency, job.perHost)
    this.#probers = job.probers ?? PROBERS
    this.#targeting = targetingOf(this.#probers)
    this.#doubt = new OwnLineDoubt(job.ownLine)
  }

  async carryOut(): Promise<ProbeRunReport> {
    await this.#schedule(this.#job.scope ?? 'changed')
    const networks = await this.#networks()
    const committing = new AbortController()
    const committer = this.#commitUntil(committing.signal).catch((cause: unknown) => {
      this.#failure = { cause }
    })
    try {
      await this.#claimAndLook(networks)
      await Promise.all(this.#underWay)
    } finally {
      committing.abort()
      await committer
      if (this.#failure === undefined) await this.#commit()
      await releaseClaims(this.#job.db, this.#leaseId)
    }
    if (this.#failure !== undefined) throw this.#failure.cause
    return {
      looks: this.#looks,
      servers: this.#servers.size,
      publicLine: networks.includes('public') && !this.#doubt.isDown,
    }
  }

  async #schedule(scope: SchedulingScope): Promise<number> {
    const { db, clock, signal } = this.#job
    return scheduleCatalog(db, this.#targeting, scope, clock, signal)
  }

  async #networks(): Promise<Network[]> {
    const { db, ownLine, lookLocally, clock } = this.#job
    const local: Network[] = lookLocally ? ['local'] : []
    if ((await countDueServers(db, ['public'], clock())) === 0) return [...local, 'public']
    return (await ownLine.works(clock())) ? [...local, 'public'] : local
  }

  async #claimAndLook(networks: Network[]): Promise<void> {
    const { db, concurrency, perHost, budgetSeconds, recheckSeconds, clock, signal } = this.#job
    const end = performance.now() + budgetSeconds * 1000
    const most = concurrency * UNDER_WAY_PER_SLOT
    const vantage = this.#job.settings.vantage
    const pauseMs = Math.min(1000, (recheckSeconds * 1000) / ASKS_PER_RECHECK)
    await noteVantage(db, vantage, clock())
    const otherVantages = (await listOtherVantages(db, vantage, clock())).length > 0
    let scheduledAt = performance.now()
    while (performance.now() < end && !signal.aborted && this.#failure === undefined) {
      // What a source brought meanwhile is probed by this run, too.
      if (performance.now() - scheduledAt >= pauseMs) {
        await this.#schedule('changed')
        scheduledAt = performance.now()
      }
      // Else a claim passes over what is due at busy hosts, and says nothing of whether all is done.
      const wasIdle = this.#underWay.size === 0
      const limit = Math.min(BATCH_SIZE, most - this.#underWay.size)
      const claim = {
        leaseId: this.#leaseId,
        leaseSeconds: LEASE_SECONDS,
        limit,
        mostRechecks: Math.max(1, Math.ceil(concurrency / 2)) - this.#rechecks,
        perHost,
        busyHosts: [...this.#underWayAt].flatMap(([host, count]) => (count >= perHost ? [host] : [])),
        networks: this.#doubt.isDown ? networks.filter((network) => network !== 'public') : networks,
        vantage,
        otherVantages,
        targetOf: this.#targeting.targetOf,
      }
      const claimed = limit > 0 ? await claimDueServers(db, claim, clock()) : []
      for (const server of claimed) this.#start(server)
      if (claimed.length > 0) continue
      if (wasIdle && !this.#isAnyDueSoon()) return
      await Promise.race([...this.#underWay, wait(pauseMs, undefined, { signal }).catch(() => undefined)])
    }
  }

  /** Whether a server that this run left undecided is still to be looked at; one that is overdue was taken by another process. */
  #isAnyDueSoon(): boolean {
    const { clock, recheckSeconds } = this.#job
    const overdueAt = clock().getTime() - recheckSeconds * 1000
    for (const [serverKey, dueAt] of this.#dueAgainAt) if (dueAt < overdueAt) this.#dueAgainAt.delete(serverKey)
    return this.#dueAgainAt.size > 0
  }

  #start(server: ClaimedServer): void {
    this.#servers.add(server.serverKey)
    this.#dueAgainAt.delete(server.serverKey)
    this.#count(server, 1)
    const task = this.#lookOnce(server).finally(() => {
      this.#underWay.delete(task)
      this.#count(server, -1)
    })
    this.#underWay.add(task)
  }

  #count({ target, isRecheck }: ClaimedServer, step: 1 | -1): void {
    const host = budgetOf(target)
    const count = (this.#underWayAt.get(host) ?? 0) + step
    if (count > 0) this.#underWayAt.set(host, count)
    else this.#underWayAt.delete(host)
    if (isRecheck) this.#rechecks += step
  }

  /** What one look leaves undecided is due again in seconds, in the queue: another process, from another place, may be the one to look. */
  async #lookOnce(server: ClaimedServer): Promise<void> {
    const look = await this.#look(server)
    if (look === undefined) return
    const belief = updateBelief(server.belief, look.observation).belief
    const isRecheck = needsAnotherLook(server.belief, belief)
    const nextDueAt = isRecheck ? this.#dueAgain() : this.#nextDue(look)
    if (isRecheck) this.#dueAgainAt.set(server.serverKey, nextDueAt.getTime())
    this.#looks += 1
    const { serverKey, target, belief: before } = server
    this.#finished.push({ serverKey, target, look, nextDueAt, isRecheck, wasFailing: wasFailing(before) })
  }

  /** undefined: the run was stopped, so the look says nothing. */
  async #look(server: ClaimedServer): Promise<Look | undefined> {
    const { settings, signal, clock, log } = this.#job
    const target = { ...server.target, serverId: server.serverId, era: eraOf(server.era) }
    const look = await this.#slots.run(budgetOf(server.target), async () => {
      if (signal.aborted) return undefined
      return lookAt(target, settings, clock, {
        signal,
        probers: this.#probers,
        onDefect: (cause) => log(`Prober defect at ${server.serverId}: ${visibleLine(String(cause), DEFECT_SHOWN)}`),
      })
    })
    return signal.aborted ? undefined : look
  }

  #dueAgain(): Date {
    return new Date(this.#job.clock().getTime() + this.#job.recheckSeconds * 1000)
  }

  /** One interval on, a tenth earlier or later so that servers do not march in step; not before the server asked to be left alone. */
  #nextDue(look: Look): Date {
    const { intervalSeconds, clock } = this.#job
    const jittered = intervalSeconds * 1000 * (0.9 + Math.random() * 0.2)
    return new Date(clock().getTime() + Math.max(jittered, look.retryAfterMs ?? 0))
  }

  async #commitUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await wait(COMMIT_EVERY_MS, undefined, { signal }).catch(() => undefined)
      await this.#commit()
    }
  }

  async #commit(): Promise<void> {
    while (this.#finished.length > 0) {
      const batch = await this.#doubt.cleared(this.#finished.splice(0, BATCH_SIZE), this.#job.clock())
      for (const { serverKey, isRecheck } of batch) if (!isRecheck) this.#dueAgainAt.delete(serverKey)
      const { db, clock, log } = this.#job
      await commitBatch({ db, leaseId: this.#leaseId, clock, log }, batch)
    }
  }
}

function eraOf(stored: string | null): Era | null {
  return ERAS.find((era) => era === stored) ?? null
}
