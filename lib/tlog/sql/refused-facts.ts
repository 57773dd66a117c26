import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import type { StoredFact } from './stored-facts'

/** A row of the queue that is not logged. */
export interface RefusedFact extends Pick<StoredFact, 'fact' | 'identity' | 'signature'> {
  /** In words, for the operator. */
  reason: string
}

/** Keeps refused facts apart, as they were, until the operator deletes them; one statement. */
export async function recordRefused(tx: Database, refused: readonly RefusedFact[], now: Date): Promise<void> {
  if (refused.length === 0) return
  await tx.execute(sql`
    INSERT INTO log_refused (fact, identity, signature, reason, refused_at)
    SELECT given -> 'fact', given ->> 'identity', given ->> 'signature', given ->> 'reason', ${now.toISOString()}::timestamptz
    FROM json_array_elements(${JSON.stringify(refused)}::json) AS entries(given)`)
}

/** How many refused facts are kept. */
export async function countRefused(db: Database): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM log_refused`)
  return row?.count ?? 0
}
