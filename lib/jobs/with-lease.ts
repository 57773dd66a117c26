import { randomUUID } from 'node:crypto'
import type { Database } from '../store/database'
import { claimLease, type Lease, releaseLease, renewLease } from '../store/leases'

/** The lease of a killed process ends after this: its work is taken over within a minute. */
export const LEASE_SECONDS = 45
const RENEW_EVERY_MS = (LEASE_SECONDS / 3) * 1000

/** Does the work under a lease that is renewed until it ends; undefined when another process holds the lease. */
export async function withLease<Result>(
  db: Database,
  clock: () => Date,
  name: string,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const lease = { name, holder: randomUUID() }
  if (!(await claimLease(db, lease, LEASE_SECONDS, clock()))) return undefined
  // A renewal that fails is ignored: recording the work checks the lease.
  const renew = () => void renewLease(db, lease, LEASE_SECONDS, clock()).catch(() => undefined)
  const renewing = setInterval(renew, RENEW_EVERY_MS).unref()
  try {
    return await work(lease)
  } finally {
    clearInterval(renewing)
    await releaseLease(db, lease)
  }
}
