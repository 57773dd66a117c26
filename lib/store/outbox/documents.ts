import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import type { Fact } from './fact'
import { IS_RECORDING } from './queue'

/** What a digest of a fact stands for. */
export interface TlogDocument {
  digest: string
  kind: Fact['kind']
  /** Canonical JSON. */
  body: string
  /** null: for ever. */
  keptUntil: Date | null
}

/**
 * Keeps documents that digests stand for; one that is known is kept for the longer of both times. One statement;
 * nothing without an open log.
 */
export async function recordDocuments(tx: Database, documents: readonly TlogDocument[]): Promise<void> {
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

/** Deletes documents of the log that are kept no longer, but none of what a server declares now; answers how many. */
export async function deleteExpiredDocuments(db: Database, now: Date): Promise<number> {
  const gone = await rowsOf(
    db,
    sql`DELETE FROM log_documents WHERE kept_until < ${now.toISOString()}
      AND NOT EXISTS (SELECT FROM log_declared WHERE log_declared.digest = log_documents.digest) RETURNING digest`,
  )
  return gone.length
}
