import { type DelayCount, delayBinOf } from 'assay-verify/accuracy/verdict-figures'
import { HOUR_MS } from 'assay-verify/duration'
import { isReachable, outcomeOf } from 'assay-verify/state/observation'
import { VERDICTS } from 'assay-verify/verdict'
import { COUNTED_POLICY, NO_CALLS, type PolicyTally, wouldDeny } from '../core/accuracy/policy-accuracy'
import { type ChangeFindings, changeFindings } from '../core/accuracy/verdict-accuracy'
import type { Assessment } from '../core/verdict/assessment'
import { addPolicyTally } from '../store/accuracy/policy-tallies'
import {
  addDetectionDelays,
  addVerdictTallies,
  listOutageBegins,
  listVerdictChanges,
  recordVerdictChanges,
} from '../store/accuracy/verdict-accuracy'
import type { Database } from '../store/database'
import type { FinishedProbe, Reassessment } from './finished-probe'

/** No outage that is found now began earlier: a server that was `up` until now was seen alive within hours. */
const OUTAGE_LOOK_BACK_HOURS = 24

/** A server's assessment before and after a batch of probes. */
interface AssessmentChange {
  serverKey: number
  before: { assessment: Assessment }
  after: { assessment: Assessment }
}

type ServerChangeFindings = ChangeFindings & { serverKey: number }

/**
 * Counts what a batch of probes shows about the accuracy of earlier verdicts. Runs in the transaction of the batch,
 * after its observations were recorded.
 */
export async function recordAccuracy(tx: Database, reassessed: readonly AssessmentChange[], now: Date): Promise<void> {
  const changed = reassessed.filter(({ before, after }) => before.assessment.verdict !== after.assessment.verdict)
  if (changed.length === 0) return
  const last = await listVerdictChanges(
    tx,
    changed.map(({ serverKey }) => serverKey),
  )
  const found = changed.flatMap(({ serverKey, before, after }): ServerChangeFindings[] => {
    const findings = changeFindings(before.assessment, after.assessment, last.get(serverKey) ?? null, now)
    return findings === null ? [] : [{ serverKey, ...findings }]
  })
  const day = now.toISOString().slice(0, 10)
  await recordVerdictChanges(
    tx,
    found.map(({ serverKey, turn }) => ({ serverKey, ...turn })),
  )
  await addVerdictTallies(tx, day, talliesOf(found))
  await addDetectionDelays(tx, day, await delaysOf(tx, found, now))
}

function talliesOf(changes: readonly ServerChangeFindings[]) {
  const count = (counts: (entry: ServerChangeFindings) => boolean) => changes.filter(counts).length
  return VERDICTS.map((verdict) => ({
    verdict,
    begun: count((entry) => entry.begun === verdict),
    reversed: count((entry) => entry.reversed === verdict),
    takenBack: verdict === 'down' ? count((entry) => entry.tookBackDown) : 0,
  })).filter(({ begun, reversed, takenBack }) => begun + reversed + takenBack > 0)
}

async function delaysOf(tx: Database, changes: readonly ServerChangeFindings[], now: Date): Promise<DelayCount[]> {
  const serverKeys = changes.flatMap(({ foundOutage, serverKey }) => (foundOutage ? [serverKey] : []))
  const begins = await listOutageBegins(tx, serverKeys, new Date(now.getTime() - OUTAGE_LOOK_BACK_HOURS * HOUR_MS))
  const histogramOf = (since: DelayCount['since'], instants: readonly Date[]) => {
    const counts = new Map<number, number>()
    for (const at of instants) {
      const bin = delayBinOf((now.getTime() - at.getTime()) / 1000)
      counts.set(bin, (counts.get(bin) ?? 0) + 1)
    }
    return [...counts].sort(([one], [other]) => one - other).map(([bin, n]) => ({ since, bin, n }))
  }
  return [
    ...histogramOf(
      'last_answer',
      begins.map(({ lastAnswerAt }) => lastAnswerAt),
    ),
    ...histogramOf(
      'first_failure',
      begins.map(({ firstFailureAt }) => firstFailureAt),
    ),
  ]
}

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
