import { FIRST_UP } from '../forecast/forecast.ts'
import { NO_HISTORY, type OutageHistory } from '../forecast/outage-history.ts'
import type { ConfirmedInterval, Streak, UpDown } from './confirmed-state.ts'
import { type LatencySummary, NO_LATENCY } from './latency-summary.ts'
import type { ProbeReason } from './observation.ts'
import type { AccessMemory } from './observed-access.ts'
import type { TargetSummary } from './target-summary.ts'
import { NO_TRANSIENT_FAILURES, type TransientFailures } from './transient-failures.ts'

/** Identifies the filter; a state stored by another one is discarded. */
export const MODEL = 'filter-2'

/**
 * All that is remembered of a server between two probes; the next step needs nothing else. JSON-serialisable. A name
 * that ends in `At` is an instant in epoch milliseconds.
 */
export interface ServerState extends AccessMemory {
  model: typeof MODEL
  /** Probability (0-1) that it was up right after the newest informative probe. */
  up: number
  /** Its confirmed outages and up times so far, from which its own rates are learnt. */
  history: OutageHistory
  /** `unknown` until two probes agree, and again after a gap, because unobserved time is not vouched for. */
  liveness: 'unknown' | UpDown
  livenessSinceAt: number | null
  /**
   * First failure of the outage it was last seen in; null from when it is seen up. A gap does not clear it: nobody
   * observed the end of the outage.
   */
  downSinceAt: number | null
  streak: Streak | null
  /** Informative probes ever: all but `inconclusive` ones. */
  probes: number
  firstInformativeAt: number | null
  lastInformativeAt: number | null
  /** Newest probe of any outcome, and its reason. */
  lastProbeAt: number | null
  lastReason: ProbeReason | null
  lastInformativeReason: ProbeReason | null
  lastFailureReason: ProbeReason | null
  lastOkAt: number | null
  /**
   * While its list of tools, as last read, is empty: how, when last, and how many probes in a row found it so. Left out
   * or null: it is not.
   */
  withoutTools?: { reason: ProbeReason; at: number; probes: number } | null
  /** Since when each of its answers was a request to slow down; null: the newest was not. */
  throttledSinceAt: number | null
  latency: LatencySummary
  /**
   * Of the first answers after an idle time between probes: a sleeping server wakes slowly, which is no sign of
   * trouble.
   */
  wakingLatency: LatencySummary
  /** Whether its last answers were far slower than usual; see `isSlow`. */
  slow: boolean
  /**
   * How many rechecks in a row have followed an undecided probe; 0: the newest came at its usual interval, or nothing
   * was undecided.
   */
  quickProbes: number
  transientFailures: TransientFailures
  /** Whether too many probes are transient failures; see `failsOften`. */
  failsOften: boolean
  /** Beginnings of its outages within 24 hours of the newest, oldest first, at most `DOWNS_KEPT`. */
  downsAt: number[]
  /** The interval of the current `liveness`; null while that is unknown. */
  interval: ConfirmedInterval | null
  /**
   * Of a server: all its targets, the one this state is of first. Of a single target, and in rows of older versions:
   * empty.
   */
  targets: readonly TargetSummary[]
}

export const NOTHING_SEEN: ServerState = {
  model: MODEL,
  up: FIRST_UP,
  history: NO_HISTORY,
  liveness: 'unknown',
  livenessSinceAt: null,
  downSinceAt: null,
  streak: null,
  probes: 0,
  firstInformativeAt: null,
  lastInformativeAt: null,
  lastProbeAt: null,
  lastReason: null,
  lastInformativeReason: null,
  lastFailureReason: null,
  lastOkAt: null,
  throttledSinceAt: null,
  access: null,
  unconfirmedAccess: null,
  latency: NO_LATENCY,
  wakingLatency: NO_LATENCY,
  slow: false,
  quickProbes: 0,
  transientFailures: NO_TRANSIENT_FAILURES,
  failsOften: false,
  downsAt: [],
  interval: null,
  targets: [],
}

/** A stored state with all members: rows of older versions lack the newer ones. */
export function completeServerState(stored: ServerState): ServerState {
  const {
    downSinceAt,
    throttledSinceAt = null,
    liveness,
    livenessSinceAt,
    targets = [],
  } = stored as Partial<ServerState> & ServerState
  if (downSinceAt !== undefined) return stored.targets === undefined ? { ...stored, targets } : stored
  return { ...stored, downSinceAt: liveness === 'down' ? livenessSinceAt : null, throttledSinceAt, targets }
}
