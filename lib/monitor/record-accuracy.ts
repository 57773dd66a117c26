import { type DelayCount, delayBinOf } from 'assay-verify/accuracy/verdict-figures'
import { HOUR_MS } from 'assay-verify/duration'
import { VERDICTS } from 'assay-verify/verdict'
import { type ChangeFindings, changeFindings } from '../core/accuracy/verdict-accuracy'
import type { Assessment } from '../core/verdict/assessment'
import {
  addDetectionDelays,
  addVerdictTallies,
  listOutageBegins,
  listVerdictChanges,
  recordVerdictChanges,
} from '../store/accuracy/verdict-accuracy'
import type { Database } from '../store/database'

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
