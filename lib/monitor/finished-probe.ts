import type { PlacedTarget } from '../core/catalog/probe-target'
import type { Interval } from '../core/history/interval'
import type { Maintenance } from '../core/history/maintenance'
import type { ServerState } from '../core/state/server-state'
import type { Assessment } from '../core/verdict/assessment'
import type { ProbeResult } from '../probers/probe'

/** One probe of a claimed server, which ends the claim. */
export interface FinishedProbe {
  serverKey: number
  target: PlacedTarget
  probe: ProbeResult
  /** true: the probe was made without connectivity, so the server is due again at once. */
  isDueAtOnce?: boolean
}

/** A server's state and assessment before and after a batch of probes. */
export interface Reassessment {
  serverKey: number
  before: { serverState: ServerState | null; assessment: Assessment }
  after: { serverState: ServerState; assessment: Assessment }
  intervals: Interval[]
  /** The newest window that was announced; left out or null: none. */
  maintenance?: Maintenance | null
}
