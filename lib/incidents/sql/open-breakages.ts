import { grouped } from 'assay-verify/grouped'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { breakages } from '../../store/breakages/breakages-schema'
import { servers } from '../../store/catalog/catalog-schema'
import { type Database, rowsOf } from '../../store/database'

/**
 * A breakage with its server; `closedAt` null: it is open. `isUnsafe`: whether a text of its server counts as unsafe
 * now.
 */
export type ListedBreakage = Awaited<ReturnType<typeof listOpenBreakages>>[number]

/** The columns of a listed breakage. */
export const BREAKAGE_FIELDS = {
  key: breakages.key,
  serverKey: breakages.serverKey,
  serverId: servers.id,
  serverTitle: servers.title,
  toolId: breakages.toolId,
  kind: breakages.kind,
  severity: breakages.severity,
  openedAt: breakages.openedAt,
  lastSeenAt: breakages.lastSeenAt,
  closedAt: breakages.closedAt,
  evidence: breakages.evidence,
  incidentKey: breakages.incidentKey,
  times: breakages.times,
  tools: breakages.tools,
  isUnsafe: servers.unsafe,
}

/** Open breakages, newest first. */
export async function listOpenBreakages(db: Database, limit: number) {
  return db
    .select(BREAKAGE_FIELDS)
    .from(breakages)
    .innerJoin(servers, eq(servers.key, breakages.serverKey))
    .where(isNull(breakages.closedAt))
    .orderBy(desc(breakages.openedAt), desc(breakages.key))
    .limit(limit)
}

/** The tools that a breakage of a whole server affects, by server, in the order of ids, at most `each` of them. */
export async function listToolIdsOfServers(
  db: Database,
  serverKeys: readonly number[],
  each: number,
): Promise<Map<number, string[]>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await rowsOf<{ server_key: number; id: string }>(
    db,
    sql`SELECT server_key, id FROM (
      SELECT server_key, id, row_number() OVER (PARTITION BY server_key ORDER BY id) AS nth
      FROM subjects WHERE server_key IN ${[...serverKeys]} AND kind = 'tool' AND removed_at IS NULL
    ) AS ranked WHERE nth <= ${each} ORDER BY server_key, nth`,
  )
  return grouped(rows.map((row) => [row.server_key, row.id]))
}
