import { HOUR_MS } from 'assay-verify/duration'
import { EVIDENCE } from 'assay-verify/evidence-kind'
import { upNow } from 'assay-verify/forecast/forecast'
import type { Reason } from 'assay-verify/reason'
import type { ToolFacts } from 'assay-verify/score/tool-facts'
import { MAX_GAP_HOURS, type ServerState } from 'assay-verify/state/server-state'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import {
  type Access,
  type Axes,
  listingStatus,
  type Recommendation,
  type Status,
  type Verdict,
} from 'assay-verify/verdict'
import type { ServerCondition } from './breakage-rule'
import { type EmptyListing, emptyListingOf } from './empty-listing'
import { assessKnown, type EndpointFindings } from './endpoint-findings'
import { type NonEndpointDecision, type NonEndpointFindings, readNonEndpoints } from './non-endpoint-findings'
import * as reasonFor from './reason'
import { ANY_CALLER, type CallerNeeds, faultDecides, faultOf, recommend } from './recommendation'
import { whyUnknown } from './unknown-reasons'

export type { Reason, ToolFacts }

/** The assessment of a subject at one moment. */
export interface Assessment {
  verdict: Verdict
  status: Status
  recommendation: Recommendation
  axes: Axes
  /** Never empty; the decisive one comes first. */
  reasons: Reason[]
  /** 0-1, 2 decimals; see `assess`. 0 where the verdict is `unknown` for lack of evidence. */
  confidence: number
  /** Time of the newest evidence; null when there is none. */
  asOf: Date | null
  /** From then on, without new evidence, the verdict is `unknown`. */
  staleAfter: Date | null
  /** While it is `down`: the first failure, or when its server stopped listing it; else null. */
  downSince: Date | null
}

/** A verdict is valid, in hours, as long as a state is kept across a silence; beyond that the filter also restarts. */
export const STALE_AFTER_HOURS = MAX_GAP_HOURS

/**
 * Assesses a server, or one of its tools, at `now`. Evidence that is too little, older than `STALE_AFTER_HOURS`, or
 * dated as far ahead by a wrong clock, is `unknown`, never a stale `healthy`. A server that is alive and asks for
 * credentials is `unknown` too (reason `auth_required`, status `auth`), because a probe cannot see whether it works;
 * once trusted reporters see the tool work it is `healthy`, verified by `usage`. A tool that its server no longer lists
 * is `down` while the server's state is known: a call can only fail. Observed access replaces `declaredAccess`.
 * `confidence` is the filter's probability, carried on to `now`, that the server is in the state the verdict rests on,
 * times n/(n+1) for n probes: two probes can earn 0.67 at most, ten 0.91. The recommendation is for a `caller` of these
 * needs, by `recommend`; the reason that decided it comes first.
 */
export function assess(
  serverState: ServerState | null,
  declaredAccess: Access,
  tool: ToolFacts | null,
  now: Date,
  caller: CallerNeeds = ANY_CALLER,
): Assessment {
  const { isKnown, decidedBy, fault, ...assessment } = assessWithoutConfidence(serverState, declaredAccess, tool, now)
  const { asOf } = assessment
  const restsOn = decidedBy ?? (serverState?.lastInformativeAt == null ? newestTarget(serverState) : null)
  const validForMs = restsOn === null ? STALE_AFTER_HOURS * HOUR_MS : EVIDENCE[restsOn.evidence].validForMs
  return {
    ...assessment,
    recommendation: recommend(assessment.verdict, fault, caller),
    confidence: confidenceOf(serverState, isKnown, decidedBy, now),
    staleAfter: asOf === null ? null : new Date(asOf.getTime() + validForMs),
    downSince: assessment.verdict === 'down' ? downSince(serverState, decidedBy, tool) : null,
  }
}

function downSince(
  serverState: ServerState | null,
  decidedBy: TargetSummary | null,
  tool: ToolFacts | null,
): Date | null {
  if (tool !== null && tool.removedAt !== null) return tool.removedAt
  const at = decidedBy === null ? (serverState?.downSinceAt ?? null) : decidedBy.sinceAt
  return at === null ? null : new Date(at)
}

function confidenceOf(
  serverState: ServerState | null,
  isKnown: boolean,
  decidedBy: TargetSummary | null,
  now: Date,
): number {
  if (decidedBy !== null) return Math.round((decidedBy.probes / (decidedBy.probes + 1)) * 100) / 100
  return isKnown && serverState !== null ? confidenceIn(serverState, now) : 0
}

/** The same without reasons and confidence, for long lists: the confidence takes most of the time. */
export function assessBriefly(
  serverState: ServerState | null,
  declaredAccess: Access,
  tool: ToolFacts | null,
  now: Date,
  caller: CallerNeeds = ANY_CALLER,
): Pick<Assessment, 'verdict' | 'status' | 'recommendation' | 'asOf'> {
  const { verdict, status, asOf, fault } = assessWithoutConfidence(serverState, declaredAccess, tool, now)
  return { verdict, status, recommendation: recommend(verdict, fault, caller), asOf }
}

