import { countEcosystem, findReport, recordReport } from '../../store/accuracy/ecosystem'
import type { Database } from '../../store/database'
import { withLease } from '../with-lease'

/** Minutes between two reports: each counts the whole catalog. */
const REPORT_EVERY_MINUTES = 5

/** A smaller catalog is counted quickly and may change much within minutes: its report is made every minute. */
const SMALL_CATALOG_TOOLS = 20_000

/** Makes the ecosystem report again where the stored one is too old; one process at a time. */
export async function refreshReport(db: Database, clock: () => Date): Promise<{ made: boolean }> {
  if (!(await isDue(db, clock()))) return { made: false }
  const made = await withLease(db, clock, 'report', async () => {
    const now = clock()
    // Checked again: another process may have made it before this one got the lease.
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
  // Half a minute early: a timer of one minute may fire slightly before the minute is over.
  return now.getTime() >= last.builtAt.getTime() + (everyMinutes - 0.5) * 60_000
}
