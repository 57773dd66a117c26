import type { Interval } from 'assay-verify/history/interval'
import type { ServerState } from 'assay-verify/state/server-state'
import type { ProbedTarget } from '../core/catalog/probe-target'
import type { TargetState } from '../core/evidence/combined-state'
import type { Maintenance } from '../core/history/maintenance'
import type { Assessment } from '../core/verdict/assessment'
import type { ProbeResult } from '../probers/probe'
import type { ClaimedTarget, TargetKey } from '../store/evidence/schedule'

type AssessedBefore = Pick<Assessment, 'verdict' | 'asOf' | 'downSince'>

/** One probe of a claimed target, which ends the claim. */
export interface FinishedProbe extends TargetKey {
  target: ProbedTarget
  probe: ProbeResult
  /** true: the probe was made without connectivity, so the target is due again at once. */
  isDueAtOnce?: boolean
  /**
   * When it was due and why; left out: it was not planned, and is not counted where that matters. `before`: the
   * assessment of its server a moment before, where a batch has several probes of one server.
   */
  planned?: Pick<ClaimedTarget, 'dueAt' | 'isRecheck'> & { before?: AssessedBefore }
}

/** The state of a target before and after a batch of probes. */
export interface TargetChange extends TargetKey {
  before: TargetState | null
  after: TargetState
  intervals: Interval[]
}

/** A server's state and assessment before and after a batch of probes. */
export interface Reassessment {
  serverKey: number
  before: { serverState: ServerState | null; assessment: Assessment }
  after: { serverState: ServerState; assessment: Assessment }
  /** Of its targets that were probed. */
  targets: readonly TargetChange[]
  /** The newest window that was announced; left out or null: none. */
  maintenance?: Maintenance | null
}
