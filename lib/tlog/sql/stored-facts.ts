import type { Leaf } from 'assay-verify/leaves/leaf'
import { inArray, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import { tlogQueue } from '../../store/outbox/outbox-schema'

/** A row of the queue. */
export interface StoredFact {
  key: number
  /** As it was queued: anything, where something else wrote it. */
  fact: Leaf
  identity: string | null
  signature: string | null
}

/** The oldest rows of the queue, in order. */
export async function listQueued(tx: Database, limit: number): Promise<StoredFact[]> {
  const { key, fact, identity, signature } = tlogQueue
  return tx.select({ key, fact, identity, signature }).from(tlogQueue).orderBy(key).limit(limit)
}

/** Deletes rows of the queue that are numbered or refused now. */
export async function deleteQueued(tx: Database, keys: readonly number[]): Promise<void> {
  if (keys.length > 0) await tx.delete(tlogQueue).where(inArray(tlogQueue.key, [...keys]))
}

/**
 * How many facts wait, and for how long the oldest has waited, in seconds by the clock of the database; 0 where none
 * does.
 */
export async function measureQueue(db: Database): Promise<{ queued: number; waitingSeconds: number }> {
  const [row] = await rowsOf<{ queued: number; seconds: number }>(
    db,
    sql`SELECT (SELECT count(*)::int FROM log_queue) AS queued,
      coalesce((SELECT greatest(0, extract(epoch FROM clock_timestamp() - queued_at)) FROM log_queue ORDER BY key LIMIT 1), 0)::float8 AS seconds`,
  )
  return { queued: row?.queued ?? 0, waitingSeconds: row?.seconds ?? 0 }
}
