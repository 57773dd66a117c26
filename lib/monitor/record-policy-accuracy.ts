import { isReachable, outcomeOf } from 'assay-verify/state/observation'
import { COUNTED_POLICY, NO_CALLS, type PolicyTally, wouldDeny } from '../core/accuracy/policy-accuracy'
import { addPolicyTally } from '../store/accuracy/policy-tallies'
import type { Database } from '../store/database'
import type { FinishedProbe, Reassessment } from './finished-probe'

/**
 * Counts for each probe of this batch whether the default policy would have denied a call a moment before it, and
 * whether the server answered. Rechecks are left out, because an outcome that surprised has more of them; so are first
 * probes, and those that say nothing about the server. Runs in the transaction of the batch.
 */
export async function recordPolicyAccuracy(
  tx: Database,
  reassessed: readonly Reassessment[],
  probes: readonly FinishedProbe[],
  now: Date,
): Promise<void> {
  const tally = { ...NO_CALLS }
  for (const server of reassessed)
    for (const probe of probes) {
      const counted = probe.serverKey === server.serverKey ? placeOf(server, probe) : null
      if (counted !== null) tally[counted] += 1
    }
  await addPolicyTally(tx, now.toISOString().slice(0, 10), COUNTED_POLICY, tally)
}

/** What a probe is counted as; null: it is not counted. */
function placeOf(
  { before, targets }: Reassessment,
  { targetNo, target, probe, planned }: FinishedProbe,
): keyof PolicyTally | null {
  const known = targets.find((change) => change.targetNo === targetNo)?.before ?? null
  if (planned === undefined || planned.isRecheck || target.evidence !== 'endpoint' || known === null) return null
  const { reason, observedAt } = probe.observation
  const answered = isReachable(outcomeOf(reason))
  if (answered === null) return null
  if (wouldDeny(planned.before ?? before.assessment, planned.dueAt, observedAt))
    return answered ? 'deniedAnswered' : 'deniedFailed'
  return answered ? 'allowedAnswered' : 'allowedFailed'
}
