import type { Grade } from 'assay-verify/score/grade'
import type { StoredToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Access } from 'assay-verify/verdict'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { isListable } from '../../core/catalog/listable'
import { registryNameOf } from '../../core/catalog/registry-name'
import { waysIn } from '../../core/catalog/ways-in'
import { type NamedThings, type NameKind, namesOfServer } from '../../core/lookup/server-name'
import { repeatWhileFull } from '../chunks'
import type { Database } from '../database'
import { serverStates } from '../evidence/evidence-schema'
import { oncePerDatabase } from '../prepared'
import { servers, subjects } from './catalog-schema'
import { serverNames } from './names-schema'

/** What a server's names are derived from. */
export interface NameableServer extends NamedThings {
  key: number
}

/** Servers named in one transaction: few, because the embedded database does nothing else meanwhile. */
const FILLED_AT_ONCE = 200

/** Writes the names of these servers, in the transaction that writes the servers themselves. */
export async function recordServerNames(tx: Database, given: readonly NameableServer[]): Promise<void> {
  if (given.length === 0) return
  const rows = given.flatMap((server) =>
    namesOfServer(server).map(({ kind, name, path }) => ({ server_key: server.key, kind, name, path })),
  )
  const names = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(server_key integer, kind name_kind, name text, path text)`
  await tx.execute(sql`
    DELETE FROM server_names AS held WHERE held.server_key IN ${given.map(({ key }) => key)} AND NOT EXISTS (
      SELECT FROM ${names} WHERE given.server_key = held.server_key AND given.kind = held.kind AND given.name = held.name)`)
  if (rows.length === 0) return
  await tx.execute(sql`
    INSERT INTO server_names (kind, name, server_key, path) SELECT kind, name, server_key, path FROM ${names}
    ON CONFLICT (kind, name, server_key) DO UPDATE SET path = excluded.path WHERE server_names.path <> excluded.path`)
}

/**
 * Names the servers that have no names yet, and derives whether they can be called and their place in the registry:
 * those that a migration marked because the rules changed. Code derives it, so no migration can do it; opening the
 * database does. Answers how many there were.
 */
export async function nameServers(db: Database): Promise<number> {
  return repeatWhileFull(FILLED_AT_ONCE, () => db.transaction(nameSomeServers))
}

async function nameSomeServers(tx: Database): Promise<number> {
  const { key, id, repository, packages, remotes, lifecycle } = servers
  const found = await tx
    .select({ key, id, repository, packages, remotes, lifecycle })
    .from(servers)
    .where(sql`NOT ${servers.named}`)
    .orderBy(key)
    .limit(FILLED_AT_ONCE)
    .for('no key update')
  if (found.length === 0) return 0
  await recordServerNames(tx, found)
  const places = found.map((server) => ({
    key: server.key,
    name: registryNameOf(server.id),
    status: isListable(server) ? server.lifecycle : null,
    callable: waysIn(server).callable !== null,
  }))
  await tx.execute(sql`
    UPDATE servers SET named = true, callable = given.callable, registry_name = given.name,
      registry_status = coalesce(given.status, CASE WHEN servers.registry_status IS NOT NULL THEN 'deleted'::lifecycle END)
    FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS given(key integer, name text, status lifecycle, callable boolean)
    WHERE servers.key = given.key`)
  return found.length
}

/** The stored facts of a server that a lookup needs. */
export interface LookedUpServer {
  key: number
  id: string
  score: number
  grade: Grade
  declaredAccess: Access
  facts: StoredToolFacts | null
  /** null: it was never probed. */
  serverState: ServerState | null
  /** Number of tools it lists. */
  tools: number
  /** Where a tool of it was looked up: the tool, of which then are score, grade and facts. */
  tool?: { id: string; removedAt: Date | null }
}

/** A server with the name it was found by. */
export interface NamedServer extends LookedUpServer {
  kind: NameKind
  name: string
  /** The path in the repository, as its catalog gives it; empty: none. */
  path: string
}

/**
 * Servers, not deleted, with one of these repositories; a server with several of them comes several times. Unordered.
 */
export async function listServersByRepository(db: Database, names: readonly string[]): Promise<NamedServer[]> {
  return names.length === 0 ? [] : statementsOf(db).byRepository.execute({ texts: JSON.stringify(names) })
}

/**
 * Servers, not deleted, with an endpoint of one of these names; a server with several of them comes several times.
 * Unordered.
 */
export async function listServersByEndpoint(db: Database, names: readonly string[]): Promise<NamedServer[]> {
  return names.length === 0 ? [] : statementsOf(db).byEndpoint.execute({ texts: JSON.stringify(names) })
}

/**
 * Servers, not deleted, with a package of npm or PyPI or an image of one of these names; a server with several of them
 * comes several times. Unordered.
 */
export async function listServersByPackage(db: Database, names: readonly string[]): Promise<NamedServer[]> {
  return names.length === 0 ? [] : statementsOf(db).byPackage.execute({ texts: JSON.stringify(names) })
}

/** The servers with exactly these ids, also deleted ones. Unordered. */
export async function listServersById(db: Database, ids: readonly string[]): Promise<LookedUpServer[]> {
  return ids.length === 0 ? [] : statementsOf(db).byId.execute({ texts: JSON.stringify(ids) })
}

/** The servers of the tools with exactly these ids, also of removed ones, with the tool. Unordered. */
export async function listServersByTool(db: Database, ids: readonly string[]): Promise<LookedUpServer[]> {
  if (ids.length === 0) return []
  const rows = await statementsOf(db).byTool.execute({ texts: JSON.stringify(ids) })
  return rows.map(({ toolId, removedAt, ...server }) => ({ ...server, tool: { id: toolId, removedAt } }))
}

/** All texts of a list are one parameter, so that Postgres reuses one plan for lists of any length. */
const statementsOf = oncePerDatabase((db) => {
  const byName = (kinds: NameKind[], as: string) =>
    db
      .select({ ...LOOKED_UP, kind: serverNames.kind, name: serverNames.name, path: serverNames.path })
      .from(serverNames)
      .innerJoin(servers, eq(servers.key, serverNames.serverKey))
      .innerJoin(subjects, itsSubject)
      .leftJoin(serverStates, eq(serverStates.serverKey, serverNames.serverKey))
      .where(
        and(inArray(serverNames.kind, kinds), sql`${serverNames.name} IN ${texts}`, ne(servers.lifecycle, 'deleted')),
      )
      .prepare(as)
  const byId = db
    .select(LOOKED_UP)
    .from(servers)
    .innerJoin(subjects, itsSubject)
    .leftJoin(serverStates, eq(serverStates.serverKey, servers.key))
    .where(sql`${servers.id} IN ${texts}`)
    .prepare('list_servers_by_id')
  const byTool = db
    .select({ ...LOOKED_UP, toolId: subjects.id, removedAt: subjects.removedAt })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(serverStates, eq(serverStates.serverKey, servers.key))
    .where(and(eq(subjects.kind, 'tool'), sql`${subjects.id} IN ${texts}`))
    .prepare('list_servers_by_tool')
  return {
    byRepository: byName(['repository'], 'list_servers_by_repository'),
    byPackage: byName(['npm', 'pypi', 'oci'], 'list_servers_by_package'),
    byEndpoint: byName(['endpoint'], 'list_servers_by_endpoint'),
    byId,
    byTool,
  }
})

const texts = sql`(SELECT value FROM jsonb_array_elements_text(${sql.placeholder('texts')}::jsonb))`
const LOOKED_UP = {
  key: servers.key,
  id: servers.id,
  score: subjects.score,
  grade: subjects.grade,
  declaredAccess: servers.declaredAccess,
  facts: subjects.facts,
  serverState: serverStates.serverState,
  tools: sql<number>`(SELECT count(*)::int FROM subjects AS tool
    WHERE tool.server_key = ${servers.key} AND tool.kind = 'tool' AND tool.listed)`,
}
const itsSubject = and(eq(subjects.id, servers.id), eq(subjects.kind, 'server'))
