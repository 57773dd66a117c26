import { HOUR_MS } from 'assay-verify/duration'
import { EVIDENCE } from 'assay-verify/evidence-kind'
import { FAILING_HOURS, SUCCEEDING_HOURS, type UsageSummary } from 'assay-verify/score/recent-use'
import type { ToolFacts } from 'assay-verify/score/tool-facts'
import { FLAP_WINDOW_MS, type ServerState } from 'assay-verify/state/server-state'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import { STALE_AFTER_HOURS } from './assessment'
import { OK_COUNTS_HOURS } from './endpoint-findings'

/**
 * The newest moment, not after `now`, at which time alone may have changed the assessment of this evidence, in epoch
 * milliseconds; negative infinity where there is none. Between two moments without a change, verdict and status are the
 * same.
 */
export function lastChangeAt(serverState: ServerState | null, tool: ToolFacts | null, now: Date): number {
  const past = changesOf(serverState, tool).filter((at) => at <= now.getTime())
  return Math.max(Number.NEGATIVE_INFINITY, ...past)
}

/**
 * The next moment, not before `now`, after which time alone may change the assessment of this evidence, in epoch
 * milliseconds; infinity where there is none.
 */
export function nextChangeAt(serverState: ServerState | null, tool: ToolFacts | null, now: Date): number {
  const coming = changesOf(serverState, tool).filter((at) => at >= now.getTime())
  return Math.min(Number.POSITIVE_INFINITY, ...coming)
}

function changesOf(serverState: ServerState | null, tool: ToolFacts | null): number[] {
  if (serverState === null) return []
  const { lastInformativeAt, lastOkAt, downsAt, targets } = serverState
  const seen = lastInformativeAt === null ? [] : [-STALE_AFTER_HOURS, STALE_AFTER_HOURS].map(after(lastInformativeAt))
  const letIn = lastOkAt === null ? [] : [after(lastOkAt)(OK_COUNTS_HOURS)]
  const flapping = downsAt.map((at) => at + FLAP_WINDOW_MS)
  return [
    ...seen,
    ...letIn,
    ...flapping,
    ...targets.flatMap(changesOfNonEndpoint),
    ...changesOfUse(tool?.usage ?? null),
  ]
}

/** When evidence of a package or a page begins and ceases to count. */
function changesOfNonEndpoint({ evidence, at }: TargetSummary): number[] {
  if (evidence === 'endpoint' || at === null) return []
  const { validForMs } = EVIDENCE[evidence]
  return [at - validForMs, at + validForMs]
}

function changesOfUse(usage: UsageSummary | null): number[] {
  if (usage === null) return []
  const { failing, succeeding } = usage
  return [
    ...(failing.until === null ? [] : [after(Date.parse(failing.until))(FAILING_HOURS)]),
    ...(succeeding.until === null ? [] : [after(Date.parse(succeeding.until))(SUCCEEDING_HOURS)]),
  ]
}

function after(at: number): (hours: number) => number {
  return (hours) => at + hours * HOUR_MS
}
