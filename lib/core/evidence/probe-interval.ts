import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { EVIDENCE, type EvidenceKind } from 'assay-verify/evidence-kind'
import type { ServerState } from 'assay-verify/state/server-state'
import { isNonEndpointState, type TargetState } from './combined-state'

/** An endpoint that went down, or began to fail often, within this time is unsteady. */
const UNSTEADY_FOR_MS = 6 * HOUR_MS
/** Without any outage for so long it is steady. */
const STEADY_AFTER_MS = 21 * DAY_MS
/** Of the usual interval. */
const UNSTEADY_FACTOR = 1 / 3
/** With the jitter of a tenth it stays under twice the usual interval, after which a server counts as idle. */
const STEADY_FACTOR = 1.75

/** The longest of the factors, for what bounds due times. */
export const LONGEST_ENDPOINT_FACTOR = STEADY_FACTOR

/**
 * How long to wait for the next regular probe of a target, as a multiple of the usual interval: 1/3 for an endpoint
 * with an outage that began within six hours or that fails often, 1.75 for one that has been up for three weeks without
 * an outage, 1 for others; for a package or a page that of its kind of evidence.
 */
export function intervalFactor(evidence: EvidenceKind, state: TargetState | null, now: Date): number {
  if (evidence !== 'endpoint' || state === null || isNonEndpointState(state)) return EVIDENCE[evidence].intervals
  if (isUnsteady(state, now)) return UNSTEADY_FACTOR
  return isSteady(state, now) ? STEADY_FACTOR : EVIDENCE.endpoint.intervals
}

function isUnsteady({ failsOften, downsAt, liveness, history }: ServerState, now: Date): boolean {
  const newestDownAt = downsAt.at(-1) ?? null
  if (newestDownAt !== null && now.getTime() - newestDownAt <= UNSTEADY_FOR_MS) return true
  return failsOften && liveness === 'up' && history.upHours > 0
}

function isSteady({ liveness, livenessSinceAt, unconfirmedAccess, slow }: ServerState, now: Date): boolean {
  if (liveness !== 'up' || livenessSinceAt === null || unconfirmedAccess !== null || slow) return false
  return now.getTime() - livenessSinceAt >= STEADY_AFTER_MS
}
