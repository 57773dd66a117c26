import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'

/** Deletes documents of the log that are kept no longer, but none of what a server declares now; answers how many. */
export async function deleteExpiredDocuments(db: Database, now: Date): Promise<number> {
  const gone = await rowsOf(
    db,
    sql`DELETE FROM log_documents WHERE kept_until < ${now.toISOString()}
      AND NOT EXISTS (SELECT FROM log_declared WHERE log_declared.digest = log_documents.digest) RETURNING digest`,
  )
  return gone.length
}
