import { randomUUID } from 'node:crypto'
import type { Database } from '../store/database'
import { claimLease, type Lease, releaseLease, renewLease } from '../store/leases'

/** A killed process's work is free again after this. */
export const LEASE_SECONDS = 60
const RENEW_EVERY_MS = (LEASE_SECONDS / 4) * 1000

/** Does the work while no other process does it; undefined when another has it. It is held for as long as the work goes on. */
export async function withLease<Result>(
  db: Database,
  clock: () => Date,
  name: string,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const lease = { name, holder: randomUUID() }
  if (!(await claimLease(db, lease, LEASE_SECONDS, clock()))) return undefined
  // A renewal that fails needs no answer: a lease that was lost is noticed when the work is to be recorded.
  const renew = () => void renewLease(db, lease, LEASE_SECONDS, clock()).catch(() => undefined)
  const renewing = setInterval(renew, RENEW_EVERY_MS).unref()
  try {
    return await work(lease)
  } finally {
    clearInterval(renewing)
    await releaseLease(db, lease)
  }
}
