import { arrayContentHash } from 'assay-verify/canonical-json'
import type { CatalogTool } from 'assay-verify/catalog-tool'
import { toolIdOf } from 'assay-verify/subject-id'
import { eq } from 'drizzle-orm'
import type { CatalogServer } from '../../core/catalog/catalog'
import type { Categorizer } from '../../core/catalog/categorizer'
import { needsConfirmation, waitsSince } from '../../core/drift/unconfirmed-listing'
import { refreshUnsafeTexts } from '../breakages/open-changes'
import { mapInTurns } from '../chunks'
import type { Database } from '../database'
import { hasHostileText } from '../declarations/unsafe-texts'
import { recordBreakingChanges } from '../ratings/tool-facts'
import { type CatalogChange, NO_CHANGE } from './catalog'
import { servers } from './catalog-schema'
import { refreshListed } from './subjects'
import { listDrift, listGoneToolIds, recordToolChanges, type ToolDrift } from './tool-changes'
import { findKnownTools, markRemovedTools, recordTools } from './tools'
import { compareCutListing, findUnconfirmedListing, writeUnconfirmedListing } from './unconfirmed-listings'

export interface ListingRecord {
  serverKey: number
  tools: readonly CatalogTool[]
  /** false: the listing was cut, so a tool it does not contain may still exist. */
  complete: boolean
  /**
   * Whether the server is up; a tool missing from the listing of one that is just coming back is not removed. Default:
   * true.
   */
  isUp?: boolean
  protocolVersion: string | null
}

/** What a server's own listing changed of its tools. */
export interface ListingChange extends CatalogChange {
  removedToolIds: string[]
  /** Removed tools that are listed again. */
  returnedToolIds: string[]
  /** Changes of tools it listed before; empty for its first listing, which corrects a catalog and is no drift. */
  drift: ToolDrift[]
  /** It is the server's first own listing, so a tool it lacks was only ever in a catalog. */
  isFirst: boolean
  /** It removes so much that it waits until a later one confirms it. */
  isUnconfirmed: boolean
  /** It was cut, so a tool it lacks may still exist. */
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

/** Stored instead of a hash when something of the listing was left out, so that the same listing is read again. */
const TAKEN_IN_PART = 'partial'

/**
 * Applies a server's own listing. From then on it overrides any catalog: tools it no longer lists are marked as
 * removed, not deleted, and changes are written to the history of its tools. Of a cut listing only what a second one
 * confirms is applied.
 */
export async function recordListing(
  tx: Database,
  record: ListingRecord,
  now: Date,
  categorize: Categorizer,
): Promise<ListingChange> {
  const hashed = arrayContentHash()
  await mapInTurns(record.tools, hashed.add)
  const listingHash = hashed.hash()
  const server = await findServerByKey(tx, record.serverKey)
  if (server === undefined) return UNCHANGED
  const facts = { protocolVersion: record.protocolVersion, listedAt: now }
  const isKnown = record.complete && server.listingHash === listingHash
  const taking = isKnown ? null : await readTaking(tx, record, server, listingHash, now)
  const change = taking === null ? null : await takeListing(tx, taking, server, now, categorize)
  const hash = change === null ? server.listingHash : change.toolsLeftOut > 0 ? TAKEN_IN_PART : taking?.hash
  await tx
    .update(servers)
    .set({ ...facts, listingHash: hash })
    .where(eq(servers.key, record.serverKey))
  if (taking === null || change === null) return { ...UNCHANGED, isUnconfirmed: !isKnown }
  // After the hash: without one the tools are a catalog's.
  const hasHostile = await hasHostileText({ description: '', tools: taking.tools })
  const hasLostTools = taking.gone.length > 0
  await refreshUnsafeTexts(tx, [{ serverKey: record.serverKey, hasHostile, hasLostTools }])
  return change
}

/** What a listing adds and removes. */
interface Taking {
  serverKey: number
  tools: readonly CatalogTool[]
  /** Ids of the live tools it removes. */
  gone: string[]
  isCut: boolean
  /**
   * Hash the listing is recognized by from now on; null: none was confirmed yet, so the next one is still the first.
   */
  hash: string | null
}

/** null: the listing has to wait for another that confirms it. */
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
    // Only the server's own whole listings are compared; one that waits is forgotten once a different one arrives.
    const waiting = await findUnconfirmedListing(tx, serverKey, server.listedAt)
    const whole = waiting?.cutKeys === null ? { hash: waiting.listingHash, since: waiting.firstAt } : undefined
    const firstAt = waitsSince(whole, listingHash, isUp, now)
    if (firstAt !== null) {
      await writeUnconfirmedListing(tx, { serverKey, listingHash, cutKeys: null, firstAt, lastAt: now })
      return null
    }
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
  // Before additions, which need the room of the removed tools.
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
