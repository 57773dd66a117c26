import { eq } from 'drizzle-orm'
import { contentHash } from '../core/canonical-json'
import type { CatalogServer, CatalogTool } from '../core/catalog'
import type { Categorizer } from '../core/categorizer'
import { type CatalogChange, NO_CHANGE } from './catalog'
import type { Database } from './database'
import { servers } from './schema'
import { refreshListed } from './subjects'
import { markRemovedTools, recordTools } from './tools'

export interface ListingRecord {
  serverKey: number
  tools: readonly CatalogTool[]
  /** false: the listing was cut, so what it does not hold may be there all the same. */
  complete: boolean
  protocolVersion: string | null
  era: string | null
}

/** What a server's own listing changed of its tools. */
export interface ListingChange extends CatalogChange {
  removedToolIds: string[]
}

/** Takes what a server itself lists. From now on its listing is believed over any catalog; what it no longer lists is marked, not deleted. */
export async function recordListing(
  tx: Database,
  record: ListingRecord,
  now: Date,
  categorize: Categorizer,
): Promise<ListingChange> {
  const listingHash = contentHash(record.tools)
  const server = await findServerByKey(tx, record.serverKey)
  const unchanged: ListingChange = { ...NO_CHANGE, removedToolIds: [] }
  const facts = { protocolVersion: record.protocolVersion, era: record.era, listedAt: now }
  await tx
    .update(servers)
    .set({ ...facts, listingHash })
    .where(eq(servers.key, record.serverKey))
  if (server === undefined || server.listingHash === listingHash) return unchanged
  const counted = await recordTools(
    tx,
    [{ key: record.serverKey, server: server.catalog, tools: record.tools }],
    now,
    categorize,
  )
  const removedToolIds = record.complete
    ? await markRemovedTools(tx, record.serverKey, server.catalog.id, record.tools, now)
    : []
  await refreshListed(tx, [record.serverKey])
  return {
    ...unchanged,
    toolsAdded: counted.added,
    toolsChanged: counted.changed,
    toolsRemoved: removedToolIds.length,
    idTaken: counted.taken,
    idRefused: counted.refused,
    removedToolIds,
  }
}

async function findServerByKey(
  tx: Database,
  key: number,
): Promise<{ listingHash: string | null; catalog: CatalogServer } | undefined> {
  const [row] = await tx.select().from(servers).where(eq(servers.key, key))
  if (row === undefined) return undefined
  const { listingHash, ...facts } = row
  return { listingHash, catalog: { ...facts, tools: [] } }
}
