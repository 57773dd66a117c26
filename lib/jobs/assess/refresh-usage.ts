import { HOUR_MS } from 'assay-verify/duration'
import { USAGE_WINDOW_HOURS } from 'assay-verify/score/network-votes'
import { summarizeUsage } from 'assay-verify/score/recent-use'
import { withUsage } from 'assay-verify/score/tool-facts'

import { rateServers } from '../../monitor/assess-servers'
import { sumSteps } from '../../store/chunks'
import type { Database } from '../../store/database'
import { getServerStatesForUpdate } from '../../store/evidence/evidence'
import { listReportedLatencies } from '../../store/outcomes/outcome-latencies'
import { claimDueUsage, listUsage, postponeUsage } from '../../store/outcomes/outcomes'
import { recordPublishedVerdicts } from '../../store/outcomes/published-verdicts'
import { listServerKeysOf, noteChangedRatings } from '../../store/ratings/ratings'
import { changeToolFacts } from '../../store/ratings/tool-facts'

/** Subjects of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 20

/**
 * Time after which a subject is summed up again without new outcomes: their weight fades, and outcomes that arrived
 * late are included.
 */
const FADE_MS = HOUR_MS

/**
 * Sums up the outcomes of every subject that has new ones, or was last summed up an hour ago, and updates its ratings.
 * What comes in while a run goes on is for the next one: else no run would end as long as outcomes keep coming in.
 * A run that is killed leaves whole subjects undone; they stay due.
 */
export async function refreshUsage(db: Database, clock: () => Date): Promise<{ subjects: number; ratings: number }> {
  let dueBy: Date | undefined
  return sumSteps({ subjects: 0, ratings: 0 }, () => {
    const now = clock()
    dueBy ??= now
    const due = dueBy
    return db.transaction((tx) => refreshSome(tx, due, now))
  })
}

async function refreshSome(
  tx: Database,
  dueBy: Date,
  now: Date,
): Promise<{ subjects: number; ratings: number } | null> {
  const ids = await claimDueUsage(tx, CHUNK, dueBy)
  if (ids.length === 0) return null
  const serverKeys = await listServerKeysOf(tx, ids)
  // Recording probe results takes the same lock: both write subjects.
  await getServerStatesForUpdate(tx, serverKeys)
  // Before ratings change: these are what callers could read when they reported.
  await recordPublishedVerdicts(tx, ids, now)
  const since = new Date(now.getTime() - USAGE_WINDOW_HOURS * HOUR_MS)
  const usage = await listUsage(tx, ids, since, now)
  const latencies = await listReportedLatencies(tx, ids, since)
  const summaries = new Map(ids.map((id) => [id, summarizeUsage(usage.get(id) ?? [], now, latencies.get(id))]))
  const changed = await changeToolFacts(tx, ids, (facts, id) => withUsage(facts, summaries.get(id) ?? null))
  const ratings = await rateServers(tx, serverKeys, now)
  if (changed.length > 0) await noteChangedRatings(tx, serverKeys)
  const unused = ids.filter((id) => summaries.get(id) === null)
  const used = ids.filter((id) => !unused.includes(id))
  await postponeUsage(tx, used, new Date(now.getTime() + FADE_MS))
  await postponeUsage(tx, unused, null)
  return { subjects: ids.length, ratings }
}
