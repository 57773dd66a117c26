import { asc, eq, gt, max, sql } from 'drizzle-orm'
import { servers, tools } from '../../store/catalog/catalog-schema'
import { pagesByKey } from '../../store/chunks'
import type { Database } from '../../store/database'
import { serverDeclarations } from '../../store/declarations/declarations-schema'
import type { ListedServer } from '../rules/identity'

/** Rows of a statement: short enough for the embedded database's one connection. */
const PAGE = 300

/** An entry of the catalog, and what is stored of its product. */
export interface StoredEntry {
  key: number
  productId: string | null
  publisher: string | null
  publisherState: (typeof servers.$inferSelect)['publisherState']
  listed: ListedServer
}

/** Every entry with what its identity is read from, in the order of their keys. */
export async function* pagesOfEntries(db: Database): AsyncGenerator<StoredEntry[]> {
  yield* pagesByKey(
    0,
    PAGE,
    (after: number, size) => listEntries(db, after, size),
    ({ key }) => key,
  )
}

async function listEntries(db: Database, after: number, size: number): Promise<StoredEntry[]> {
  const { key, id, title, description, repository, packages, remotes, listingHash } = servers
  const rows = await db
    .select({
      ...{ key, id, title, description, repository, packages, remotes, toolsDigest: listingHash },
      ...{ productId: servers.productId, publisher: servers.publisher, publisherState: servers.publisherState },
      serverInfoName: sql<string | null>`${serverDeclarations.declared} -> 'serverInfo' ->> 'name'`,
      tools: sql<string[]>`ARRAY(SELECT ${tools.name} FROM ${tools}
        WHERE ${tools.serverKey} = ${servers.key} AND ${tools.removedAt} IS NULL ORDER BY ${tools.name})`,
    })
    .from(servers)
    .leftJoin(serverDeclarations, eq(serverDeclarations.serverKey, servers.key))
    .where(gt(servers.key, after))
    .orderBy(asc(servers.key))
    .limit(size)
  return rows.map(({ key, productId, publisher, publisherState, tools: names, ...listed }) => ({
    ...{ key, productId, publisher, publisherState },
    listed: { ...listed, tools: names.map((name) => ({ name })) },
  }))
}

export interface CatalogState {
  /** The newest change of an entry, in milliseconds of the epoch; 0: there is no entry. */
  newestMs: string
  entries: number
  /** Entries without a product. */
  unresolved: number
}

export async function readCatalogState(db: Database): Promise<CatalogState> {
  const [row] = await db
    .select({
      newest: max(servers.updatedAt),
      entries: sql<number>`count(*)::int`,
      unresolved: sql<number>`(count(*) - count(${servers.productId}))::int`,
    })
    .from(servers)
  return {
    newestMs: String(row?.newest?.getTime() ?? 0),
    entries: row?.entries ?? 0,
    unresolved: row?.unresolved ?? 0,
  }
}
