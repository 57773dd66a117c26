import { DAY_MS } from 'assay-verify/duration'
import { asc, inArray, sql } from 'drizzle-orm'
import { ALL_PARTITIONS } from '../../core/caller/partition'
import { BATCH_HASH_DAYS } from '../../core/retention'
import { intList, textList } from '../array-literal'
import { type Database, rowsOf } from '../database'
import { countedBatches } from '../keys/keys-schema'
import type { Batch, Counted } from './ingest'

// Idempotency keys, as keyed hashes, with the answers that repeated batches get.

/** What was counted under a hash before, or was given to the stream of outcomes to be counted. */
export interface CountedBefore {
  counted: Counted
  /** A keyed hash of the batch; null: not kept. */
  content: string | null
  /**
   * A bit for each partition that was counted, while it is not known that the stream has the whole batch; null: it is
   * counted, or the stream has it.
   */
  countedParts: number | null
}

/** A hash to take, with what is stored of its batch. */
export interface BatchClaim {
  hash: string
  content: string | null
  counted: Counted
  countedParts: number | null
}

/** The first claim of each hash, in the order in which all writers lock rows. */
function inOrder(claims: readonly BatchClaim[]): BatchClaim[] {
  const first = new Map<string, BatchClaim>()
  for (const claim of claims) if (!first.has(claim.hash)) first.set(claim.hash, claim)
  return [...first.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1))
}

/**
 * Takes hashes, and waits for other transactions that take the same. Answers what is stored under those taken before,
 * their rows locked until the transaction ends.
 */
export async function claimHashes(
  tx: Database,
  claims: readonly BatchClaim[],
  now: Date,
): Promise<Map<string, CountedBefore>> {
  const given = inOrder(claims)
  if (given.length === 0) return new Map()
  const expiresAt = new Date(now.getTime() + BATCH_HASH_DAYS * DAY_MS)
  const claimed = await tx
    .insert(countedBatches)
    .values(
      given.map(({ hash, content, countedParts, counted: { accepted, ignored, credits } }) => ({
        ...{ hash, content, countedParts, accepted, ignored, credits },
        expiresAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ hash: countedBatches.hash })
  if (claimed.length === given.length) return new Map()
  const mine = new Set(claimed.map(({ hash }) => hash))
  const others = given.map(({ hash }) => hash).filter((hash) => !mine.has(hash))
  const { hash, accepted, ignored, credits, content, countedParts } = countedBatches
  const rows = await tx
    .select({ hash, accepted, ignored, credits, content, countedParts })
    .from(countedBatches)
    .where(inArray(hash, others))
    .orderBy(asc(hash))
    .for('update')
  return new Map(
    rows.map(({ hash: one, content: sent, countedParts: parts, ...counted }) => [
      one,
      { counted, content: sent, countedParts: parts },
    ]),
  )
}

/** Whether a batch has another body than what was sent with its hash before. */
export function isOther({ hash, content }: Batch, before: Pick<Batch, 'content'>): boolean {
  return hash !== null && before.content != null && before.content !== content
}

/** Stores the answers that retries get. */
export async function recordResults(tx: Database, counted: ReadonlyMap<Batch, Counted>): Promise<void> {
  const results = [...counted].flatMap(([{ hash }, result]) => (hash === null ? [] : [{ hash, ...result }]))
  if (results.length === 0) return
  await tx.execute(
    sql`UPDATE counted_batches SET accepted = r.accepted, ignored = r.ignored, credits = r.credits
      FROM unnest(${sql.param(results.map(({ hash }) => hash))}::text[], ${sql.param(results.map(({ accepted }) => accepted))}::int[],
        ${sql.param(results.map(({ ignored }) => ignored))}::int[], ${sql.param(results.map(({ credits }) => credits))}::int[])
        AS r(hash, accepted, ignored, credits)
      WHERE counted_batches.hash = r.hash`,
  )
}

/** Whether something of what is stored under a hash may be neither counted nor with the stream. */
export function isOpen({ countedParts }: CountedBefore): boolean {
  return countedParts !== null && countedParts !== ALL_PARTITIONS
}

/** Marks batches as counted in all partitions: what the stream has of them is left out from now on. */
export async function closeParts(tx: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await tx
    .update(countedBatches)
    .set({ countedParts: ALL_PARTITIONS })
    .where(inArray(countedBatches.hash, [...hashes]))
}

/**
 * Marks batches that the stream has whole, but for those that were counted without it meanwhile, and those that a
 * consumer is at: unmarked they are right, too.
 */
export async function settleHashes(db: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await db.execute(
    sql`UPDATE counted_batches SET counted_parts = NULL WHERE hash IN (
      SELECT hash FROM counted_batches WHERE hash = ANY (${textList(hashes)}) AND counted_parts <> ${ALL_PARTITIONS}
      FOR UPDATE SKIP LOCKED)`,
  )
}

/**
 * Which of these hashes are counted in a partition already; the others of those that are not settled are marked as
 * counted in it. Their rows are locked until the transaction ends.
 */
export async function markPart(tx: Database, hashes: readonly string[], partition: number): Promise<Set<string>> {
  const bit = 2 ** partition
  if (hashes.length === 0) return new Set()
  const open = await rowsOf<{ hash: string; parts: number }>(
    tx,
    sql`SELECT hash, counted_parts AS parts FROM counted_batches
      WHERE hash = ANY (${textList(hashes)}) AND counted_parts IS NOT NULL ORDER BY hash FOR UPDATE`,
  )
  const marked = open.filter(({ parts }) => (parts & bit) === 0)
  if (marked.length > 0) {
    await tx.execute(
      sql`UPDATE counted_batches SET counted_parts = r.parts
        FROM unnest(${textList(marked.map(({ hash }) => hash))}, ${intList(marked.map(({ parts }) => parts | bit))}) AS r(hash, parts)
        WHERE counted_batches.hash = r.hash`,
    )
  }
  return new Set(open.filter(({ parts }) => (parts & bit) !== 0).map(({ hash }) => hash))
}
