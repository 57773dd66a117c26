import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { sourceStates } from './catalog-schema'

export interface SourceState {
  name: string
  since: string | null
  failures: number
  /** When a run succeeded last, epoch ms; null: none did. */
  succeededAt: number | null
}

/**
 * Claims a source for one run if it is due and nobody else has it; undefined otherwise. A source that is due later than
 * two intervals from now, and a claim that lasts more than twice `leaseSeconds`, were written by a clock that was
 * ahead.
 */
export async function claimSource(
  db: Database,
  name: string,
  { leaseSeconds, intervalMs }: { leaseSeconds: number; intervalMs: number },
  now: Date,
): Promise<SourceState | undefined> {
  const at = now.toISOString()
  const latestRun = new Date(now.getTime() + 2 * intervalMs).toISOString()
  const latestLease = new Date(now.getTime() + 2 * leaseSeconds * 1000).toISOString()
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString()
  const [row] = await rowsOf<SourceState>(
    db,
    sql`INSERT INTO source_states (name, next_run_at, lease_until) VALUES (${name}, ${at}, ${leaseUntil})
      ON CONFLICT (name) DO UPDATE SET lease_until = excluded.lease_until
      WHERE (source_states.next_run_at <= ${at} OR source_states.next_run_at > ${latestRun})
        AND (source_states.lease_until IS NULL OR source_states.lease_until <= ${at} OR source_states.lease_until > ${latestLease})
      RETURNING name, since, failures, (extract(epoch FROM last_success_at) * 1000)::float8 AS "succeededAt"`,
  )
  return row
}

/** Extends the claim of a run that is under way. */
export async function renewSourceClaim(db: Database, name: string, leaseSeconds: number, now: Date): Promise<void> {
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000)
  await db
    .update(sourceStates)
    .set({ leaseUntil })
    .where(and(eq(sourceStates.name, name), isNotNull(sourceStates.leaseUntil)))
}

export async function recordSourceSuccess(
  db: Database,
  name: string,
  since: string | null,
  nextRunAt: Date,
  now: Date,
): Promise<void> {
  await db
    .update(sourceStates)
    .set({ since, lastSuccessAt: now, failures: 0, nextRunAt, leaseUntil: null, message: null })
    .where(eq(sourceStates.name, name))
}

export async function recordSourceFailure(db: Database, name: string, message: string, nextRunAt: Date): Promise<void> {
  await db
    .update(sourceStates)
    .set({ failures: sql`${sourceStates.failures} + 1`, nextRunAt, leaseUntil: null, message })
    .where(eq(sourceStates.name, name))
}
