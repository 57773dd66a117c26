import { EVIDENCE } from 'assay-verify/evidence-kind'
import { needsRecheck } from 'assay-verify/state/server-state'
import { budgetOf } from '../core/catalog/probe-target'
import { isNonEndpointState } from '../core/evidence/combined-state'
import { needsAnotherProbe } from '../core/evidence/non-endpoint-state'
import { type ProbeBudget, shortestInterval } from '../core/evidence/probe-budget'
import { intervalFactor, LONGEST_ENDPOINT_FACTOR } from '../core/evidence/probe-interval'
import { LONGEST_RETRY_AFTER_SECONDS } from '../probers/http/retry-after'
import type { ProbeResult } from '../probers/probe'
import type { LatestDue } from '../store/evidence/due-times'
import type { EndpointCounts } from '../store/evidence/endpoint-counts'
import type { CompletedClaim } from '../store/evidence/schedule'
import type { FinishedProbe, TargetChange } from './finished-probe'

/** The claims under which a run probes, and how soon their targets are probed again. */
export interface ProbeLease {
  leaseId: string
  /** Usual time between two probes of an endpoint. */
  intervalSeconds: number
  /** Time until a probe that settles what the one before left undecided. */
  recheckSeconds: number
  /** Left out: regular probes are not limited. */
  budget?: ProbeBudget | undefined
}

/** When a target is due again, and whether that probe is to settle what this one left undecided. */
export type NextProbe = CompletedClaim

/** Of the interval, in either direction. */
const JITTER = 0.1

/**
 * The latest times for which a probe now could plan the next one: due times beyond them were written by a clock that
 * was ahead.
 */
export function latestDueAt({ intervalSeconds }: Pick<ProbeLease, 'intervalSeconds'>, now: Date): LatestDue {
  const longestSeconds = (factor: number) => intervalSeconds * factor * (1 + JITTER)
  const usualSeconds = longestSeconds(LONGEST_ENDPOINT_FACTOR)
  const slowest = Math.max(...Object.values(EVIDENCE).map(({ intervals }) => intervals))
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return {
    usual: after(usualSeconds),
    spreadUntil: after(longestSeconds(1)),
    longest: after(Math.max(usualSeconds, LONGEST_RETRY_AFTER_SECONDS)),
    checks: after(Math.max(longestSeconds(slowest), LONGEST_RETRY_AFTER_SECONDS)),
  }
}

/**
 * When each target of these probes is due again. Any process may make a recheck, also one at another vantage: it waits
 * in the same queue.
 */
export function nextProbesOf(
  probes: readonly FinishedProbe[],
  changes: readonly TargetChange[],
  lease: ProbeLease,
  counts: EndpointCounts,
  now: Date,
): NextProbe[] {
  const newest = new Map(probes.map((entry) => [`${entry.serverKey} ${entry.targetNo}`, entry]))
  return changes.flatMap((change) => {
    const last = newest.get(`${change.serverKey} ${change.targetNo}`)
    return last === undefined ? [] : [nextProbeOf(change, last, lease, counts, now)]
  })
}

function nextProbeOf(
  change: TargetChange,
  last: FinishedProbe,
  lease: ProbeLease,
  counts: EndpointCounts,
  now: Date,
): NextProbe {
  const { serverKey, targetNo } = change
  const { probe, isDueAtOnce } = last
  const isRecheck = isUndecided(change)
  const pauseMs = isRecheck ? lease.recheckSeconds * 1000 : usualPauseMs(change, last, lease, counts, now)
  return {
    serverKey,
    targetNo,
    dueAt: new Date(now.getTime() + (isDueAtOnce ? 0 : pauseMs)),
    isRecheck,
    vantage: probe.observation.vantage,
    probedAt: now,
    memory: memoryOf(probe, now),
  }
}

function isUndecided({ before, after }: TargetChange): boolean {
  if (isNonEndpointState(after))
    return needsAnotherProbe(before !== null && isNonEndpointState(before) ? before : null, after)
  return needsRecheck(before === null || isNonEndpointState(before) ? null : before, after)
}

/**
 * The interval of the target, longer where the budget needs it, up to a tenth shorter or longer so that servers do not
 * stay in step, and at least what the server asked for.
 */
function usualPauseMs(
  { after }: TargetChange,
  { probe, target }: FinishedProbe,
  { intervalSeconds, budget }: ProbeLease,
  counts: EndpointCounts,
  now: Date,
): number {
  const ownSeconds = intervalSeconds * intervalFactor(target.evidence, after, now)
  const isLimited = budget !== undefined && target.evidence === 'endpoint' && target.network === 'public'
  const host = budgetOf(target)
  const onHost = counts.byHost.get(host) ?? 1
  const shortestSeconds = isLimited ? shortestInterval(budget, { host, onHost, inAll: counts.inAll }) : 0
  const usualMs = Math.max(ownSeconds, shortestSeconds) * 1000
  const jitteredMs = usualMs * (1 - JITTER + Math.random() * 2 * JITTER)
  return Math.max(jitteredMs, probe.retryAfterMs ?? 0)
}

/** A declared validity counts for at most so long: then the listing is read again, whatever the server declares. */
const LONGEST_LISTING_VALIDITY_MS = 6 * 3_600_000

/** undefined: the probe gave nothing to remember, so what is stored stays. */
function memoryOf(probe: ProbeResult, now: Date): CompletedClaim['memory'] {
  const { generation, validators, version, validForMs } = probe
  if (generation === null && validators == null && version == null) return undefined
  const isValidFor = Math.min(validForMs ?? 0, LONGEST_LISTING_VALIDITY_MS)
  return {
    generation,
    etag: validators?.etag ?? null,
    lastModified: validators?.lastModified ?? null,
    version: version ?? null,
    listingValidUntil: probe.tools !== null && isValidFor > 0 ? new Date(now.getTime() + isValidFor) : null,
  }
}
