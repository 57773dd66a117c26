import { ACCURACY_WINDOW_DAYS } from 'assay-verify/accuracy/forecast-accuracy'
import { canonicalJson } from 'assay-verify/canonical-json'
import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import type { AccuracyDays } from 'assay-verify/leaves/accuracy-days'
import { digestOfJson } from 'assay-verify/leaves/leaf'
import { scoreInputLine } from 'assay-verify/leaves/score-input-line'
import { readAccuracyDays } from '../../store/accuracy/accuracy-days'
import { mapInTurns, pagesByKey } from '../../store/chunks'
import type { Database } from '../../store/database'
import { recordDocuments } from '../../store/outbox/documents'
import { queueFacts } from '../../store/outbox/queue'
import { findTlogState, updateTlogState } from '../sql/state'
import { listScoreInputs, type StoredScoreInputs } from '../sql/stored-score-inputs'
import type { TlogJob } from './write-tlog'

/** Lines of one document, some 130 bytes each. */
const LINES_OF_PART = 10_000
/** Servers of one statement. */
const PAGE = 500

/** A batch of probes counts on the day of its beginning, and clocks of processes may differ. */
const COUNTED_LATE_MS = HOUR_MS

/**
 * After each hour, queues what the scores of all servers are computed from by then, as a document with a line for each
 * server, so that a latency, a count of probes or a use that an attested score states can be compared; the first part
 * has what was counted of accuracy, too. Hours in which this did not run have none. Answers how many lines.
 */
export async function queueScoreInputs({ db, documentDays }: Pick<TlogJob, 'db' | 'documentDays'>, now: Date) {
  const state = await findTlogState(db)
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS)
  if (state === undefined || !state.recording || (state.inputsFrom !== null && hour < state.inputsFrom)) return 0
  const keptUntil = new Date(now.getTime() + documentDays * DAY_MS)
  const accuracy = await accuracyDays(db, state.accuracyFrom, now)
  const queuePart = async (part: number, lines: readonly string[]) => {
    // Canonical JSON, put together of lines that are.
    const counts = part === 0 ? `"accuracy":${canonicalJson(accuracy)},` : ''
    const body = `{${counts}"hour":${JSON.stringify(hour.toISOString())},"lines":[${lines.join(',')}],"part":${part}}`
    const digest = digestOfJson(body)
    const of = { hour: hour.toISOString(), part, count: lines.length, digest }
    const fact = { kind: 'score_inputs', at: now.toISOString(), ...of } as const
    await db.transaction(async (tx) => {
      await recordDocuments(tx, [{ digest, kind: 'score_inputs', body, keptUntil }])
      await queueFacts(tx, [{ fact, identity: `score_inputs ${of.hour} ${part}` }], now)
      if (part === 0) await updateTlogState(tx, { accuracyFrom: accuracy.openFrom })
    })
  }
  let [part, count] = [0, 0]
  let lines: string[] = []
  const list = (after: number, size: number) => listScoreInputs(db, after, size)
  for await (const page of pagesByKey(0, PAGE, list, ({ serverKey }: StoredScoreInputs) => serverKey)) {
    lines.push(...(await mapInTurns(page, lineOf)))
    count += page.length
    if (lines.length < LINES_OF_PART) continue
    await queuePart(part, lines)
    part += 1
    lines = []
  }
  if (lines.length > 0) await queuePart(part, lines)
  await updateTlogState(db, { inputsFrom: new Date(hour.getTime() + HOUR_MS) })
  return count
}

/**
 * What was counted of accuracy since `known`, the first day that the document before did not have as it stays; null:
 * there is none, and this has all days that a report adds up.
 */
async function accuracyDays(db: Database, known: string | null, now: Date): Promise<AccuracyDays> {
  const from = known ?? dayOf(now.getTime() - ACCURACY_WINDOW_DAYS * DAY_MS)
  const { days, oldestPending } = await readAccuracyDays(db, from)
  const counted = dayOf(now.getTime() - COUNTED_LATE_MS)
  const open = oldestPending !== null && oldestPending < counted ? oldestPending : counted
  return { from, openFrom: open > from ? open : from, days }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function lineOf({ serverId, facts, usages }: StoredScoreInputs): string {
  return canonicalJson(scoreInputLine(serverId, facts, usages))
}
