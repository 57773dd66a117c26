import { contentHash } from 'assay-verify/canonical-json'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { CatalogServer } from '../../core/catalog/catalog'
import type { Categorizer } from '../../core/catalog/categorizer'
import { isListable } from '../../core/catalog/listable'
import { registryNameOf } from '../../core/catalog/registry-name'
import { waysIn } from '../../core/catalog/ways-in'
import { type ChangedTexts, refreshUnsafeTexts } from '../breakages/open-changes'
import { type Database, rowsOf } from '../database'
import { hasHostileText } from '../declarations/unsafe-texts'
import { unscheduleServers } from '../evidence/scheduled-targets'
import { excludedColumns } from '../excluded-columns'
import { noteChangedRatings } from '../ratings/ratings'
import { noteChangedWords } from '../search/search-documents'
import { upsertRows } from '../upsert-rows'
import { servers, subjects, tools } from './catalog-schema'
import { changeableBy, mayChange, type SourceOwner } from './own-servers'
import { recordServerNames } from './server-names'
import { recordSubjects, refreshListed, serverSubject } from './subjects'
import { recordTools } from './tools'

/**
 * Counts of a write to the catalog. `idTaken`: ids that another subject already has; `idRefused`: ids that no path
 * could hold; `toolsLeftOut`: tools beyond the most that a server may have; `ownKept`: servers of the operator's that
 * another source lists too, and may not change.
 */
export interface CatalogChange {
  serversAdded: number
  serversChanged: number
  toolsAdded: number
  toolsChanged: number
  toolsRemoved: number
  idTaken: number
  idRefused: number
  toolsLeftOut: number
  ownKept: number
}

interface KnownServer {
  key: number
  id: string
  title: string
  description: string
  contentHash: string
  precedence: number
  own: boolean
  listingHash: string | null
}

/** A server that a batch adds or changes, or whose tools it may change. */
interface PlacedServer {
  key: number
  server: CatalogServer
  isNew: boolean
  isChanged: boolean
  /** Its title or description changed, which its tools are found by too. */
  isReworded: boolean
  takesTools: boolean
  /** It is the operator's own, and this source is not. */
  isOwnKept: boolean
}

export const NO_CHANGE: CatalogChange = {
  serversAdded: 0,
  serversChanged: 0,
  toolsAdded: 0,
  toolsChanged: 0,
  toolsRemoved: 0,
  idTaken: 0,
  idRefused: 0,
  toolsLeftOut: 0,
  ownKept: 0,
}

/**
 * Writes a batch of a source to the catalog in one transaction; unchanged rows are not written. Which source changes a
 * row of another: `mayChange`. No catalog changes the tools of a server that has listed them itself.
 */
export async function recordServers(
  db: Database,
  owner: SourceOwner,
  batch: readonly CatalogServer[],
  now: Date,
  categorize: Categorizer,
): Promise<CatalogChange> {
  return db.transaction(async (tx) => {
    const placed = await placeServers(tx, owner, batch, now)
    const change = { ...NO_CHANGE }
    change.ownKept = placed.filter((entry) => entry.isOwnKept).length
    change.serversAdded = placed.filter((entry) => entry.isNew).length
    change.serversChanged = placed.filter((entry) => !entry.isNew && entry.isChanged).length
    const offers = placed.filter((entry) => entry.takesTools)
    const counted = await recordTools(
      tx,
      offers.map(({ key, server }) => ({ key, server, tools: server.tools })),
      now,
      categorize,
    )
    change.toolsAdded = counted.added
    change.toolsChanged = counted.changed
    change.idRefused = counted.refused
    change.toolsLeftOut = counted.leftOut.size
    const changed = placed.filter((entry) => entry.isChanged)
    await recordServerNames(
      tx,
      changed.map(({ key, server: { repository, packages, remotes } }) => ({ key, repository, packages, remotes })),
    )
    // A row that is new has the time of its insertion.
    await noteChangedRatings(tx, keysOf(changed.filter((entry) => !entry.isNew)))
    change.idTaken =
      counted.taken +
      (await recordSubjects(
        tx,
        changed.map(({ key, server }) => serverSubject(key, server, categorize)),
      ))
    await noteChangedWords(tx, keysOf(placed.filter((entry) => entry.isReworded)))
    await refreshListed(tx, keysOf(placed))
    const reread: ChangedTexts[] = []
    for (const { key, server, takesTools, isChanged } of placed) {
      if (!isChanged && !counted.serverKeys.has(key)) continue
      // What a server lists itself is read as it was sent.
      const sent = (server.hidden ?? []).filter(({ part }) => part === 'description' || takesTools)
      reread.push({ serverKey: key, hasHostile: sent.length > 0 || (await hasHostileText(server)), sent })
    }
    await refreshUnsafeTexts(tx, reread)
    return change
  })
}

/** How many servers a source lists that are not deleted, and how many of these ids it may delete. */
export async function countDeletions(
  db: Database,
  owner: SourceOwner,
  ids: readonly string[],
): Promise<{ listed: number; deleted: number }> {
  const [row] = await db
    .select({
      listed: sql<number>`count(*) FILTER (WHERE ${servers.source} = ${owner.source})`.mapWith(Number),
      deleted: sql<number>`count(*) FILTER (WHERE ${inArray(servers.id, [...ids])} AND ${changeableBy(owner)})`.mapWith(
        Number,
      ),
    })
    .from(servers)
    .where(sql`${servers.lifecycle} <> 'deleted'`)
  return row ?? { listed: 0, deleted: 0 }
}

/**
 * Marks servers as deleted that their source reports deleted: they leave listings and queue, their rows and evidence
 * stay.
 */
