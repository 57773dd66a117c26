import { and, eq, sql } from 'drizzle-orm'
import { type Database, rowsOf } from './database'
import { leases } from './leases-schema'

/** How long a lease lasts unless it is renewed: the work of a killed process is taken over within a minute. */
export const LEASE_SECONDS = 45
/** By the clock that wrote the lease: one renewal may fail. */
const RENEW_AFTER_MS = (LEASE_SECONDS / 3) * 1000
const RENEWAL_CHECKED_EVERY_MS = 250

/**
 * Calls `renew` in time by this clock until the returned function is called. One that fails is ignored: the next comes
 * in time, and recording the work checks the lease.
 */
export function keepRenewing(renew: (now: Date) => Promise<unknown>, clock: () => Date): () => void {
  let renewedAt = clock().getTime()
  const renewing = setInterval(() => {
    const now = clock()
    if (Math.abs(now.getTime() - renewedAt) < RENEW_AFTER_MS) return
    renewedAt = now.getTime()
    renew(now).catch(() => undefined)
  }, RENEWAL_CHECKED_EVERY_MS).unref()
  return () => clearInterval(renewing)
}

/** Work that one process at a time does. A holder that is killed loses the lease when it ends. */
export interface Lease {
  name: string
  /** Made up anew for each claim. */
  holder: string
}

/**
 * Claims the work for `seconds`; false when another holder has it. A lease that lasts more than twice as long from now
 * was written by a clock that was ahead.
 */
export async function claimLease(db: Database, { name, holder }: Lease, seconds: number, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + seconds * 1000).toISOString()
  const latest = new Date(now.getTime() + 2 * seconds * 1000).toISOString()
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`INSERT INTO leases (name, holder, lease_until) VALUES (${name}, ${holder}, ${until})
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until
      WHERE leases.lease_until <= ${now.toISOString()} OR leases.lease_until > ${latest}
      RETURNING name`,
  )
  return rows.length > 0
}

/** Extends a lease that the holder still has. */
export async function renewLease(db: Database, { name, holder }: Lease, seconds: number, now: Date): Promise<void> {
  const leaseUntil = new Date(now.getTime() + seconds * 1000)
  await db
    .update(leases)
    .set({ leaseUntil })
    .where(and(eq(leases.name, name), eq(leases.holder, holder)))
}

export async function releaseLease(db: Database, { name, holder }: Lease): Promise<void> {
  await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)))
}

/**
 * Whether the holder still has the lease. The row stays locked until the transaction ends, so nobody else can claim it.
 */
export async function holdsLease(tx: Database, { name, holder }: Lease): Promise<boolean> {
  const rows = await rowsOf<{ name: string }>(
    tx,
    sql`SELECT name FROM leases WHERE name = ${name} AND holder = ${holder} FOR UPDATE`,
  )
  return rows.length > 0
}
