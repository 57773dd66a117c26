import type { Database } from '../store/database'
import { renewClaims } from '../store/evidence/schedule'

/** Renewed while the run lasts. */
export const LEASE_SECONDS = 45
/**
 * By the clock of the job: one renewal may fail, and the servers of a killed process are claimed again within a minute.
 */
const RENEW_AFTER_MS = (LEASE_SECONDS / 3) * 1000
const RENEWAL_CHECKED_EVERY_MS = 250

/** Renews the claims of a lease by this clock until the returned function is called. */
export function keepRenewing(db: Database, leaseId: string, clock: () => Date): () => void {
  let renewedAt = 0
  const renew = () => {
    const now = clock()
    if (Math.abs(now.getTime() - renewedAt) < RENEW_AFTER_MS) return
    renewedAt = now.getTime()
    // One that fails is ignored: the next comes in time, and completing a claim checks the lease.
    renewClaims(db, leaseId, LEASE_SECONDS, now).catch(() => undefined)
  }
  const renewing = setInterval(renew, RENEWAL_CHECKED_EVERY_MS).unref()
  return () => clearInterval(renewing)
}
