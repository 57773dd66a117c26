import { eq } from 'drizzle-orm'
import { type CutDecision, decideCutListing, keysIn, keysText } from '../../core/drift/cut-listing'
import type { Database } from '../database'
import { unconfirmedListings } from './drift-schema'

type ListingDoubt = typeof unconfirmedListings.$inferSelect

/** The listing of this server that waits for another to confirm it; undefined: none, or a confirmed one came since. */
export async function findDoubt(
  tx: Database,
  serverKey: number,
  listedAt: Date | null,
): Promise<ListingDoubt | undefined> {
  const [doubt] = await tx.select().from(unconfirmedListings).where(eq(unconfirmedListings.serverKey, serverKey))
  return doubt !== undefined && (listedAt === null || doubt.lastAt >= listedAt) ? doubt : undefined
}

export async function writeDoubt(tx: Database, doubt: ListingDoubt): Promise<void> {
  const { serverKey, ...set } = doubt
  await tx.insert(unconfirmedListings).values(doubt).onConflictDoUpdate({ target: unconfirmedListings.serverKey, set })
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
  const doubt = await findDoubt(tx, serverKey, record.listedAt)
  const waiting = doubt?.cutKeys === undefined || doubt.cutKeys === null ? undefined : doubt
  const previous = waiting === undefined ? null : { keys: keysIn(waiting.cutKeys ?? ''), at: waiting.firstAt }
  const decision = decideCutListing({ listed, known, isUp, previous }, now)
  const kept = { serverKey, listingHash: '', cutKeys: keysText(listed), firstAt: now, lastAt: now }
  await writeDoubt(tx, waiting === undefined || decision.isCompared ? kept : { ...waiting, lastAt: now })
  return decision
}
