import { type ToolDigests, toolDigests } from 'assay-verify/lock/server-digests'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { servers, tools } from '../../store/catalog/catalog-schema'
import { mapInTurns } from '../../store/chunks'
import type { Database } from '../../store/database'
import { excludedColumns } from '../../store/excluded-columns'
import { bundlePins } from './bundle-schema'

/**
 * What tells one listing of a server from another; null: it has not listed its tools itself. A listing that was taken
 * in part has no hash of its own.
 */
export const LISTING = sql<string | null>`CASE WHEN ${servers.listingHash} = 'partial'
  THEN 'partial ' || extract(epoch FROM ${servers.listedAt})::text ELSE ${servers.listingHash} END`

/** A server whose listing has no digests yet. */
export interface UnpinnedServer {
  serverKey: number
  listingHash: string
}

/** Servers whose own listing is another than that of their stored digests, at most `limit`. */
export async function listUnpinned(db: Database, limit: number): Promise<UnpinnedServer[]> {
  const rows = await db
    .select({ serverKey: servers.key, listingHash: LISTING })
    .from(servers)
    .leftJoin(bundlePins, eq(bundlePins.serverKey, servers.key))
    .where(
      and(
        isNotNull(servers.listingHash),
        sql`${LISTING} IS DISTINCT FROM ${bundlePins.listingHash}`,
        sql`${servers.lifecycle} <> 'deleted'`,
      ),
    )
    .orderBy(asc(servers.key))
    .limit(limit)
  return rows.flatMap(({ serverKey, listingHash }) => (listingHash === null ? [] : [{ serverKey, listingHash }]))
}

/** Digests of the tools that these servers list, by server, each tool once. Reads the schemas of all of them. */
export async function listListedDigests(
  db: Database,
  serverKeys: readonly number[],
): Promise<(ToolDigests & { serverKey: number })[]> {
  const rows = await db
    .select()
    .from(tools)
    .where(and(inArray(tools.serverKey, [...serverKeys]), isNull(tools.removedAt)))
    .orderBy(asc(tools.id))
  return mapInTurns(rows, (row) => ({ ...toolDigests(row), serverKey: row.serverKey }))
}

export async function recordPins(db: Database, rows: readonly (typeof bundlePins.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return
  const set = excludedColumns(bundlePins, ['listingHash', 'tools'])
  await db
    .insert(bundlePins)
    .values([...rows])
    .onConflictDoUpdate({ target: bundlePins.serverKey, set })
}
