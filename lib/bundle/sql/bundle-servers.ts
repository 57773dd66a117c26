import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { type UnsafeText, withoutCleared } from '../../core/declarations/unsafe-texts'
import { breakages } from '../../store/breakages/breakages-schema'
import { servers, subjects, tools } from '../../store/catalog/catalog-schema'
import { serverNames } from '../../store/catalog/names-schema'
import { type Database, rowsOf } from '../../store/database'
import { unsafeTexts } from '../../store/declarations/declarations-schema'
import { probeTargets, serverStates } from '../../store/evidence/evidence-schema'
import type { OpenBreakage, ServerEvidence } from '../rules/state-entry'
import { LISTING } from './bundle-pins'
import { bundlePins } from './bundle-schema'

/** A server as it is stored, with all that its entries in the bundle are made from but its alternatives. */
export interface StoredServer extends ServerEvidence {
  key: number
  id: string
  title: string
  registryName: string
  /** Its names in their canonical forms. */
  names: { kind: 'npm' | 'pypi' | 'oci' | 'endpoint'; name: string }[]
  /** `ServerPins.tools` as JSON; null: it has not listed its tools itself, or they are not computed yet. */
  pins: string | null
  /** When its state was last written, database time in milliseconds; 0: it has none. */
  changedAt: number
}

/** Keys of servers that may be in the bundle, after a key, in their order. */
export async function listServerKeys(db: Database, after: number, size: number): Promise<number[]> {
  const rows = await db
    .select({ key: servers.key })
    .from(servers)
    .where(and(gt(servers.key, after), ne(servers.lifecycle, 'deleted')))
    .orderBy(asc(servers.key))
    .limit(size)
  return rows.map(({ key }) => key)
}

/** A server of which something changed. */
export interface ChangedServer {
  key: number
  /** When its state was last written, as `StoredServer.changedAt`; null: something else of it changed. */
  changedAt: number | null
}

/** Rows become visible later than they are dated, and clocks of processes differ from that of the database. */
const OVERLAP = sql.raw(`interval '30 seconds'`)
const CLOCKS_DIFFER = sql.raw(`interval '5 minutes'`)

