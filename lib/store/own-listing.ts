import { eq, sql } from 'drizzle-orm'
import { contentHash } from '../core/canonical-json'
import type { CatalogServer, CatalogTool } from '../core/catalog/catalog'
import type { Categorizer } from '../core/catalog/categorizer'
import { toolIdOf } from '../core/catalog/subject-id'
import { DOUBT_LASTS_MS, isDoubtfulLoss } from '../core/drift/listing-doubt'
import { type CatalogChange, NO_CHANGE } from './catalog'
import type { Database } from './database'
import { listingDoubts } from './drift-schema'
import { servers } from './schema'
import { refreshListed } from './subjects'
import { listDrift, listGoneToolIds, recordToolChanges, type ToolDrift } from './tool-changes'
import { recordBreakingChanges } from './tool-facts'
import { findKnownTools, markRemovedTools, recordTools } from './tools'

export interface ListingRecord {
  serverKey: number
  tools: readonly CatalogTool[]
  /** false: the listing was cut, so what it does not hold may be there all the same. */
  complete: boolean
  /** Whether the server is held to be up; what one that is coming back does not list yet is not gone. Left out: it is. */
  isUp?: boolean
  protocolVersion: string | null
  era: string | null
}

/** What a server's own listing changed of its tools. */
export interface ListingChange extends CatalogChange {
  removedToolIds: string[]
  /** Those that had gone and are listed again. */
  returnedToolIds: string[]
  /** How tools changed that it listed before; empty for its first listing, which corrects a catalog and is no drift. */
  drift: ToolDrift[]
  /** It is the first of its own: what it lacks was only ever a catalog's word. */
  isFirst: boolean
  /** It takes so much away that it was put aside until a later one agrees. */
  isDoubted: boolean
}

const UNCHANGED: ListingChange = {
  ...NO_CHANGE,
  removedToolIds: [],
  returnedToolIds: [],
  drift: [],
  isFirst: false,
  isDoubted: false,
}

/**
 * Takes what a server itself lists. From now on its listing is believed over any catalog; what it no longer lists is marked, not deleted,
 * and what changed is written into the history of its tools.
 */
export async function recordListing(
  tx: Database,
  record: ListingRecord,
  now: Date,
  categorize: Categorizer,
): Promise<ListingChange> {
  const listingHash = contentHash(record.tools)
  const server = await findServerByKey(tx, record.serverKey)
  if (server === undefined) return UNCHANGED
  const facts = { protocolVersion: record.protocolVersion, era: record.era, listedAt: now }
  const isKnown = server.listingHash === listingHash
  const isDoubted = !isKnown && (await mustWait(tx, record, server, listingHash, now))
  await tx
    .update(servers)
    .set(isDoubted ? facts : { ...facts, listingHash })
    .where(eq(servers.key, record.serverKey))
  if (isDoubted) return { ...UNCHANGED, isDoubted }
  return isKnown ? UNCHANGED : takeListing(tx, record, server, now, categorize)
}

async function takeListing(
  tx: Database,
  record: ListingRecord,
  { catalog, listingHash }: KnownServer,
  now: Date,
  categorize: Categorizer,
): Promise<ListingChange> {
  const { serverKey, tools, complete } = record
  const isFirst = listingHash === null
  const drift = isFirst ? [] : await listDrift(tx, serverKey, catalog.id, tools)
  const offered = new Set(tools.map((tool) => toolIdOf(catalog.id, tool.name)))
  const gone = await listGoneToolIds(tx, serverKey)
  const counted = await recordTools(tx, [{ key: serverKey, server: catalog, tools }], now, categorize)
  const removedToolIds = complete ? await markRemovedTools(tx, serverKey, catalog.id, tools, now) : []
  await recordToolChanges(tx, serverKey, drift, now)
  const broken = drift.filter((entry) => entry.class === 'safety' || entry.class === 'breaking')
  await recordBreakingChanges(
    tx,
    broken.map(({ toolId }) => toolId),
    now,
  )
  await refreshListed(tx, [serverKey])
  return {
    ...UNCHANGED,
    toolsAdded: counted.added,
    toolsChanged: counted.changed,
    toolsRemoved: removedToolIds.length,
    idTaken: counted.taken,
    idRefused: counted.refused,
    removedToolIds,
    returnedToolIds: gone.filter((id) => offered.has(id)),
    drift,
    isFirst,
  }
}

/**
 * Whether a listing that takes much away has to wait for another that agrees. Only listings of its own are weighed against each other; a
 * doubt is forgotten as soon as a listing comes that is another.
 */
async function mustWait(
  tx: Database,
  { serverKey, tools, complete, isUp = true }: ListingRecord,
  server: KnownServer,
  listingHash: string,
  now: Date,
): Promise<boolean> {
  if (server.listingHash === null || !complete) return false
  const offered = new Set(tools.map((tool) => toolIdOf(server.catalog.id, tool.name)))
  const known = [...(await findKnownTools(tx, [serverKey])).keys()]
  const gone = known.filter((id) => !offered.has(id)).length
  if (!isDoubtfulLoss({ known: known.length, gone, listed: tools.length, isUp })) return false
  const [doubt] = await tx.select().from(listingDoubts).where(eq(listingDoubts.serverKey, serverKey))
  const isSame = doubt?.listingHash === listingHash && (server.listedAt === null || doubt.lastAt >= server.listedAt)
  if (isUp && isSame && now.getTime() - doubt.firstAt.getTime() >= DOUBT_LASTS_MS) return false
  await tx
    .insert(listingDoubts)
    .values({ serverKey, listingHash, firstAt: isSame ? doubt.firstAt : now, lastAt: now })
    .onConflictDoUpdate({
      target: listingDoubts.serverKey,
      set: { listingHash, firstAt: sql`excluded.first_at`, lastAt: now },
    })
  return true
}

interface KnownServer {
  listingHash: string | null
  listedAt: Date | null
  catalog: CatalogServer
}

async function findServerByKey(tx: Database, key: number): Promise<KnownServer | undefined> {
  const [row] = await tx.select().from(servers).where(eq(servers.key, key))
  if (row === undefined) return undefined
  const { listingHash, listedAt, ...facts } = row
  return { listingHash, listedAt, catalog: { ...facts, tools: [] } }
}
