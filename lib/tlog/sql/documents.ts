import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import { tlogDocuments } from './tlog-schema'

/** The body of a document; undefined: it is not known. `expired`: it was known, and is kept no longer. */
export async function findDocument(db: Database, digest: string): Promise<string | 'expired' | undefined> {
  const [row] = await db
    .select({ body: tlogDocuments.body })
    .from(tlogDocuments)
    .where(sql`${tlogDocuments.digest} = ${digest}`)
  if (row !== undefined) return row.body
  const known = await rowsOf(db, sql`SELECT 1 FROM log_leaves WHERE digest = ${digest} LIMIT 1`)
  return known.length > 0 ? 'expired' : undefined
}
