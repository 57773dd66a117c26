import type { CatalogTool } from 'assay-verify/catalog-tool'
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Declarations } from '../../core/declarations/declarations'
import { servers, tools } from '../../store/catalog/catalog-schema'
import { type Database, rowsOf } from '../../store/database'
import { serverDeclarations } from '../../store/declarations/declarations-schema'

/** What is stored of a server that its digests are computed from. */
export interface StoredDeclared {
  serverKey: number
  serverId: string
  /** The tools of its newest own listing; null: none yet. */
  tools: CatalogTool[] | null
  /** null: not read yet. */
  declarations: Declarations | null
}

/** What these servers declare as it is stored, in the order of their keys, with two statements. */
export async function listStoredDeclared(tx: Database, serverKeys: readonly number[]): Promise<StoredDeclared[]> {
  if (serverKeys.length === 0) return []
  const rows = await tx
    .select({
      serverKey: servers.key,
      serverId: servers.id,
      listingHash: servers.listingHash,
      declarations: serverDeclarations.declared,
    })
    .from(servers)
    .leftJoin(serverDeclarations, eq(serverDeclarations.serverKey, servers.key))
    .where(inArray(servers.key, [...serverKeys]))
    .orderBy(asc(servers.key))
  const { serverKey, name, title, description, inputSchema, outputSchema, annotations } = tools
  const listed = await tx
    .select({ serverKey, name, title, description, inputSchema, outputSchema, annotations })
    .from(tools)
    .where(and(inArray(serverKey, [...serverKeys]), isNull(tools.removedAt)))
  const toolsOf = (key: number) => listed.filter((tool) => tool.serverKey === key)
  return rows.map(({ listingHash, ...row }) => ({
    ...row,
    tools: listingHash === null ? null : toolsOf(row.serverKey),
  }))
}

/**
 * Keeps the digest of what each server declares; answers the keys of those whose digest is another than before. One
 * statement.
 */
export async function recordDeclaredDigests(
  tx: Database,
  digests: readonly { serverKey: number; digest: string }[],
): Promise<Set<number>> {
  if (digests.length === 0) return new Set()
  const rows = await rowsOf<{ server_key: number }>(
    tx,
    sql`INSERT INTO log_declared (server_key, digest)
      SELECT "serverKey", digest FROM json_to_recordset(${JSON.stringify(digests)}::json) AS given("serverKey" integer, digest text)
      ON CONFLICT (server_key) DO UPDATE SET digest = excluded.digest WHERE log_declared.digest <> excluded.digest
      RETURNING server_key`,
  )
  return new Set(rows.map((row) => row.server_key))
}

/** Keys of servers after `afterKey` that listed their tools or declared something, in order. */
export async function listDeclaringKeys(tx: Database, afterKey: number, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ key: servers.key })
    .from(servers)
    .leftJoin(serverDeclarations, eq(serverDeclarations.serverKey, servers.key))
    .where(and(gt(servers.key, afterKey), or(isNotNull(servers.listingHash), isNotNull(serverDeclarations.serverKey))))
    .orderBy(asc(servers.key))
    .limit(limit)
  return rows.map(({ key }) => key)
}
