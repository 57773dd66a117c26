import { countEcosystem, findReport, recordReport } from '../../store/accuracy/ecosystem'
import type { Database } from '../../store/database'
import { withLease } from '../with-lease'

/** A report may be so many minutes old before another is made: counting goes over the whole catalog. */
export const REPORT_EVERY_MINUTES = 5

/** While a catalog has fewer tools it is counted in a blink, and changes much within minutes: then every minute. */
const SMALL_CATALOG_TOOLS = 20_000

/** Makes the ecosystem report anew where the stored one has grown old; one process at a time. */
export async function refreshReport(db: Database, clock: () => Date): Promise<{ made: boolean }> {
  if (!(await isDue(db, clock()))) return { made: false }
  const made = await withLease(db, clock, 'report', async () => {
    const now = clock()
    // Asked again: another process may have made it while the lease was waited for.
    if (!(await isDue(db, now))) return false
    await recordReport(db, await countEcosystem(db, now), now)
    return true
  })
  return { made: made === true }
}

async function isDue(db: Database, now: Date): Promise<boolean> {
  const last = await findReport(db)
  if (last === undefined) return true
  const everyMinutes = last.facts.tools < SMALL_CATALOG_TOOLS ? 1 : REPORT_EVERY_MINUTES
  // Half a minute early: a timer that comes by every minute is a moment early every other time.
  return now.getTime() >= last.builtAt.getTime() + (everyMinutes - 0.5) * 60_000
}
