import { HOUR_MS } from 'assay-verify/duration'
import type { Reason } from 'assay-verify/reason'
import { verifiedByProbeOnly } from 'assay-verify/reason'
import { type UsageSummary, usageShowsFailure, usageVerifies } from 'assay-verify/score/recent-use'
import type { ToolFacts } from 'assay-verify/score/tool-facts'
import { latencyQuantile } from 'assay-verify/state/latency-summary'
import { FLAP_WINDOW_MS, FLAPPING_DOWNS, type ServerState } from 'assay-verify/state/server-state'
import type { Verdict, Verification } from 'assay-verify/verdict'
import * as reasonFor from './reason'
import { faultOf } from './recommendation'

/** Hours within which one `ok` outweighs being throttled since. */
export const OK_COUNTS_HOURS = 24

/** A verdict with its reasons. */
export interface EndpointFindings {
  verdict: Verdict
  verified: Verification
  reasons: Reason[]
}

/** What a known state of the leading endpoint says of a server or one of its tools. */
export function assessKnown(serverState: ServerState, tool: ToolFacts | null, now: Date): EndpointFindings {
  const server = serverState.liveness === 'down' ? assessDown(serverState, now) : assessUp(serverState, tool, now)
  if (server.verdict === 'down' || faultOf(tool) !== 'removed') return server
  // Evidence that the server works is none for a tool it does not list.
  return { verdict: 'down', verified: 'probe', reasons: [] }
}

function assessDown(serverState: ServerState, now: Date): EndpointFindings {
  return {
    verdict: 'down',
    verified: 'probe',
    reasons: [...reasonFor.whyDown(serverState, now), ...flapping(serverState, now)],
  }
}

function assessUp(serverState: ServerState, tool: ToolFacts | null, now: Date): EndpointFindings {
  const undecided = reasonFor.openQuestions(serverState)
  const usage = tool?.usage ?? null
  const verified = usageVerifies(usage, now) ? 'usage' : 'probe'
  const barred = verified === 'usage' ? [] : whyBarred(serverState, now)
  if (barred.length > 0) return { verdict: 'unknown', verified: 'none', reasons: [...barred, ...undecided] }
  const faults = [
    ...slow(serverState),
    ...failingOften(serverState),
    ...failingInUse(usage, now),
    ...flapping(serverState, now),
  ]
  const proof =
    verified === 'usage'
      ? [reasonFor.verifiedByUsage(usage)]
      : [...reasonFor.answered(serverState), verifiedByProbeOnly(usage)]
  return {
    verdict: faults.length === 0 ? 'healthy' : 'degraded',
    verified,
    reasons: [...faults, ...undecided, ...proof],
  }
}

/** Why probes alone cannot show whether a living server works: they were refused or throttled. */
function whyBarred({ access, lastOkAt, throttledSinceAt }: ServerState, now: Date): Reason[] {
  if (access === 'auth' || access === 'paid') return [reasonFor.authRequired(access)]
  const okExpiresAt = (lastOkAt ?? Number.NEGATIVE_INFINITY) + OK_COUNTS_HOURS * HOUR_MS
  return now.getTime() > okExpiresAt ? [reasonFor.throttledOnly(throttledSinceAt, now)] : []
}

function failingInUse(usage: UsageSummary | null, now: Date): Reason[] {
  return usage !== null && usageShowsFailure(usage, now) ? [reasonFor.failingInUse(usage)] : []
}

function slow({ slow: isSlow, latency }: ServerState): Reason[] {
  const usualMs = latencyQuantile(latency, 0.5)
  return isSlow && usualMs !== null ? [reasonFor.slow(latency.lastMs, usualMs)] : []
}

function failingOften({ transientFailures, failsOften }: ServerState): Reason[] {
  return failsOften ? [reasonFor.failingOften(transientFailures.failures / transientFailures.probes)] : []
}

function flapping({ downsAt }: ServerState, now: Date): Reason[] {
  const downs = downsAt.filter((at) => now.getTime() - at <= FLAP_WINDOW_MS).length
  return downs >= FLAPPING_DOWNS ? [reasonFor.flapping(downs)] : []
}
