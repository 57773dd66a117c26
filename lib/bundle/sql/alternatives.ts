import type { AlternativeFacts } from 'assay-decide/bundle'
import { sql } from 'drizzle-orm'
import { intList, textList } from '../../store/array-literal'
import { type Database, rowsOf } from '../../store/database'
import { type DatabaseInstant, readSettledUntil } from '../../store/search/search-documents'
import type { AlternativeChanges } from './alternatives-schema'

/** What the bundle has of the alternatives to a tool; ids of tools, the best first. */
export interface FoundAlternatives {
  toolId: string
  alternatives: { toolId: string; changes: AlternativeChanges }[]
}

/** A removed tool is what callers with an old listing call: it keeps its alternatives for a month. */
const HAS_ALTERNATIVES = sql.raw(
  `s.kind = 'tool' AND (s.listed OR s.removed_at > clock_timestamp() - interval '30 days')`,
)

/** Replaces what was recorded before. Tools that are no longer in the catalog are left out. */
export async function recordAlternatives(db: Database, found: readonly FoundAlternatives[]): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ toolId, alternatives: all }) => {
    const changes = JSON.stringify(all.map((one) => one.changes))
    return sql`(${toolId}::text, ${textList(all.map((one) => one.toolId))}, ${changes}::json)`
  })
  await db.execute(
    sql`INSERT INTO tool_alternatives AS t (tool_id, alternatives, changes)
      SELECT g.* FROM (VALUES ${sql.join(rows, sql`, `)}) AS g (tool_id, alternatives, changes)
      JOIN subjects s ON s.id = g.tool_id ORDER BY g.tool_id
      ON CONFLICT (tool_id) DO UPDATE SET alternatives = excluded.alternatives, changes = excluded.changes,
        changed_at = CASE WHEN t.alternatives = excluded.alternatives AND t.changes::text = excluded.changes::text
          THEN t.changed_at ELSE excluded.changed_at END`,
  )
}

/**
 * What can be called instead of the tools of these servers, by key of the server and name of the tool; at most three
 * each, the best first. What has none is left out, and so are alternatives that the catalog no longer lists.
 */
export async function listBundleAlternatives(
  db: Database,
  serverKeys: readonly number[],
): Promise<Map<number, Map<string, AlternativeFacts[]>>> {
  type Row = { key: number; name: string; serverId: string; tool: string; place: number; changes: AlternativeChanges[] }
  const rows = await rowsOf<Row>(
    db,
    sql`SELECT s.server_key AS key, s.name, v.id AS "serverId", o.name AS tool, a.place::int, t.changes
      FROM subjects s JOIN tool_alternatives t ON t.tool_id = s.id
      CROSS JOIN unnest(t.alternatives) WITH ORDINALITY AS a (id, place)
      JOIN subjects o ON o.id = a.id AND o.kind = 'tool' AND o.listed JOIN servers v ON v.key = o.server_key
      WHERE s.server_key = ANY(${intList(serverKeys)}) AND ${HAS_ALTERNATIVES}
      ORDER BY s.server_key, s.id, a.place`,
  )
  const byServer = new Map<number, Map<string, AlternativeFacts[]>>()
  for (const { key, name, serverId, tool, place, changes } of rows) {
    const tools = byServer.get(key) ?? new Map<string, AlternativeFacts[]>()
    byServer.set(key, tools)
    tools.set(name, [...(tools.get(name) ?? []), { serverId, tool, ...changes[place - 1] }])
  }
  return byServer
}

/**
 * Keys of the servers of which `listBundleAlternatives` may answer something else than at `since`, and the instant to
 * ask from the next time.
 */
export async function listAlternativesChangedSince(
  db: Database,
  since: DatabaseInstant,
): Promise<{ serverKeys: number[]; until: DatabaseInstant }> {
  const until = await readSettledUntil(db)
  const rows = await rowsOf<{ key: number }>(
    db,
    sql`SELECT s.server_key AS key FROM tool_alternatives t JOIN subjects s ON s.id = t.tool_id
      WHERE t.changed_at >= ${since}::timestamptz
      UNION SELECT s.server_key FROM tool_alternatives t JOIN subjects s ON s.id = t.tool_id
      WHERE t.alternatives && ARRAY(SELECT id FROM subjects WHERE kind = 'tool' AND words_changed_at >= ${since}::timestamptz)
      ORDER BY key`,
  )
  return { serverKeys: rows.map(({ key }) => key), until }
}
