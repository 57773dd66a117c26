import { canonicalJson } from 'assay-verify/canonical-json'
import { LEAF_VERSION, type Leaf } from 'assay-verify/leaves/leaf'
import { inArray, sql } from 'drizzle-orm'
import { logDocuments, logQueue, logState } from '../../tlog/sql/tlog-schema'
import { type Database, rowsOf } from '../database'
import type { Fact, LogDocument, QueuedFact } from './fact'
import { signatureOf } from './queue-key'

/** Whether facts are queued: a log was opened and its recording has not ended. */
const IS_RECORDING = sql`EXISTS (SELECT FROM ${logState} WHERE recording)`

/**
 * Queues facts for the log at `now`, signed by this process, in their order, in the transaction of what they state; one
 * statement. Without an open log nothing is queued. Of facts with an identity, those that are logged already are left
 * out.
 */
export async function queueFacts(tx: Database, facts: readonly (Fact | QueuedFact)[], now: Date): Promise<void> {
  if (facts.length === 0) return
  const form = { v: LEAF_VERSION, queuedAt: now.toISOString() }
  const given = facts.map((entry) => {
    const { fact, identity } = 'fact' in entry ? entry : { fact: entry, identity: undefined }
    const leaf = { ...fact, ...form }
    return { fact: leaf, identity, signature: signatureOf(canonicalJson(leaf), identity ?? null) }
  })
  await tx.execute(sql`
    INSERT INTO log_queue (fact, identity, signature)
    SELECT given -> 'fact', given ->> 'identity', given ->> 'signature'
    FROM json_array_elements(${JSON.stringify(given)}::json) WITH ORDINALITY AS entries(given, place)
    WHERE ${IS_RECORDING} AND (given ->> 'identity' IS NULL
      OR NOT EXISTS (SELECT FROM log_leaves WHERE log_leaves.identity = given ->> 'identity'))
    ORDER BY place`)
}

/**
 * Keeps documents that digests stand for; one that is known is kept for the longer of both times. One statement;
 * nothing without an open log.
 */
export async function recordDocuments(tx: Database, documents: readonly LogDocument[]): Promise<void> {
  const each = [...new Map(documents.map((document) => [document.digest, document])).values()]
  if (each.length === 0) return
  await tx.execute(sql`
    INSERT INTO log_documents (digest, kind, body, kept_until)
    SELECT digest, kind, body, "keptUntil"
    FROM json_to_recordset(${JSON.stringify(each)}::json) AS given(digest text, kind leaf_kind, body text, "keptUntil" timestamptz)
    WHERE ${IS_RECORDING} ORDER BY digest
    ON CONFLICT (digest) DO UPDATE SET kept_until = CASE
      WHEN log_documents.kept_until IS NULL OR excluded.kept_until IS NULL THEN NULL
      ELSE greatest(log_documents.kept_until, excluded.kept_until) END
    WHERE log_documents.kept_until IS DISTINCT FROM excluded.kept_until`)
}

/** A row of the queue. */
export interface QueueRow {
  key: number
  /** As it was queued: anything, where something else wrote it. */
  fact: Leaf
  identity: string | null
  signature: string | null
}

/** The oldest rows of the queue, in order. */
export async function listQueued(tx: Database, limit: number): Promise<QueueRow[]> {
  const { key, fact, identity, signature } = logQueue
  return tx.select({ key, fact, identity, signature }).from(logQueue).orderBy(key).limit(limit)
}

/** Deletes rows of the queue that are numbered or refused now. */
export async function deleteQueued(tx: Database, keys: readonly number[]): Promise<void> {
  if (keys.length > 0) await tx.delete(logQueue).where(inArray(logQueue.key, [...keys]))
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

/** The body of a document; undefined: it is not known. `expired`: it was known, and is kept no longer. */
export async function findDocument(db: Database, digest: string): Promise<string | 'expired' | undefined> {
  const [row] = await db
    .select({ body: logDocuments.body })
    .from(logDocuments)
    .where(sql`${logDocuments.digest} = ${digest}`)
  if (row !== undefined) return row.body
  const known = await rowsOf(db, sql`SELECT 1 FROM log_leaves WHERE digest = ${digest} LIMIT 1`)
  return known.length > 0 ? 'expired' : undefined
}

/** Deletes documents that are kept no longer, but none of what a server declares now; answers how many. */
export async function deleteExpiredDocuments(db: Database, now: Date): Promise<number> {
  const gone = await db
    .delete(logDocuments)
    .where(
      sql`${logDocuments.keptUntil} < ${now.toISOString()}
        AND NOT EXISTS (SELECT FROM log_declared WHERE log_declared.digest = ${logDocuments.digest})`,
    )
    .returning({ digest: logDocuments.digest })
  return gone.length
}
