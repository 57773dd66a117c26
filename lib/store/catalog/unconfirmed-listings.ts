import { eq } from 'drizzle-orm'
import { type CutDecision, decideCutListing, keysIn, keysText } from '../../core/drift/cut-listing'
import type { Database } from '../database'
import { unconfirmedListings } from './drift-schema'

type UnconfirmedListing = typeof unconfirmedListings.$inferSelect

/** The listing of this server that waits for another to confirm it; undefined: none, or a confirmed one came since. */
export async function findUnconfirmedListing(
  tx: Database,
  serverKey: number,
  listedAt: Date | null,
): Promise<UnconfirmedListing | undefined> {
  const [listing] = await tx.select().from(unconfirmedListings).where(eq(unconfirmedListings.serverKey, serverKey))
  return listing !== undefined && (listedAt === null || listing.lastAt >= listedAt) ? listing : undefined
}

export async function writeUnconfirmedListing(tx: Database, listing: UnconfirmedListing): Promise<void> {
  const { serverKey, ...set } = listing
  await tx
    .insert(unconfirmedListings)
    .values(listing)
    .onConflictDoUpdate({ target: unconfirmedListings.serverKey, set })
}

export interface CutRecord {
  serverKey: number
  /** Ids of the tools in the listing, and of those the server has. */
  listed: readonly string[]
  known: readonly string[]
  isUp: boolean
  /** When the newest listing before this one was taken. */
  listedAt: Date | null
}

/** Compares a cut listing with the one before it, and keeps what the next one is compared with. */
export async function compareCutListing(tx: Database, record: CutRecord, now: Date): Promise<CutDecision> {
  const { serverKey, listed, known, isUp } = record
  const unconfirmed = await findUnconfirmedListing(tx, serverKey, record.listedAt)
  const waiting = unconfirmed?.cutKeys == null ? undefined : unconfirmed
  const previous = waiting === undefined ? null : { keys: keysIn(waiting.cutKeys ?? ''), at: waiting.firstAt }
  const decision = decideCutListing({ listed, known, isUp, previous }, now)
  const kept = { serverKey, listingHash: '', cutKeys: keysText(listed), firstAt: now, lastAt: now }
  await writeUnconfirmedListing(tx, waiting === undefined || decision.isCompared ? kept : { ...waiting, lastAt: now })
  return decision
}
