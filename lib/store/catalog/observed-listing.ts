import { eq } from 'drizzle-orm'
import { contentHash } from '../../core/canonical-json'
import type { CatalogServer, CatalogTool } from '../../core/catalog/catalog'
import type { Categorizer } from '../../core/catalog/categorizer'
import { toolIdOf } from '../../core/catalog/subject-id'
import { CONFIRMS_AFTER_MS, needsConfirmation } from '../../core/drift/unconfirmed-listing'
import type { Database } from '../database'
import { recordBreakingChanges } from '../ratings/tool-facts'
import { type CatalogChange, NO_CHANGE } from './catalog'
import { servers } from './catalog-schema'
import { refreshListed } from './subjects'
import { listDrift, listGoneToolIds, recordToolChanges, type ToolDrift } from './tool-changes'
import { findKnownTools, markRemovedTools, recordTools } from './tools'
import { compareCutListing, findDoubt, writeDoubt } from './unconfirmed-listings'

export interface ListingRecord {
  serverKey: number
  tools: readonly CatalogTool[]
  /** false: the listing was cut, so what it does not hold may be there all the same. */
  complete: boolean
  /** Whether the server is held to be up; what one that is coming back does not list yet is not gone. Left out: it is. */
  isUp?: boolean
  protocolVersion: string | null
  generation: string | null
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
  isUnconfirmed: boolean
  /** It was cut, so that what it lacks may be there all the same. */
  isCut: boolean
}

const UNCHANGED: ListingChange = {
  ...NO_CHANGE,
  removedToolIds: [],
  returnedToolIds: [],
  drift: [],
  isFirst: false,
  isUnconfirmed: false,
  isCut: false,
}

/** In the place of its hash: of the last listing something was left out, so that the same one is to be read again. */
const TAKEN_IN_PART = 'partial'

/**
 * Takes what a server itself lists. From now on its listing is believed over any catalog; what it no longer lists is marked, not deleted,
 * and what changed is written into the history of its tools. Of a listing that was cut, only what another one confirms counts.
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
  const facts = { protocolVersion: record.protocolVersion, generation: record.generation, listedAt: now }
  const isKnown = record.complete && server.listingHash === listingHash
  const taking = isKnown ? null : await readTaking(tx, record, server, listingHash, now)
  const change = taking === null ? null : await takeListing(tx, taking, server, now, categorize)
  const hash = change === null ? server.listingHash : change.toolsLeftOut > 0 ? TAKEN_IN_PART : taking?.hash
  await tx
    .update(servers)
    .set({ ...facts, listingHash: hash })
    .where(eq(servers.key, record.serverKey))
  return change ?? { ...UNCHANGED, isUnconfirmed: !isKnown }
}

/** What a listing gives and takes away. */
interface Taking {
  serverKey: number
  tools: readonly CatalogTool[]
  /** Ids of the live tools it takes away. */
  gone: string[]
  isCut: boolean
  /** What the listing is known by from now on; null: none was confirmed yet, so the next one is still the first. */
  hash: string | null
}

/** null: it has to wait for another that agrees. */
async function readTaking(
  tx: Database,
  record: ListingRecord,
  server: KnownServer,
  listingHash: string,
  now: Date,
): Promise<Taking | null> {
  const { serverKey, tools, isUp = true } = record
  const idOf = (tool: CatalogTool) => toolIdOf(server.catalog.id, tool.name)
  const known = [...(await findKnownTools(tx, [serverKey])).keys()]
  if (!record.complete) {
    const listed = tools.map(idOf)
    const { add, retire, isCompared } = await compareCutListing(
      tx,
      { serverKey, listed, known, isUp, listedAt: server.listedAt },
      now,
    )
    const live = new Set(known)
    const confirmed = tools.filter((tool) => live.has(idOf(tool)) || add.has(idOf(tool)))
    const hash = server.listingHash === null && !isCompared ? null : TAKEN_IN_PART
    return { serverKey, tools: confirmed, gone: [...retire], isCut: true, hash }
  }
  const offered = new Set(tools.map(idOf))
  const gone = known.filter((id) => !offered.has(id))
  const loss = { known: known.length, gone: gone.length, listed: tools.length, isUp }
  if (server.listingHash !== null && needsConfirmation(loss)) {
    if (await mustWait(tx, serverKey, server.listedAt, listingHash, isUp, now)) return null
  }
  return { serverKey, tools, gone, isCut: false, hash: listingHash }
}

async function takeListing(
  tx: Database,
  { serverKey, tools, gone, isCut }: Taking,
  { catalog, listingHash }: KnownServer,
  now: Date,
  categorize: Categorizer,
): Promise<ListingChange> {
  const isFirst = listingHash === null
  const offered = new Set(tools.map((tool) => toolIdOf(catalog.id, tool.name)))
  const drift = isFirst ? [] : await listDrift(tx, serverKey, catalog.id, tools)
  const removedBefore = await listGoneToolIds(tx, serverKey)
  // Before others are added, which need their room.
  await markRemovedTools(tx, gone, now)
  const counted = await recordTools(tx, [{ key: serverKey, server: catalog, tools }], now, categorize)
  const drifted = drift.filter(({ toolId }) => !counted.leftOut.has(toolId))
  await recordToolChanges(tx, serverKey, drifted, now)
  const broken = drifted.filter((entry) => entry.class === 'safety' || entry.class === 'breaking')
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
    toolsRemoved: gone.length,
    idTaken: counted.taken,
    idRefused: counted.refused,
    toolsLeftOut: counted.leftOut.size,
    removedToolIds: gone,
    returnedToolIds: removedBefore.filter((id) => offered.has(id) && !counted.leftOut.has(id)),
    drift: drifted,
    isFirst,
    isCut,
  }
}

/**
 * Whether a listing that takes much away has to wait for another that agrees. Only listings of its own are weighed against each other; a
 * doubt is forgotten as soon as a listing comes that is another.
 */
async function mustWait(
  tx: Database,
  serverKey: number,
  listedAt: Date | null,
  listingHash: string,
  isUp: boolean,
  now: Date,
): Promise<boolean> {
  const doubt = await findDoubt(tx, serverKey, listedAt)
  const isSame = doubt?.listingHash === listingHash && doubt.cutKeys === null
  if (isUp && isSame && now.getTime() - doubt.firstAt.getTime() >= CONFIRMS_AFTER_MS) return false
  await writeDoubt(tx, { serverKey, listingHash, cutKeys: null, firstAt: isSame ? doubt.firstAt : now, lastAt: now })
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
