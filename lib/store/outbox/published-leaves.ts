import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'

/** A leaf under the newest checkpoint of the log. */
export interface PublishedLeaf {
  index: number
  /** Its leaf hash, in hexadecimal. */
  hash: string
  at: Date
}

/** What a leaf is about. */
interface Named {
  /** The id of a server or a tool. */
  subject: string
  /** Only leaves about what it declares with this digest; left out: leaves of every kind. */
  declared?: string
}

/** The newest published leaf of each of these, by subject; those that no leaf names are left out. */
export async function listPublishedLeaves(db: Database, named: readonly Named[]): Promise<Map<string, PublishedLeaf>> {
  if (named.length === 0) return new Map()
  const rows = await rowsOf<{ subject: string; index: number; hash: string; ms: number }>(
    db,
    sql`SELECT given.subject, leaf.index::float8 AS index, encode(leaf.hash, 'hex') AS hash,
        (extract(epoch FROM leaf.at) * 1000)::float8 AS ms
      FROM json_to_recordset(${JSON.stringify(named)}::json) AS given(subject text, declared text), LATERAL (
        SELECT index, hash, at FROM log_leaves
        WHERE log_leaves.subject = given.subject AND entry IS NULL
          AND (given.declared IS NULL OR kind = 'declarations' AND digest = given.declared)
        ORDER BY index DESC LIMIT 1) AS leaf`,
  )
  return new Map(rows.map(({ subject, index, hash, ms }) => [subject, { index, hash, at: new Date(ms) }]))
}
