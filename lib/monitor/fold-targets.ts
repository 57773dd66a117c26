import { inOrderOfEffect } from 'assay-verify/state/observation'
import { foldObservations } from 'assay-verify/state/server-state'
import { stateOfRightClock } from '../core/evidence/clock-ahead'
import { type CombinedTarget, isNonEndpointState } from '../core/evidence/combined-state'
import { updateNonEndpointState } from '../core/evidence/non-endpoint-state'
import type { ProbeResult } from '../probers/probe'
import type { FinishedProbe, TargetChange } from './finished-probe'

/**
 * The states of a server's targets after these probes; targets that were not probed, and probes of targets that are
 * gone, are left out.
 */
export function foldTargets(
  serverKey: number,
  targets: readonly CombinedTarget[],
  probes: readonly FinishedProbe[],
  now: Date,
): TargetChange[] {
  const own = probes.filter((entry) => entry.serverKey === serverKey)
  return targets.flatMap((target) => {
    const ofTarget = own.filter(({ targetNo }) => targetNo === target.targetNo)
    if (ofTarget.length === 0) return []
    const { targetNo } = target
    return [{ serverKey, targetNo, ...foldTarget(target, ofTarget, now) }]
  })
}

function foldTarget({ evidence, state }: CombinedTarget, probes: readonly FinishedProbe[], now: Date) {
  const before = stateOfRightClock(state, now)
  const observations = probes.map(({ probe }) => probe.observation)
  if (evidence === 'endpoint') {
    const known = before === null || isNonEndpointState(before) ? null : before
    const { serverState, intervals } = foldObservations(known, observations)
    return { before: known, after: serverState, intervals }
  }
  const known = before !== null && isNonEndpointState(before) ? before : null
  const packages = new Map(probes.map(({ probe }) => [probe.observation.observedAt.getTime(), packageOf(probe)]))
  const after = inOrderOfEffect(observations).reduce(
    (state, observation) => updateNonEndpointState(state, observation, packages.get(observation.observedAt.getTime())),
    known,
  )
  return { before: known, after: after ?? updateNonEndpointState(null, NO_OBSERVATION), intervals: [] }
}

function packageOf({ version = null, packageFacts }: ProbeResult) {
  return { version, packageFacts: packageFacts ?? null }
}

/** Without a date: it leaves the state of a target that was never checked. */
const NO_OBSERVATION = {
  observedAt: new Date(Number.NaN),
  reason: 'probe_defect',
  latencyMs: null,
  httpStatus: null,
  vantage: '',
} as const