/** Database time in milliseconds: what is read after this has all that was written before. */
export async function readDatabaseTime(db: Database): Promise<number> {
  const [row] = await rowsOf<{ at: number }>(
    db,
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at`,
  )
  return row?.at ?? 0
}

/** Servers whose state, rating, words or names may have changed since shortly before `since`, a database time. */
export async function listChangedServers(db: Database, since: number): Promise<ChangedServer[]> {
  const from = sql`to_timestamp(${since / 1000})`
  return rowsOf<ChangedServer>(
    db,
    sql`SELECT server_key AS key, (extract(epoch FROM server_states.changed_at) * 1000)::float8 AS "changedAt" FROM server_states WHERE changed_at >= ${from} - ${OVERLAP}
      UNION ALL SELECT server_key, NULL FROM subjects WHERE words_changed_at >= ${from} - ${OVERLAP}
      UNION ALL SELECT key, NULL FROM servers WHERE updated_at >= ${from} - ${CLOCKS_DIFFER}`,
  )
}

/** These servers, but those that their source dropped, from one snapshot. */
export async function listStoredServers(db: Database, keys: readonly number[]): Promise<StoredServer[]> {
  if (keys.length === 0) return []
  return db.transaction((tx) => readServers(tx, [...keys]), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function readServers(tx: Database, keys: number[]): Promise<StoredServer[]> {
  const rows = await readRows(tx, keys)
  const found = new Map(
    rows.map(({ facts, endpointDueMs, otherDueMs, isUnsafe, unsafeTexts, clearedTexts, ...row }) => {
      const unsafe = isUnsafe ? unsafeIn(withoutCleared(unsafeTexts ?? [], clearedTexts ?? [])) : null
      const own = toolFactsOf({ kind: 'server', removedAt: null, facts })
      const dues = { endpointDueAt: dateOf(endpointDueMs), otherDueAt: dateOf(otherDueMs) }
      const lists = { names: [] as StoredServer['names'], open: [] as OpenBreakage[], removed: [] as string[] }
      return [row.key, { ...row, unsafe, own, ...dues, ...lists }] as const
    }),
  )
  for (const { serverKey, kind, name } of await readNames(tx, keys)) {
    if (kind !== 'repository') found.get(serverKey)?.names.push({ kind, name })
  }
  for (const { serverKey, ...breakage } of await readBreakages(tx, keys)) found.get(serverKey)?.open.push(breakage)
  for (const { serverKey, name } of await readGone(tx, keys)) found.get(serverKey)?.removed.push(name)
  return [...found.values()]
}

function unsafeIn(texts: readonly UnsafeText[]): StoredServer['unsafe'] {
  return texts.length > 0 && texts.every(({ part }) => part === 'description') ? 'description' : 'server'
}

function dateOf(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs)
}

const dueMs = (isEndpoint: boolean) => sql<number | null>`(SELECT (extract(epoch FROM max(due_at)) * 1000)::float8
  FROM ${probeTargets} WHERE probe_targets.server_key = ${servers.key} AND seen_from IS NOT NULL
    AND (evidence = 'endpoint') = ${sql.raw(String(isEndpoint))})`

function readRows(tx: Database, keys: number[]) {
  return tx
    .select({
      key: servers.key,
      id: servers.id,
      title: servers.title,
      registryName: servers.registryName,
      declaredAccess: servers.declaredAccess,
      isUnsafe: servers.unsafe,
      unsafeTexts: unsafeTexts.texts,
      clearedTexts: unsafeTexts.cleared,
      facts: subjects.facts,
      serverState: serverStates.serverState,
      changedAt: sql<number>`coalesce(extract(epoch FROM ${serverStates.changedAt}) * 1000, 0)::float8`,
      endpointDueMs: dueMs(true),
      otherDueMs: dueMs(false),
      pins: bundlePins.tools,
    })
    .from(servers)
    .leftJoin(subjects, and(eq(subjects.id, servers.id), eq(subjects.kind, 'server')))
    .leftJoin(unsafeTexts, eq(unsafeTexts.serverKey, servers.key))
    .leftJoin(serverStates, eq(serverStates.serverKey, servers.key))
    .leftJoin(bundlePins, and(eq(bundlePins.serverKey, servers.key), eq(bundlePins.listingHash, LISTING)))
    .where(and(inArray(servers.key, keys), ne(servers.lifecycle, 'deleted')))
}

function readNames(tx: Database, keys: number[]) {
  const { serverKey, kind, name } = serverNames
  return tx.select({ serverKey, kind, name }).from(serverNames).where(inArray(serverKey, keys)).orderBy(kind, name)
}

function readBreakages(tx: Database, keys: number[]) {
  const { serverKey, kind, severity, openedAt } = breakages
  return tx
    .select({ serverKey, kind, severity, openedAt, tool: tools.name })
    .from(breakages)
    .leftJoin(tools, eq(tools.id, breakages.toolId))
    .where(and(inArray(serverKey, keys), isNull(breakages.closedAt)))
    .orderBy(asc(breakages.key))
}

/**
 * Tools that are no longer listed. Hosts write names with other characters: one that a listed tool may be written as is
 * left out, so that no call of that one is taken for a call of this.
 */
async function readGone(tx: Database, keys: number[]): Promise<{ serverKey: number; name: string }[]> {
  const removed = await readRemoved(tx, keys)
  if (removed.length === 0) return []
  const { serverKey, name, removedAt } = tools
  const listed = await tx
    .select({ serverKey, name })
    .from(tools)
    .where(and(inArray(serverKey, [...new Set(removed.map((tool) => tool.serverKey))]), isNull(removedAt)))
  const written = new Set(listed.map(writtenAlike))
  return removed.filter((tool) => !written.has(writtenAlike(tool)))
}

/** Equal for tools of a server that some host writes alike. */
const writtenAlike = ({ serverKey, name }: { serverKey: number; name: string }) =>
  `${serverKey} ${name.replace(/[^a-zA-Z0-9]/g, '_').slice(0, MOST_WRITTEN)}`
const MOST_WRITTEN = 64

/** The newest first. */
function readRemoved(tx: Database, keys: number[]) {
  const { serverKey, name, removedAt } = tools
  return tx
    .select({ serverKey, name })
    .from(tools)
    .where(and(inArray(serverKey, keys), isNotNull(removedAt)))
    .orderBy(desc(removedAt), asc(name))
}
