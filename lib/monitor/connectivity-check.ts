import { isReachable, outcomeOf, type ProbeReason } from 'assay-verify/state/observation'
import { isNonEndpointState, type TargetState } from '../core/evidence/combined-state'
import type { Connectivity } from './connectivity'
import type { FinishedProbe } from './finished-probe'

/** A finished probe, and whether its server was known to fail before it. */
export interface SuspectProbe extends FinishedProbe {
  wasFailing: boolean
}

/** Whether a target is known to fail, so that one more failure is no sign of lost connectivity. */
export function wasFailing(state: TargetState | null): boolean {
  if (state === null) return false
  if (isNonEndpointState(state)) return state.reason !== null && isReachable(outcomeOf(state.reason)) === false
  if (state.liveness === 'up') return false
  const { lastInformativeReason: reason } = state
  return state.liveness === 'down' || (reason !== null && isReachable(outcomeOf(reason)) === false)
}

/** How probes of public servers end while connectivity is lost. */
const CONNECTIVITY_REASONS: ReadonlySet<ProbeReason> = new Set([
  'dns_failed',
  'connect_failed',
  'certificate_invalid',
  'timed_out',
])

/**
 * From this share of unexpected failures on, connectivity is checked: of servers that worked, one probe in fifty fails.
 */
const SUSPICIOUS_SHARE = 0.5

/**
 * Connectivity that was seen this recently, in ms, is not checked again; an interruption shorter than that is settled
 * by rechecks.
 */
const CHECK_AGAIN_MS = 5000

/**
 * Decides what a batch of results says about the servers. Connectivity is checked where at least half of the public
 * servers that were not failing now fail as they would without it, and while it was last found lost. If it is lost, the
 * public probes that failed this way become `connectivity_lost`: stored, counted for nobody, and due again at once.
 */
export class ConnectivityCheck {
  readonly #connectivity: Connectivity
  #isLost = false

  constructor(connectivity: Connectivity) {
    this.#connectivity = connectivity
  }

  /** Whether the last check found connectivity lost. */
  get isLost(): boolean {
    return this.#isLost
  }

  async verified(batch: readonly SuspectProbe[], now: Date): Promise<readonly FinishedProbe[]> {
    for (const { probe, target } of batch) {
      const { reason, observedAt } = probe.observation
      if (target.network === 'public' && isReachable(outcomeOf(reason))) this.#connectivity.sawAnswer(observedAt)
    }
    if (!batch.some(failedAsIfOffline) || !(this.#isLost || isSuspicious(batch))) return batch
    this.#isLost = !(await this.#connectivity.works(now, CHECK_AGAIN_MS))
    return this.#isLost ? batch.map((entry) => (failedAsIfOffline(entry) ? asConnectivityLost(entry) : entry)) : batch
  }
}

function failedAsIfOffline({ probe, target }: FinishedProbe): boolean {
  return target.network === 'public' && CONNECTIVITY_REASONS.has(probe.observation.reason)
}

function isSuspicious(batch: readonly SuspectProbe[]): boolean {
  const expectedUp = batch.filter(({ target, wasFailing }) => target.network === 'public' && !wasFailing)
  return expectedUp.length > 0 && expectedUp.filter(failedAsIfOffline).length >= expectedUp.length * SUSPICIOUS_SHARE
}

function asConnectivityLost(entry: FinishedProbe): FinishedProbe {
  const observation = {
    ...entry.probe.observation,
    reason: 'connectivity_lost' as const,
    latencyMs: null,
    httpStatus: null,
  }
  return { ...entry, probe: { ...entry.probe, observation }, isDueAtOnce: true }
}
