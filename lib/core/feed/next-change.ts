import { HOUR_MS } from '../duration'
import { FAILING_HOURS, SUCCEEDING_HOURS, type UsageSummary } from '../score/recent-use'
import type { ToolFacts } from '../score/tool-facts'
import { FLAP_WINDOW_MS, type ServerState } from '../state/server-state'
import { OK_COUNTS_HOURS, STALE_AFTER_HOURS } from '../verdict/assessment'

/**
 * The newest moment, not after `now`, at which time alone may have changed the assessment of this evidence, in epoch milliseconds; negative
 * infinity where there is none. Between two moments without a change, verdict and status are the same.
 */
export function lastChangeAt(serverState: ServerState | null, tool: ToolFacts | null, now: Date): number {
  const past = changesOf(serverState, tool).filter((at) => at <= now.getTime())
  return Math.max(Number.NEGATIVE_INFINITY, ...past)
}

function changesOf(serverState: ServerState | null, tool: ToolFacts | null): number[] {
  if (serverState === null) return []
  const { lastInformativeAt, lastOkAt, downsAt } = serverState
  const seen = lastInformativeAt === null ? [] : [-STALE_AFTER_HOURS, STALE_AFTER_HOURS].map(after(lastInformativeAt))
  const letIn = lastOkAt === null ? [] : [after(lastOkAt)(OK_COUNTS_HOURS)]
  return [...seen, ...letIn, ...downsAt.map((at) => at + FLAP_WINDOW_MS), ...changesOfUse(tool?.usage ?? null)]
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
