import { eq, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { sourceStates } from './catalog-schema'

export interface SourceState {
  name: string
  since: string | null
  failures: number
}

/** Claims a source for one run if it is due and nobody else has it; undefined otherwise. */
export async function claimSource(
  db: Database,
  name: string,
  leaseSeconds: number,
  now: Date,
): Promise<SourceState | undefined> {
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000).toISOString()
  const [row] = await rowsOf<SourceState>(
    db,
    sql`INSERT INTO source_states (name, next_run_at, lease_until) VALUES (${name}, ${now.toISOString()}, ${leaseUntil})
      ON CONFLICT (name) DO UPDATE SET lease_until = excluded.lease_until
      WHERE source_states.next_run_at <= ${now.toISOString()} AND (source_states.lease_until IS NULL OR source_states.lease_until <= ${now.toISOString()})
      RETURNING name, since, failures`,
  )
  return row
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
