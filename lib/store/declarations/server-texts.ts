import { and, eq, isNull, sql } from 'drizzle-orm'
import { type FlaggedText, sortedFlags } from '../../core/declarations/declarations'
import { TEXT_FLAG_NAMES, type TextFlag } from '../../core/text/text-flags'
import { servers, tools } from '../catalog/catalog-schema'
import { type Database, rowsOf } from '../database'
import { serverTexts } from './declarations-schema'

/** Keys of servers whose texts changed since they were measured, in order. */
export async function listUnmeasuredServers(db: Database, limit: number): Promise<number[]> {
  const rows = await rowsOf<{ key: number }>(
    db,
    sql`(SELECT servers.key FROM servers LEFT JOIN server_texts ON server_texts.server_key = servers.key
        WHERE server_texts.content_hash IS DISTINCT FROM servers.content_hash ORDER BY servers.key LIMIT ${limit})
      UNION
      (SELECT DISTINCT server_key FROM tools WHERE tokens IS NULL AND removed_at IS NULL ORDER BY server_key LIMIT ${limit})
      ORDER BY 1 LIMIT ${limit}`,
  )
  return rows.map(({ key }) => key)
}

/** The texts of a server and of the tools it lists; undefined: it is gone. */
export async function findServerTexts(db: Database, serverKey: number) {
  const [server] = await db
    .select({ contentHash: servers.contentHash, description: servers.description })
    .from(servers)
    .where(eq(servers.key, serverKey))
  if (server === undefined) return undefined
  const { id, name, title, description, inputSchema, tokens, contentHash } = tools
  const listed = await db
    .select({ id, name, title, description, inputSchema, tokens, contentHash })
    .from(tools)
    .where(and(eq(tools.serverKey, serverKey), isNull(tools.removedAt)))
    .orderBy(id)
  return { ...server, tools: listed }
}

export interface MeasuredTexts extends Omit<typeof serverTexts.$inferInsert, 'serverKey'> {
  serverKey: number
  /** Tools counted anew, and the content that was counted: one that changed meanwhile is counted again. */
  counted: readonly { id: string; contentHash: string; tokens: number }[]
}

export async function recordServerTexts(db: Database, { counted, ...row }: MeasuredTexts): Promise<void> {
  const { serverKey: _serverKey, ...set } = row
  await db.transaction(async (tx) => {
    if (counted.length > 0) {
      await tx.execute(sql`
        UPDATE tools SET tokens = given.tokens
        FROM json_to_recordset(${JSON.stringify(counted)}::json) AS given(id text, "contentHash" text, tokens integer)
        WHERE tools.id = given.id AND tools.content_hash = given."contentHash"`)
    }
    await tx.insert(serverTexts).values(row).onConflictDoUpdate({ target: serverTexts.serverKey, set })
  })
}

/** What was measured of a server's texts; undefined: nothing yet. */
export async function findMeasuredTexts(db: Database, serverKey: number) {
  const [row] = await db.select().from(serverTexts).where(eq(serverTexts.serverKey, serverKey))
  return row
}

/** The flags of a server: of its stored texts, and of what it sent to a probe itself. */
export function flagsOf(
  measured: readonly FlaggedText[] | undefined,
  declared: readonly FlaggedText[] | undefined,
): FlaggedText[] {
  return sortedFlags([...(measured ?? []), ...(declared ?? [])])
}

/** How many tokens each listed tool of a server takes, the most first. */
export async function listToolTokens(db: Database, serverKey: number, limit: number) {
  return db
    .select({ toolId: tools.id, tokens: tools.tokens })
    .from(tools)
    .where(and(eq(tools.serverKey, serverKey), isNull(tools.removedAt)))
    .orderBy(sql`${tools.tokens} DESC NULLS LAST`, tools.id)
    .limit(limit)
}

/** How many servers have each flag, of how many whose texts were read; deleted ones are left out. */
export async function countFlags(db: Database): Promise<{ servers: number; flagged: Record<TextFlag, number> }> {
  const [all] = await rowsOf<{ servers: number }>(
    db,
    sql`SELECT count(*)::int AS servers FROM server_texts JOIN servers ON servers.key = server_key WHERE lifecycle <> 'deleted'`,
  )
  const rows = await rowsOf<{ flag: TextFlag; servers: number }>(
    db,
    sql`SELECT flag, count(DISTINCT server_key)::int AS servers FROM (
        SELECT server_key, entry ->> 'flag' AS flag FROM server_texts, json_array_elements(flags) AS entry
        UNION ALL
        SELECT server_key, entry ->> 'flag' FROM server_declarations, json_array_elements(declared -> 'flags') AS entry
      ) AS found JOIN servers ON servers.key = server_key WHERE lifecycle <> 'deleted' GROUP BY flag`,
  )
  const countOf = (flag: TextFlag) => rows.find((row) => row.flag === flag)?.servers ?? 0
  return {
    servers: all?.servers ?? 0,
    flagged: Object.fromEntries(TEXT_FLAG_NAMES.map((flag) => [flag, countOf(flag)])) as Record<TextFlag, number>,
  }
}
