import { FIRST_UP } from '../forecast/forecast'
import { NO_HISTORY, type OutageHistory } from '../forecast/outage-history'
import type { ConfirmedInterval, Streak, UpDown } from './confirmed-state'
import { type LatencySummary, NO_LATENCY } from './latency-summary'
import type { ProbeReason } from './observation'
import type { AccessMemory } from './observed-access'
import { NO_TRANSIENT_FAILURES, type TransientFailures } from './transient-failures'

/** Names the filter: a belief of another is not read. */
export const MODEL = 'filter-2'

/**
 * All that is remembered of a server between two looks; the next step needs nothing else.
 * JSON-serialisable. A name that ends in `At` is an instant in epoch milliseconds.
 */
export interface ServerState extends AccessMemory {
  model: typeof MODEL
  /** Probability (0-1) that it was up right after the newest informative look. */
  up: number
  /** Its outages and up times so far, as far as they stood: what is learnt of its own rates. */
  history: OutageHistory
  /** `unknown` until two looks agreed, and again after a gap: what nobody watched is not vouched for. */
  liveness: 'unknown' | UpDown
  livenessSinceAt: number | null
  /** First failure of the outage it was last seen in; null from when it is seen up. It outlasts a gap: nobody saw the outage end. */
  downSinceAt: number | null
  streak: Streak | null
  /** Informative looks ever: all but `could_not_look`. */
  probes: number
  firstInformativeAt: number | null
  lastInformativeAt: number | null
  /** Newest look of any kind, and how it ended. */
  lastProbeAt: number | null
  lastReason: ProbeReason | null
  lastInformativeReason: ProbeReason | null
  lastFailureReason: ProbeReason | null
  lastOkAt: number | null
  /** Since when each of its answers asked us to slow down; null: the newest did not. */
  throttledSinceAt: number | null
  latency: LatencySummary
  /** Of the first answers after an idle time of ours: a server that sleeps wakes slowly, and that is no sign of trouble. */
  wakingLatency: LatencySummary
  /** Whether its last answers were far slower than usual; see `isSlow`. */
  slow: boolean
  /** How many looks in a row followed in quick succession on one that decided nothing; 0: the newest came at its usual time, or nothing was open. */
  quickProbes: number
  transientFailures: TransientFailures
  /** Whether too many looks fail that do not become an outage; see `failsOften`. */
  failsOften: boolean
  /** Beginnings of its outages within 24 hours of the newest, oldest first, at most `DOWNS_KEPT`. */
  downsAt: number[]
  /** The stretch of time that `standing` has been seen for; null while that is unknown. */
  interval: ConfirmedInterval | null
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
}

/** A stored belief, complete: rows of older versions lack the newer members. */
export function completeBelief(stored: ServerState): ServerState {
  const {
    downSinceAt,
    throttledSinceAt = null,
    liveness,
    livenessSinceAt,
  } = stored as Partial<ServerState> & ServerState
  if (downSinceAt !== undefined) return stored
  return { ...stored, downSinceAt: liveness === 'down' ? livenessSinceAt : null, throttledSinceAt }
}
