import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'

/** A published leaf about what a server declares. */
export interface DeclarationLeaf {
  index: number
  at: Date
}

/**
 * The newest published leaves that name these digests for these servers, by server; servers without one are left out.
 */
export async function listDeclarationLeaves(
  db: Database,
  declared: readonly { serverId: string; digest: string }[],
): Promise<Map<string, DeclarationLeaf>> {
  if (declared.length === 0) return new Map()
  const rows = await rowsOf<{ id: string; index: number; ms: number }>(
    db,
    sql`SELECT given."serverId" AS id, leaf.index::float8 AS index, (extract(epoch FROM leaf.at) * 1000)::float8 AS ms
      FROM json_to_recordset(${JSON.stringify(declared)}::json) AS given("serverId" text, digest text), LATERAL (
        SELECT index, at FROM log_leaves WHERE subject = given."serverId" AND kind = 'declarations' AND log_leaves.digest = given.digest
          AND index < (SELECT published FROM log_state) ORDER BY index DESC LIMIT 1) AS leaf`,
  )
  return new Map(rows.map(({ id, index, ms }) => [id, { index, at: new Date(ms) }]))
}
