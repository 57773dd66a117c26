import { createHash } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { holdsLease, type Lease } from '../leases'
import type { DatabaseInstant } from './search-documents'
import { searchIndex, searchSegments } from './search-schema'

export type SegmentName = (typeof searchIndex.$inferSelect)['name']

/** A stored segment: what a reader needs before it reads the bytes. */
export type StoredSegment = Pick<
  typeof searchIndex.$inferSelect,
  'version' | 'parts' | 'bytes' | 'sha256' | 'documents'
>

export type StoredSegments = Partial<Record<SegmentName, StoredSegment>>

/** A stored segment, and how many changes it lacks. */
export interface SegmentState extends StoredSegment {
  weightsHash: string
  coversUntil: DatabaseInstant
  builtAt: Date
  /** Subjects whose words changed since it was built; counted up to `COUNTED`. */
  behind: number
}

export interface IndexState extends Partial<Record<SegmentName, SegmentState>> {
  hasSubjects: boolean
}

/** A segment to be stored, with its description. */
export interface NewSegment {
  bytes: Uint8Array
  documents: number
  weightsHash: string
  coversUntil: DatabaseInstant
  gone: readonly string[]
}

/** The stored bytes of a segment are not those that were written. */
export class BrokenSegment extends Error {}

/** Changes are counted up to this number for each segment. */
const COUNTED = 50_000
/** An embedded database writes this much in 0.1 s, and blocks the process meanwhile. Must stay below 8 MB. */
const PART_BYTES = 2_000_000

/** The segments in force, by one statement. */
export async function listSegments(db: Database): Promise<StoredSegments> {
  const { name, version, parts, bytes, sha256, documents } = searchIndex
  const rows = await db.select({ name, version, parts, bytes, sha256, documents }).from(searchIndex)
  return Object.fromEntries(rows.map(({ name: key, ...segment }) => [key, segment]))
}

/** The segments in force, how many changes they lack, and whether there is anything to index, by one statement. */
export async function readIndexState(db: Database): Promise<IndexState> {
  type Row = SegmentState & { name: SegmentName | null; builtAtMs: number; hasSubjects: boolean }
  const rows = await rowsOf<Row>(
    db,
    sql`SELECT EXISTS (SELECT FROM subjects WHERE listed) AS "hasSubjects", i.name, i.version, i.parts, i.bytes, i.sha256, i.documents,
        i.weights_hash AS "weightsHash", i.covers_until::text AS "coversUntil",
        (extract(epoch FROM i.built_at) * 1000)::float8 AS "builtAtMs",
        (SELECT count(*)::int FROM (SELECT FROM subjects WHERE words_changed_at >= i.covers_until LIMIT ${COUNTED}) AS changed) AS behind
      FROM (SELECT 1) AS one LEFT JOIN search_index i ON true`,
  )
  const segments = rows.flatMap(({ name, hasSubjects: _, builtAtMs, ...segment }) =>
    name === null ? [] : [[name, { ...segment, builtAt: new Date(builtAtMs) }]],
  )
  return { hasSubjects: rows[0]?.hasSubjects ?? false, ...Object.fromEntries(segments) }
}

/**
 * Stores a segment and puts it in force; readers see the old one or the new one, whole. Each part is its own statement,
 * so that nobody waits for long. False: another holder has the lease, and nothing changed.
 */
export async function recordSegment(
  db: Database,
  name: SegmentName,
  segment: NewSegment,
  lease: Lease,
  now: Date,
  partBytes = PART_BYTES,
): Promise<boolean> {
  const version = lease.holder
  await dropLeftovers(db, name)
  const parts = Math.ceil(segment.bytes.length / partBytes)
  const hash = createHash('sha256')
  for (let part = 0; part < parts; part++) {
    const piece = segment.bytes.subarray(part * partBytes, (part + 1) * partBytes)
    hash.update(piece)
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('base64')
    // As text: the embedded database's driver takes seconds for megabytes of bytea.
    await db.insert(searchSegments).values({ name, version, part, bytes: sql`decode(${bytes}, 'base64')` })
  }
  const { weightsHash, documents, coversUntil, gone } = segment
  const facts = { version, parts, bytes: segment.bytes.length, sha256: hash.digest('hex'), documents, weightsHash }
  const row = { ...facts, coversUntil: sql`${coversUntil}::timestamptz`, builtAt: now, gone: [...gone] }
  const isOurs = await db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) return false
    await tx
      .insert(searchIndex)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: searchIndex.name, set: row })
    return true
  })
  await dropLeftovers(db, name)
  return isOurs
}

/** Notes that a segment would be the same if it were built again now, so that it covers more time. */
export async function recordCover(
  db: Database,
  name: SegmentName,
  version: string,
  until: DatabaseInstant,
  now: Date,
): Promise<void> {
  await db
    .update(searchIndex)
    .set({ coversUntil: sql`${until}::timestamptz`, builtAt: now })
    .where(and(eq(searchIndex.name, name), eq(searchIndex.version, version)))
}

/**
 * The bytes of a segment, in memory that threads can share; undefined when it is not in force any more. Throws
 * `BrokenSegment` when they are not those that were written.
 */
export async function readSegment(
  db: Database,
  name: SegmentName,
  { version, parts, bytes, sha256 }: StoredSegment,
): Promise<Uint8Array | undefined> {
  const whole = new Uint8Array(new SharedArrayBuffer(bytes))
  const hash = createHash('sha256')
  let at = 0
  for (let part = 0; part < parts; part++) {
    const [row] = await db
      .select({ bytes: sql<string>`encode(${searchSegments.bytes}, 'base64')` })
      .from(searchSegments)
      .where(and(eq(searchSegments.name, name), eq(searchSegments.version, version), eq(searchSegments.part, part)))
    if (row === undefined) return undefined
    const piece = Buffer.from(row.bytes, 'base64')
    if (at + piece.length > bytes)
      throw new BrokenSegment(`${name} ${version} is longer than the ${bytes} bytes written`)
    whole.set(piece, at)
    hash.update(piece)
    at += piece.length
  }
  if (at !== bytes || hash.digest('hex') !== sha256)
    throw new BrokenSegment(`${name} ${version} is not as it was written`)
  return whole
}

/** Ids that a segment marks as gone; none for a version that is not in force. */
export async function listGone(db: Database, name: SegmentName, version: string): Promise<string[]> {
  const [row] = await db
    .select({ gone: searchIndex.gone })
    .from(searchIndex)
    .where(and(eq(searchIndex.name, name), eq(searchIndex.version, version)))
  return row?.gone ?? []
}

/**
 * Deletes the parts of versions that are not in force: of the one before, or of a killed builder. One part per
 * statement, as they were written.
 */
async function dropLeftovers(db: Database, name: SegmentName): Promise<void> {
  const inForce = sql`coalesce((SELECT version FROM search_index WHERE name = ${name}), '')`
  const { version, part } = searchSegments
  const rows = await db
    .select({ version, part })
    .from(searchSegments)
    .where(and(eq(searchSegments.name, name), ne(version, inForce)))
  for (const row of rows) {
    await db
      .delete(searchSegments)
      .where(and(eq(searchSegments.name, name), eq(version, row.version), eq(part, row.part)))
  }
}
