import { canonicalJson } from 'assay-verify/canonical-json'
import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { digestOfJson } from 'assay-verify/leaves/leaf'
import { scoreInputLine } from 'assay-verify/leaves/score-input-line'
import { mapInTurns, pagesByKey } from '../../store/chunks'
import { queueFacts } from '../../store/outbox/queue'
import { recordDocuments } from '../sql/documents'
import { listScoreInputs, type ScoreInputRow } from '../sql/score-input-rows'
import { findLogState, updateLogState } from '../sql/state'
import type { LogJob } from './write-log'

/** Lines of one document, some 130 bytes each. */
const LINES_OF_PART = 10_000
/** Servers of one statement. */
const PAGE = 500

/**
 * After each hour, queues what the scores of all servers are computed from by then, as a document with a line for each
 * server, so that a latency, a count of probes or a use that an attested score states can be compared. Hours in which
 * this did not run have none. Answers how many lines.
 */
export async function queueScoreInputs({ db, documentDays }: Pick<LogJob, 'db' | 'documentDays'>, now: Date) {
  const state = await findLogState(db)
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS)
  if (state === undefined || !state.recording || (state.inputsFrom !== null && hour < state.inputsFrom)) return 0
  const keptUntil = new Date(now.getTime() + documentDays * DAY_MS)
  const queuePart = async (part: number, lines: readonly string[]) => {
    // Canonical JSON, put together of lines that are.
    const body = `{"hour":${JSON.stringify(hour.toISOString())},"lines":[${lines.join(',')}],"part":${part}}`
    const digest = digestOfJson(body)
    const of = { hour: hour.toISOString(), part, count: lines.length, digest }
    const fact = { kind: 'score_inputs', at: now.toISOString(), ...of } as const
    await db.transaction(async (tx) => {
      await recordDocuments(tx, [{ digest, kind: 'score_inputs', body, keptUntil }])
      await queueFacts(tx, [{ fact, identity: `score_inputs ${of.hour} ${part}` }], now)
    })
  }
  let [part, count] = [0, 0]
  let lines: string[] = []
  const list = (after: number, size: number) => listScoreInputs(db, after, size)
  for await (const page of pagesByKey(0, PAGE, list, ({ serverKey }: ScoreInputRow) => serverKey)) {
    lines.push(...(await mapInTurns(page, lineOf)))
    count += page.length
    if (lines.length < LINES_OF_PART) continue
    await queuePart(part, lines)
    part += 1
    lines = []
  }
  if (lines.length > 0) await queuePart(part, lines)
  await updateLogState(db, { inputsFrom: new Date(hour.getTime() + HOUR_MS) })
  return count
}

function lineOf({ serverId, facts, usages }: ScoreInputRow): string {
  return canonicalJson(scoreInputLine(serverId, facts, usages))
}
