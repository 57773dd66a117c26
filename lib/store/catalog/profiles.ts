import { shorterIds } from 'assay-verify/subject-id'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../database'
import { oncePerDatabase } from '../prepared'
import { servers, subjects, tools } from './catalog-schema'

/** Everything the catalog has about one subject and its server; undefined when the id is not known. */
export async function findProfile(db: Database, id: string) {
  const [row] = await preparedProfile(db).execute({ id })
  return row
}

/** Prepared, as writing and planning the statement takes three times as long as its execution. */
const preparedProfile = oncePerDatabase((db) =>
  db
    .select({ subject: subjects, server: servers, tool: tools })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(tools, eq(tools.id, subjects.id))
    .where(eq(subjects.id, sql.placeholder('id')))
    .prepare('find_profile'),
)

/** The keys of known servers, by id. */
export async function listServerKeys(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: servers.id, key: servers.key })
    .from(servers)
    .where(inArray(servers.id, [...ids]))
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/**
 * The server an unknown id would be a tool of: the longest known server id that ends before one of its slashes;
 * undefined: none.
 */
export async function findServerAround(db: Database, id: string) {
  const within = shorterIds(id)
  if (within.length === 0) return undefined
  const [row] = await db
    .select({ server: servers })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .where(and(inArray(subjects.id, within), eq(subjects.kind, 'server')))
    .orderBy(desc(sql`length(${subjects.id})`))
    .limit(1)
  return row?.server
}

/** The entries of these servers; unknown ids are left out. Unordered. */
export async function listCatalogedServers(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select({
      id: servers.id,
      key: servers.key,
      title: servers.title,
      packages: servers.packages,
      isDeleted: sql<boolean>`${servers.lifecycle} = 'deleted'`,
    })
    .from(servers)
    .where(inArray(servers.id, [...ids]))
}
