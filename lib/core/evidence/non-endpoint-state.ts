import { CONFIRM_AFTER_MS } from 'assay-verify/state/confirmed-state'
import { isReachable, type Observation, outcomeOf, type ProbeReason } from 'assay-verify/state/observation'
import type { PackageFacts } from 'assay-verify/state/package-facts'

export const NON_ENDPOINT_MODEL = 'check-1'

/**
 * What is remembered of a target that is no endpoint: a package, a documentation page. It is checked once a day or once
 * a version, so there is no filter and no uptime: the newest informative probe counts, and a failure once a second one
 * agrees. A name that ends in `At` is an instant in epoch milliseconds.
 */
export interface NonEndpointState {
  model: typeof NON_ENDPOINT_MODEL
  /** Reason of the newest informative probe; null: none yet. */
  reason: ProbeReason | null
  /** First and newest informative probe that agree with `reason`, and how many there were. */
  sinceAt: number | null
  lastInformativeAt: number | null
  agreeing: number
  /** Newest probe of any outcome, and its reason. */
  lastAt: number | null
  lastReason: ProbeReason | null
  /** The version of a package that `reason` is about; null: none is known. */
  version: string | null
  /** What its index published of it last; null or left out: nothing is known. */
  packageFacts?: PackageFacts | null
}

const NO_PACKAGE: ProbedPackage = { version: null, packageFacts: null }

const NEVER_PROBED: NonEndpointState = {
  model: NON_ENDPOINT_MODEL,
  reason: null,
  sinceAt: null,
  lastInformativeAt: null,
  agreeing: 0,
  lastAt: null,
  lastReason: null,
  version: null,
}

/** What a probe knows of the package it is about. */
export interface ProbedPackage {
  version: string | null
  packageFacts: PackageFacts | null
}

/**
 * The state after one more probe. One that is not newer, or has no date, changes nothing; an inconclusive one is only
 * noted.
 */
export function updateNonEndpointState(
  previous: NonEndpointState | null,
  { observedAt, reason }: Observation,
  { version, packageFacts }: ProbedPackage = NO_PACKAGE,
): NonEndpointState {
  const known = previous ?? NEVER_PROBED
  const at = observedAt.getTime()
  if (Number.isNaN(at) || at <= (known.lastInformativeAt ?? Number.NEGATIVE_INFINITY)) return known
  const noted = { ...known, lastAt: at, lastReason: reason }
  if (outcomeOf(reason) === 'inconclusive') return noted
  const agrees = known.reason === reason && (version === null || known.version === null || version === known.version)
  // Two probes of the same moment count as one.
  const isSameMoment = agrees && at - (known.lastInformativeAt ?? 0) < CONFIRM_AFTER_MS
  return {
    ...noted,
    reason,
    sinceAt: agrees ? known.sinceAt : at,
    lastInformativeAt: at,
    agreeing: agrees ? known.agreeing + (isSameMoment ? 0 : 1) : 1,
    version: version ?? (agrees ? known.version : null),
    packageFacts: packageFacts ?? known.packageFacts ?? null,
  }
}

/** `up`: the newest informative probe found it; `down`: at least two in a row did not; else `unknown`. */
export function livenessOfNonEndpoint({ reason, agreeing }: NonEndpointState): 'up' | 'down' | 'unknown' {
  if (reason === null) return 'unknown'
  if (isReachable(outcomeOf(reason))) return 'up'
  return agreeing >= 2 ? 'down' : 'unknown'
}

/** Whether a probe should soon settle what the newest one left open: its first failure. */
export function needsAnotherProbe(before: NonEndpointState | null, after: NonEndpointState): boolean {
  if (after.lastInformativeAt === null || after.lastInformativeAt === before?.lastInformativeAt) return false
  return after.reason !== null && outcomeOf(after.reason) === 'failed' && after.agreeing < 2
}
