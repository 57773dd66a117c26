import { and, eq, inArray, isNull } from 'drizzle-orm'
import { breakages } from '../breakages/breakages-schema'
import { servers, tools } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { serverDeclarations } from './declarations-schema'

export type StoredDeclarations = typeof serverDeclarations.$inferSelect

/** Of what these servers declare only what shows whether a probe changes it. */
export async function listHandshakeDigests(
  tx: Database,
  serverKeys: readonly number[],
): Promise<Map<number, string | null>> {
  if (serverKeys.length === 0) return new Map()
  const { serverKey, handshakeDigest } = serverDeclarations
  const rows = await tx
    .select({ serverKey, handshakeDigest })
    .from(serverDeclarations)
    .where(inArray(serverKey, [...serverKeys]))
  return new Map(rows.map((row) => [row.serverKey, row.handshakeDigest]))
}

export async function findDeclarations(db: Database, serverKey: number): Promise<StoredDeclarations | undefined> {
  const [row] = await db.select().from(serverDeclarations).where(eq(serverDeclarations.serverKey, serverKey))
  return row
}

/** Inserts or replaces what a server declares. */
export async function writeDeclarations(tx: Database, row: StoredDeclarations): Promise<void> {
  const { serverKey: _serverKey, ...set } = row
  await tx.insert(serverDeclarations).values(row).onConflictDoUpdate({ target: serverDeclarations.serverKey, set })
}

/** When the lists of these servers were read; those of which nothing is stored are left out. */
export async function listListsReadAt(db: Database, serverKeys: readonly number[]): Promise<Map<number, Date | null>> {
  if (serverKeys.length === 0) return new Map()
  const { serverKey, listsReadAt } = serverDeclarations
  const rows = await db
    .select({ serverKey, listsReadAt })
    .from(serverDeclarations)
    .where(inArray(serverKey, [...serverKeys]))
  return new Map(rows.map((row) => [row.serverKey, row.listsReadAt]))
}

/** The open breakage of what a server declares; undefined: none. */
export async function findOpenDeclarationBreakage(
  tx: Database,
  serverKey: number,
): Promise<{ key: number } | undefined> {
  const [row] = await tx
    .select({ key: breakages.key })
    .from(breakages)
    .where(
      and(eq(breakages.serverKey, serverKey), eq(breakages.kind, 'declaration_changed'), isNull(breakages.closedAt)),
    )
  return row
}

/** The id of a server, and the names of the tools it lists. */
export async function findServerWithToolNames(tx: Database, serverKey: number) {
  const [server] = await tx.select({ id: servers.id }).from(servers).where(eq(servers.key, serverKey))
  const rows = await tx
    .select({ name: tools.name })
    .from(tools)
    .where(and(eq(tools.serverKey, serverKey), isNull(tools.removedAt)))
  return server === undefined ? undefined : { id: server.id, toolNames: rows.map(({ name }) => name) }
}
