import { DAY_MS, MINUTE_MS } from 'assay-verify/duration'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { isNonEndpointState } from '../../../lib/core/evidence/combined-state'
import { assess, assessBriefly } from '../../../lib/core/verdict/assessment'
import type { FinishedProbe } from '../../../lib/monitor/finished-probe'
import type { ProbeResult } from '../../../lib/probers/probe'
import { NOTHING_FOUND } from '../../../lib/probers/prober'
import type { ClaimedTarget } from '../../../lib/store/evidence/schedule'
import { behaviourOf, failsOnce, sincePresent, versionAt, type World } from '../world/behaviour'
import type { DemoFailure, DemoServer } from '../world/read-servers'
import { type ProbeTemplates, VANTAGE } from './probe-templates'

/**
 * Time between two probes that are so long ago, the oldest first. All are shorter than the longest silence that a state
 * is kept across.
 */
const INTERVALS = [
  { beforeMs: 14 * DAY_MS, everyMs: 60 * MINUTE_MS },
  { beforeMs: 2 * DAY_MS, everyMs: 30 * MINUTE_MS },
  { beforeMs: Number.NEGATIVE_INFINITY, everyMs: 15 * MINUTE_MS },
] as const
const FIRST_WITHIN_MS = 15 * MINUTE_MS
const RECHECK_MS = 20_000
/** Of the interval, in either direction. */
const JITTER = 0.1
/**
 * Between two readings of tools and lists: recording an unchanged listing changes nothing, and takes most of the time
 * of a simulated probe.
 */
const LISTS_EVERY_MS = DAY_MS
/** Probes after a change of version that are recorded one by one, so that its confirmation has the right time. */
const PROBES_OF_A_CHANGE = 3

const HTTP_STATUS: Record<DemoFailure, number | null> = {
  connect_failed: null,
  server_error: 500,
  timed_out: null,
  not_found: 404,
}

/** Makes the probes of one server, in the order of time, as the service would have planned them. */
export class SimulatedServer {
  readonly #server: DemoServer
  readonly #world: World
  readonly #claimed: ClaimedTarget
  readonly #templates: ProbeTemplates
  #state: ServerState | null
  #listsReadAt = 0
  #probesOfVersion = 0
  /** The next probe is to settle what the last one left undecided. */
  #isUndecided = false
  /** When its next probe is due, in epoch milliseconds. */
  nextAt: number
  /** Probes that are not recorded yet. */
  waiting: FinishedProbe[] = []

  constructor(server: DemoServer, world: World, claimed: ClaimedTarget, templates: ProbeTemplates, from: Date) {
    this.#server = server
    this.#world = world
    this.#claimed = claimed
    this.#templates = templates
    this.#state = claimed.state === null || isNonEndpointState(claimed.state) ? null : claimed.state
    // Real probes may have been made after the last simulation.
    const after = Math.max(from.getTime(), (this.#state?.lastInformativeAt ?? 0) + MINUTE_MS)
    this.nextAt = after + Math.floor(world.chance('first', server.id) * FIRST_WITHIN_MS)
  }

  /**
   * Makes the probe that is due. Answers whether it has to be recorded before any other time passes: it changed the
   * status, or what the server offers.
   */
  probe(): boolean {
    const at = new Date(this.nextAt)
    const before = this.#state
    const result = this.#resultAt(at)
    const { serverState } = updateServerState(before, result.observation)
    this.#state = serverState
    const { serverKey, targetNo, target } = this.#claimed
    const assessed = assess(before, this.#server.declaredAccess, null, at)
    const planned = { dueAt: at, isRecheck: this.#isUndecided, before: assessed }
    this.waiting.push({ serverKey, targetNo, target, probe: result, planned })
    this.#isUndecided = needsRecheck(before, serverState)
    this.nextAt += this.#isUndecided ? RECHECK_MS : this.#pauseMs(at)
    this.#probesOfVersion += 1
    return this.#probesOfVersion <= PROBES_OF_A_CHANGE || this.#isChanged(before, serverState, at)
  }

  #isChanged(before: ServerState | null, after: ServerState, at: Date): boolean {
    const { declaredAccess } = this.#server
    const statusOf = (state: ServerState | null) => assessBriefly(state, declaredAccess, null, at).status
    return statusOf(before) !== statusOf(after)
  }

  #pauseMs(at: Date): number {
    const now = sincePresent(this.#world, at)
    const usualMs = INTERVALS.find(({ beforeMs }) => -now > beforeMs)?.everyMs ?? FIRST_WITHIN_MS
    return Math.round(usualMs * (1 - JITTER + 2 * JITTER * this.#world.chance('pause', this.#server.id, now)))
  }

  #resultAt(at: Date): ProbeResult {
    const { failure, version, latencyMs } = behaviourOf(this.#server, this.#world, at)
    const reason = failure ?? (failsOnce(this.#server, this.#world, at) ? 'timed_out' : null)
    if (reason !== null) {
      const httpStatus = HTTP_STATUS[reason]
      const observation = { observedAt: at, reason, latencyMs: null, httpStatus, vantage: VANTAGE } as const
      return { ...NOTHING_FOUND, reason, httpStatus, observation }
    }
    const previous = versionAt(this.#server, this.#world, new Date(this.#state?.lastInformativeAt ?? 0))
    if (previous !== version) this.#probesOfVersion = 0
    const template = this.#templates.get(version)
    if (template === undefined) throw new Error(`${this.#server.id} ${version.version} was not probed`)
    const areListsDue = this.#probesOfVersion < PROBES_OF_A_CHANGE || at.getTime() - this.#listsReadAt >= LISTS_EVERY_MS
    if (areListsDue) this.#listsReadAt = at.getTime()
    const { signIn, ...found } = template
    const askedAt = at.getTime()
    return {
      ...found,
      ...(areListsDue ? {} : { tools: null, declared: null }),
      ...(signIn && areListsDue ? { signIn: { ...signIn, askedAt, readAt: askedAt } } : {}),
      observation: { ...found.observation, observedAt: at, latencyMs },
    }
  }
}
