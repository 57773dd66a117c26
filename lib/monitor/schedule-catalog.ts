import type { Targeting } from '../core/catalog/probe-target'
import type { ProbeBudget } from '../core/evidence/probe-budget'
import type { Database } from '../store/database'
import { type SchedulingScope, scheduleServers } from '../store/evidence/scheduled-targets'

/** Servers of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 500

/**
 * Schedules the servers of the scope chunk by chunk; a run that is stopped or killed leaves the rest to the next.
 * Resolves to the number of servers.
 */
export async function scheduleCatalog(
  db: Database,
  targeting: Targeting,
  scope: SchedulingScope,
  budget: ProbeBudget | undefined,
  clock: () => Date,
  signal: AbortSignal,
): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const scheduled = await scheduleServers(db, targeting, scope, CHUNK, clock(), budget)
    total += scheduled
    if (scheduled < CHUNK) break
  }
  return total
}
