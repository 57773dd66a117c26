import { HOUR_MS } from 'assay-verify/duration'
import { outcomeOf, type ProbeReason } from 'assay-verify/state/observation'
import { MAX_GAP_HOURS, type ServerState } from 'assay-verify/state/server-state'
import { NOTHING_SEEN } from 'assay-verify/state/server-state-fields'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import { livenessOfNonEndpoint, NON_ENDPOINT_MODEL, type NonEndpointState } from './non-endpoint-state'

/** The state of one target: of an endpoint the filter's, of anything else that of its checks. */
export type TargetState = ServerState | NonEndpointState

/** One target of a server with its state; null: it was never probed. */
export interface CombinedTarget extends Pick<TargetSummary, 'targetNo' | 'evidence' | 'kind' | 'url'> {
  state: TargetState | null
}

/**
 * The state of a server from those of its targets: the leading endpoint's (see `leadingEndpoint`), with a summary of
 * every target in `targets`, the leading one first. A server without endpoints has the state of one that was never
 * probed, with the summaries. null: no target was ever probed.
 */
export function combineStates(targets: readonly CombinedTarget[]): ServerState | null {
  if (targets.every(({ state }) => state === null)) return null
  const leading = leadingEndpoint(targets)
  const ordered = leading === undefined ? targets : [leading, ...targets.filter((target) => target !== leading)]
  return { ...(endpointState(leading) ?? NOTHING_SEEN), targets: ordered.map(summaryOf) }
}

/**
 * The endpoint that represents its server, because any working one is enough: one that is up and open before one that
 * is up and asks for something, then one whose newest probes failed, then one that is not known, then one that is down,
 * of these the last that failed. Among equals the first in the order of preference. What was last seen more than
 * `MAX_GAP_HOURS` before the newest evidence counts as not known.
 */
function leadingEndpoint(targets: readonly CombinedTarget[]): CombinedTarget | undefined {
  const endpoints = targets.filter(({ evidence }) => evidence === 'endpoint')
  const newestAt = Math.max(...endpoints.map((target) => endpointState(target)?.lastInformativeAt ?? 0))
  const rank = (target: CombinedTarget) => rankOf(endpointState(target), newestAt)
  return endpoints.reduce<CombinedTarget | undefined>(
    (best, target) => (best === undefined || isBefore(rank(target), rank(best)) ? target : best),
    undefined,
  )
}

/** First how good its state is, then when it failed. */
type Rank = readonly [quality: number, failedAt: number]

function isBefore(one: Rank, other: Rank): boolean {
  return one[0] === other[0] ? one[1] > other[1] : one[0] > other[0]
}

function rankOf(state: ServerState | null, newestAt: number): Rank {
  const at = state?.lastInformativeAt ?? null
  if (state === null || at === null || newestAt - at > MAX_GAP_HOURS * HOUR_MS) return [1, 0]
  if (state.liveness === 'unknown') return [1, 0]
  if (state.liveness === 'down') return [0, state.downSinceAt ?? 0]
  if (state.streak?.state === 'down') return [1.5, 0]
  return [state.access === 'open' ? 3 : 2, 0]
}

export function isNonEndpointState(state: TargetState): state is NonEndpointState {
  return state.model === NON_ENDPOINT_MODEL
}

function endpointState(target: CombinedTarget | undefined): ServerState | null {
  const state = target?.state ?? null
  return state === null || isNonEndpointState(state) ? null : state
}

function summaryOf({ state, ...target }: CombinedTarget): TargetSummary {
  if (state === null) return { ...target, ...UNPROBED }
  return { ...target, ...(isNonEndpointState(state) ? summaryOfNonEndpoint(state) : summaryOfEndpoint(state)) }
}

type Summarized = Omit<TargetSummary, 'targetNo' | 'evidence' | 'kind' | 'url'>

const UNPROBED: Summarized = {
  liveness: 'unknown',
  sinceAt: null,
  at: null,
  reason: null,
  hindrance: null,
  version: null,
  packageFacts: null,
  probes: 0,
}

function summaryOfEndpoint(state: ServerState): Summarized {
  return {
    liveness: state.liveness,
    sinceAt: state.livenessSinceAt,
    at: state.lastInformativeAt,
    reason: state.lastInformativeReason,
    hindrance: hindranceIn(state.lastReason),
    version: null,
    packageFacts: null,
    probes: state.probes,
  }
}

function summaryOfNonEndpoint(state: NonEndpointState): Summarized {
  return {
    liveness: livenessOfNonEndpoint(state),
    sinceAt: state.sinceAt,
    at: state.lastInformativeAt,
    reason: state.reason,
    hindrance: hindranceIn(state.lastReason),
    version: state.version,
    packageFacts: state.packageFacts ?? null,
    probes: state.agreeing,
  }
}

function hindranceIn(reason: ProbeReason | null): ProbeReason | null {
  return reason !== null && outcomeOf(reason) === 'inconclusive' ? reason : null
}
