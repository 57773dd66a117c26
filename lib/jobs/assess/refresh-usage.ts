import { HOUR_MS } from '../../core/duration'
import { summarizeUsage } from '../../core/score/recent-use'
import { withUsage } from '../../core/score/tool-facts'
import { USAGE_WINDOW_HOURS } from '../../core/score/usage'
import { rateServers } from '../../monitor/assess-servers'
import { sumSteps } from '../../store/chunks'
import type { Database } from '../../store/database'
import { listStandingsForUpdate } from '../../store/evidence/evidence'
import { claimDueUsage, listUsage, postponeUsage } from '../../store/outcomes/outcomes'
import { listServerKeysOf, noteChangedRatings } from '../../store/ratings/ratings'
import { changeToolFacts } from '../../store/ratings/tool-facts'

/** Subjects of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 20

/** Time after which a subject is summed up again though nobody told anything new: what was told fades, and lateness is mended. */
const FADE_MS = HOUR_MS

/**
 * Sums up what real use says of every subject that outcomes came for, or whose have faded for an hour, and rates them by it. A run that is killed
 * leaves whole subjects undone, which stay due.
 */
export async function refreshUsage(db: Database, clock: () => Date): Promise<{ subjects: number; ratings: number }> {
  return sumSteps({ subjects: 0, ratings: 0 }, () => db.transaction((tx) => refreshSome(tx, clock())))
}

async function refreshSome(tx: Database, now: Date): Promise<{ subjects: number; ratings: number } | null> {
  const ids = await claimDueUsage(tx, CHUNK, now)
  if (ids.length === 0) return null
  const serverKeys = await listServerKeysOf(tx, ids)
  // The lock that a commit of looks takes too: both write subjects.
  await listStandingsForUpdate(tx, serverKeys)
  const told = await listUsage(tx, ids, new Date(now.getTime() - USAGE_WINDOW_HOURS * HOUR_MS), now)
  const summaries = new Map(ids.map((id) => [id, summarizeUsage(told.get(id) ?? [], now)]))
  const changed = await changeToolFacts(tx, ids, (facts, id) => withUsage(facts, summaries.get(id) ?? null))
  const ratings = await rateServers(
    tx,
    serverKeys.map((serverKey) => ({ serverKey })),
    now,
  )
  if (changed.length > 0) await noteChangedRatings(tx, serverKeys)
  const silent = ids.filter((id) => summaries.get(id) === null)
  const spokenOf = ids.filter((id) => !silent.includes(id))
  await postponeUsage(tx, spokenOf, new Date(now.getTime() + FADE_MS))
  await postponeUsage(tx, silent, null)
  return { subjects: ids.length, ratings }
}