function assessWithoutConfidence(
  serverState: ServerState | null,
  declaredAccess: Access,
  tool: ToolFacts | null,
  now: Date,
) {
  const endpointAt = serverState?.lastInformativeAt ?? null
  const fresh = isEndpointFresh(serverState, now)
  const isKnown = serverState !== null && fresh && serverState.liveness !== 'unknown'
  const checks = readNonEndpoints(serverState?.targets ?? [], now)
  const decision = isKnown ? instead(serverState, checks) : checks.decision
  const found = isKnown ? assessKnown(serverState, tool, now) : assessUnknown(serverState, fresh, checks, now)
  const decided =
    decision === null ? withNonEndpoints(found, checks) : decidedByNonEndpoint(decision, found, checks, tool)
  const access = (isKnown ? serverState.access : (decision?.access ?? serverState?.access)) ?? declaredAccess
  const reachable = decision === null ? (isKnown ? serverState.liveness === 'up' : null) : decision.reachable
  const axes: Axes = { reachable, access, verified: decided.verified }
  const empty = emptyListingOf(serverState, now)
  const asOfAt = decision === null ? (endpointAt ?? newestTarget(serverState)?.at ?? null) : decision.target.at
  return {
    isKnown,
    fault: faultOf(tool, empty?.fault),
    decidedBy: decision?.target ?? null,
    verdict: decided.verdict,
    status: listingStatus(decided.verdict, axes),
    axes,
    reasons: [...withFaults(decided, tool, empty), ...(isKnown ? reasonFor.whyNotProbed(serverState) : [])],
    asOf: asOfAt === null ? null : new Date(asOfAt),
  }
}

/** Whether the newest evidence of an endpoint still counts at `now`. */
export function isEndpointFresh(serverState: ServerState | null, now: Date): boolean {
  const at = serverState?.lastInformativeAt ?? null
  return at !== null && Math.abs(now.getTime() - at) <= STALE_AFTER_HOURS * HOUR_MS
}

/**
 * What a package decides beside a known endpoint: where that is down and the package starts, the server is degraded.
 */
function instead({ liveness }: ServerState, { decision }: NonEndpointFindings): NonEndpointDecision | null {
  return liveness === 'down' && decision?.verdict === 'healthy' ? { ...decision, verdict: 'degraded' } : null
}

/** Without an endpoint that was probed, what is known of packages and pages takes the place of its reasons. */
function assessUnknown(
  serverState: ServerState | null,
  fresh: boolean,
  { decision, reasons, hindrances }: NonEndpointFindings,
  now: Date,
): EndpointFindings {
  const others = decision === null ? hindrances : []
  const isKnownOtherwise = reasons.length + others.length > 0
  const checkedAt = newestTarget(serverState)?.at ?? null
  const own = whyUnknown(serverState, { fresh, isKnownOtherwise, checkedAt }, now)
  return { verdict: 'unknown', verified: 'none', reasons: [...own, ...others] }
}

/** The endpoint's own reasons come first; what else is known follows them. */
function withNonEndpoints(found: EndpointFindings, { reasons }: NonEndpointFindings): EndpointFindings {
  return { ...found, reasons: [...found.reasons, ...reasons] }
}

function decidedByNonEndpoint(
  decision: NonEndpointDecision,
  found: EndpointFindings,
  { reasons }: NonEndpointFindings,
  tool: ToolFacts | null,
): EndpointFindings {
  if (decision.verdict !== 'down' && faultOf(tool) === 'removed')
    return { verdict: 'down', verified: 'probe', reasons: [] }
  return { verdict: decision.verdict, verified: decision.verified, reasons: [...reasons, ...found.reasons] }
}

/** The target with the newest evidence. */
function newestTarget(serverState: ServerState | null): TargetSummary | null {
  const known = (serverState?.targets ?? []).filter(({ at }) => at !== null)
  return known.reduce<TargetSummary | null>(
    (newest, target) => (newest === null || (target.at ?? 0) > (newest.at ?? 0) ? target : newest),
    null,
  )
}

/** The reasons with the faults of the subject itself: first where they decide the recommendation. */
function withFaults(
  { verdict, reasons }: EndpointFindings,
  tool: ToolFacts | null,
  empty: EmptyListing | null,
): Reason[] {
  if (tool === null && empty === null) return reasons
  const own = [...reasonFor.whyRemoved(tool?.removedAt ?? null), ...reasonFor.whyChanged(tool?.openChange ?? null)]
  const faults = [...own, ...(empty === null ? [] : [empty.reason])]
  return faultDecides(verdict, faultOf(tool, empty?.fault)) ? [...faults, ...reasons] : [...reasons, ...faults]
}

/** The condition that breakages are decided from. */
export function conditionOf({ verdict, axes }: Pick<Assessment, 'verdict' | 'axes'>): ServerCondition {
  return { verdict, access: axes.access, reachable: axes.reachable }
}

function confidenceIn(serverState: ServerState, now: Date): number {
  const up = upNow(serverState, now)
  const sure = serverState.liveness === 'up' ? up : 1 - up
  return Math.round(sure * (serverState.probes / (serverState.probes + 1)) * 100) / 100
}