export async function recordDeletedServers(
  db: Database,
  owner: SourceOwner,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0
  return db.transaction(async (tx) => {
    await tx
      .select({ key: servers.key })
      .from(servers)
      .where(inArray(servers.id, [...ids]))
      .orderBy(servers.key)
      .for('no key update')
    const gone = await tx
      .update(servers)
      .set({
        lifecycle: 'deleted',
        registryStatus: sql`CASE WHEN ${servers.registryStatus} IS NOT NULL THEN 'deleted'::lifecycle END`,
        contentHash: 'deleted',
        updatedAt: now,
      })
      .where(and(inArray(servers.id, [...ids]), changeableBy(owner), sql`${servers.lifecycle} <> 'deleted'`))
      .returning({ key: servers.key })
    const keys = keysOf(gone)
    if (keys.length === 0) return 0
    // Cleared, so that the tools of a server that returns are written again.
    await tx.update(servers).set({ listingHash: null }).where(inArray(servers.key, keys))
    await tx
      .update(tools)
      .set({ removedAt: now })
      .where(and(inArray(tools.serverKey, keys), isNull(tools.removedAt)))
    await tx
      .update(subjects)
      .set({ listed: false, removedAt: now, wordsChangedAt: sql`clock_timestamp()` })
      .where(and(inArray(subjects.serverKey, keys), isNull(subjects.removedAt)))
    await noteChangedRatings(tx, keys)
    await unscheduleServers(tx, keys)
    return keys.length
  })
}

async function placeServers(
  tx: Database,
  owner: SourceOwner,
  batch: readonly CatalogServer[],
  now: Date,
): Promise<PlacedServer[]> {
  const known = await findKnownServers(
    tx,
    batch.map((server) => server.id),
  )
  const rows = batch.map((server) => ({
    server,
    hash: contentHash({ ...server, tools: [] }),
    before: known.get(server.id),
  }))
  const changed = rows.filter(
    ({ hash, before }) =>
      before === undefined ||
      (mayChange(owner, before) && (before.contentHash !== hash || before.own !== (owner.own ?? false))),
  )
  // Rows are locked in the same order as by a commit of probe results, so that the two never deadlock.
  const ordered = changed.sort((a, b) => keyOrLast(a.before) - keyOrLast(b.before))
  const keys = await upsertServers(tx, owner, ordered, now)
  return rows.flatMap(({ server, before }) => {
    const key = keys.get(server.id) ?? before?.key
    if (key === undefined) return []
    const takesTools = before === undefined || (before.listingHash === null && mayChange(owner, before))
    const isChanged = keys.has(server.id)
    const saysTheSame =
      before === undefined || (before.title === server.title && before.description === server.description)
    const isOwnKept = before?.own === true && owner.own !== true
    const isReworded = isChanged && !saysTheSame
    return [{ key, server, isNew: before === undefined, isChanged, isReworded, takesTools, isOwnKept }]
  })
}

function keysOf(entries: readonly { key: number }[]): number[] {
  return entries.map(({ key }) => key)
}

function keyOrLast(known: KnownServer | undefined): number {
  return known?.key ?? Number.MAX_SAFE_INTEGER
}

async function findKnownServers(tx: Database, ids: string[]): Promise<Map<string, KnownServer>> {
  const { key, id, title, description, contentHash: hash, precedence, own, listingHash } = servers
  const rows = await tx
    .select({ key, id, title, description, contentHash: hash, precedence, own, listingHash })
    .from(servers)
    .where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

async function upsertServers(
  tx: Database,
  owner: SourceOwner,
  changed: readonly { server: CatalogServer; hash: string }[],
  now: Date,
): Promise<Map<string, number>> {
  if (changed.length === 0) return new Map()
  const values = changed.map(({ server: { tools: _tools, hidden: _hidden, releasedAt, ...facts }, hash }) => ({
    ...facts,
    ...owner,
    own: owner.own ?? false,
    contentHash: hash,
    lastReleaseAt: releasedAt === undefined ? null : new Date(releasedAt),
    firstSeenAt: now,
    updatedAt: now,
    callable: waysIn(facts).callable !== null,
    registryName: registryNameOf(facts.id),
    registryStatus: isListable(facts) ? facts.lifecycle : null,
    named: true,
    targetsBy: null,
  }))
  const set = {
    ...excludedColumns(servers, OVERWRITTEN_BY_SOURCE),
    registryStatus: REGISTRY_STATUS,
    lastReleaseAt: NEWEST_RELEASE,
  }
  const written = upsertRows(servers, values, { target: 'id', set, where: changeableBy(owner) })
  const rows = await rowsOf<{ key: number; id: string }>(tx, sql`${written} RETURNING key, id`)
  return new Map(rows.map((row) => [row.id, row.key]))
}

/**
 * One that was in the registry and cannot be called any more stays there as deleted, so that readers of changes learn
 * of it.
 */
const REGISTRY_STATUS = sql`coalesce(excluded.registry_status, CASE WHEN ${servers.registryStatus} IS NOT NULL THEN 'deleted'::lifecycle END)`

/** What is known from the index of its package is not lost; nulls do not count. */
const NEWEST_RELEASE = sql`greatest(excluded.last_release_at, ${servers.lastReleaseAt})`

const OVERWRITTEN_BY_SOURCE = [
  'source',
  'precedence',
  'own',
  'title',
  'description',
  'repository',
  'version',
  'packages',
  'remotes',
  'categoryHint',
  'tags',
  'license',
  'declaredAccess',
  'declaredAuth',
  'lifecycle',
  'contentHash',
  'updatedAt',
  'callable',
  'registryName',
  'named',
  'targetsBy',
] as const satisfies (keyof typeof servers.$inferInsert)[]
