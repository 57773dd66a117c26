import { randomUUID } from 'node:crypto'
import type { Database } from '../store/database'
import { claimLease, keepRenewing, LEASE_SECONDS, type Lease, releaseLease, renewLease } from '../store/leases'

/** Does the work under a lease that is renewed until it ends; undefined when another process holds the lease. */
export async function withLease<Result>(
  db: Database,
  clock: () => Date,
  name: string,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const lease = { name, holder: randomUUID() }
  if (!(await claimLease(db, lease, LEASE_SECONDS, clock()))) return undefined
  const stopRenewing = keepRenewing((now) => renewLease(db, lease, LEASE_SECONDS, now), clock)
  try {
    return await work(lease)
  } finally {
    stopRenewing()
    await releaseLease(db, lease)
  }
}
