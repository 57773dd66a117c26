import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'

/** The newest published leaf of the log that names a subject. */
export interface NewestLeaf {
  index: number
  /** Its leaf hash, in hexadecimal. */
  hash: string
}

/** The newest published leaves of these subjects, by their ids; those that no leaf names are left out. */
export async function listNewestLeaves(db: Database, ids: readonly string[]): Promise<Map<string, NewestLeaf>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<{ id: string; index: string; hash: string }>(
    db,
    sql`SELECT given.id, leaf.index, leaf.hash FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS given(id),
      LATERAL (SELECT index, encode(hash, 'hex') AS hash FROM log_leaves
        WHERE subject = given.id AND entry IS NULL ORDER BY index DESC LIMIT 1) AS leaf`,
  )
  return new Map(rows.map(({ id, index, hash }) => [id, { index: Number(index), hash }]))
}
