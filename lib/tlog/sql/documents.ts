import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import type { Fact } from '../../store/outbox/fact'
import { IS_RECORDING } from '../../store/outbox/queue'
import { logDocuments } from './tlog-schema'

/** What a digest of a fact stands for. */
export interface LogDocument {
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
