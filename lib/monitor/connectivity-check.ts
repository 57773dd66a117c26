import { isReachable, outcomeOf, type ProbeReason } from '../core/state/observation'
import type { ServerState } from '../core/state/server-state'
import type { Connectivity } from './connectivity'
import type { FinishedProbe } from './record-probe-results'

/** A finished look, and whether a failure was what the server let us expect. */
export interface SuspectProbe extends FinishedProbe {
  wasFailing: boolean
}

/** Whether a server is known to fail, so that one more failure tells nothing of our line. */
export function wasFailing(serverState: ServerState | null): boolean {
  if (serverState === null || serverState.liveness === 'up') return false
  const { lastInformativeReason: reason } = serverState
  return serverState.liveness === 'down' || (reason !== null && isReachable(outcomeOf(reason)) === false)
}

/** What every public server seems to have while our own line is down. */
const CONNECTIVITY_REASONS: ReadonlySet<ProbeReason> = new Set([
  'dns_failed',
  'connect_failed',
  'certificate_invalid',
  'timed_out',
])

/** From this share of failures that nobody expected on, the line is asked after: of servers that worked, one look in fifty fails. */
const DOUBTFUL_SHARE = 0.5

/** A line that worked this recently, in ms, is not asked after again: outages of two seconds are settled by the next look. */
const ASK_AGAIN_MS = 5000

/**
 * What of a batch may be said of the servers. Where at least half of the looks at public servers that were not failing fail as they
 * would without a line, or the line was found down already, the line is asked after; if it is down, public looks that failed so
 * become looks that could not be made: visible, counted for nothing, and due again at once.
 */
export class ConnectivityCheck {
  readonly #connectivity: Connectivity
  #isDown = false

  constructor(connectivity: Connectivity) {
    this.#connectivity = connectivity
  }

  /** Whether the line was found down when a batch was last doubted. */
  get isDown(): boolean {
    return this.#isDown
  }

  async cleared(batch: readonly SuspectProbe[], now: Date): Promise<readonly FinishedProbe[]> {
    for (const { probe, target } of batch) {
      const { reason, observedAt } = probe.observation
      if (target.network === 'public' && isReachable(outcomeOf(reason))) this.#connectivity.sawAnswer(observedAt)
    }
    if (!batch.some(couldBeOurs) || !(this.#isDown || isDoubtful(batch))) return batch
    this.#isDown = !(await this.#connectivity.works(now, ASK_AGAIN_MS))
    return this.#isDown ? batch.map((entry) => (couldBeOurs(entry) ? notMade(entry, now) : entry)) : batch
  }
}

function couldBeOurs({ probe, target }: FinishedProbe): boolean {
  return target.network === 'public' && CONNECTIVITY_REASONS.has(probe.observation.reason)
}

function isDoubtful(batch: readonly SuspectProbe[]): boolean {
  const telling = batch.filter(({ target, wasFailing }) => target.network === 'public' && !wasFailing)
  return telling.length > 0 && telling.filter(couldBeOurs).length >= telling.length * DOUBTFUL_SHARE
}

function notMade(entry: FinishedProbe, now: Date): FinishedProbe {
  const observation = {
    ...entry.probe.observation,
    reason: 'connectivity_lost' as const,
    latencyMs: null,
    httpStatus: null,
  }
  return { ...entry, probe: { ...entry.probe, observation }, nextDueAt: now, isRecheck: false }
}
