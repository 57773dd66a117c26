import type { LeafKind } from 'assay-verify/leaves/leaf'
import { and, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import { tlogLeaves } from './tlog-schema'

/** A leaf that has a number. */
export interface NumberedLeaf {
  index: number
  /** RFC 6962 leaf hash, lower-case hex. */
  hash: string
  kind: LeafKind
  subject: string | null
  digest: string | null
  /** ISO 8601. */
  at: string
  identity: string | null
  /** The text of the leaf; null: it is published. */
  entry: string | null
  /** Of the text and the identity, as in the queue; null: it is published. */
  signature: string | null
}

/** Writes leaves with their numbers, in one statement. */
export async function recordLeaves(tx: Database, leaves: readonly NumberedLeaf[]): Promise<void> {
  if (leaves.length === 0) return
  await tx.execute(sql`
    INSERT INTO log_leaves (index, hash, kind, subject, digest, at, identity, entry, signature)
    SELECT index, decode(hash, 'hex'), kind, subject, digest, at, identity, entry, signature
    FROM json_to_recordset(${JSON.stringify(leaves)}::json) AS given(
      index bigint, hash text, kind leaf_kind, subject text, digest text, at timestamptz, identity text, entry text, signature text)`)
}

/** Leaves that are not published, from `from` on, in order. */
export async function listUnpublished(
  db: Database,
  from: number,
  limit: number,
): Promise<(Pick<NumberedLeaf, 'index' | 'identity' | 'signature'> & { entry: string })[]> {
  const { index, entry, identity, signature } = tlogLeaves
  const rows = await db
    .select({ index, entry, identity, signature })
    .from(tlogLeaves)
    .where(and(gte(tlogLeaves.index, from), isNotNull(tlogLeaves.entry)))
    .orderBy(tlogLeaves.index)
    .limit(limit)
  return rows.map(({ entry, ...row }) => ({ ...row, entry: entry ?? '' }))
}

/** Hashes of the leaves from `from` until before `to`, hex, by number. */
export async function listLeafHashes(db: Database, from: number, to: number): Promise<Map<number, string>> {
  const rows = await db
    .select({ index: tlogLeaves.index, hash: sql<string>`encode(${tlogLeaves.hash}, 'hex')` })
    .from(tlogLeaves)
    .where(and(gte(tlogLeaves.index, from), lt(tlogLeaves.index, to)))
  return new Map(rows.map(({ index, hash }) => [index, hash]))
}

/** Forgets the texts of published leaves: they are in the entry bundles. */
export async function forgetLeafEntries(tx: Database, from: number, to: number): Promise<void> {
  await tx
    .update(tlogLeaves)
    .set({ entry: null, signature: null })
    .where(and(gte(tlogLeaves.index, from), lt(tlogLeaves.index, to)))
}

/**
 * Takes the numbers of unpublished leaves from `from` on back, and puts them into the queue again, before what waits
 * there. Answers how many.
 */
export async function returnToQueue(tx: Database, from: number): Promise<number> {
  const rows = await tx.delete(tlogLeaves).where(gte(tlogLeaves.index, from)).returning({
    index: tlogLeaves.index,
    entry: tlogLeaves.entry,
    identity: tlogLeaves.identity,
    signature: tlogLeaves.signature,
  })
  const again = rows.filter(({ entry }) => entry !== null).sort((a, b) => b.index - a.index)
  if (again.length === 0) return 0
  const given = again.map(({ entry, identity, signature }) => ({ fact: jsonOf(entry ?? ''), identity, signature }))
  await tx.execute(sql`
    INSERT INTO log_queue (key, fact, identity, signature)
    SELECT (SELECT coalesce(min(key), 1) FROM log_queue) - place, given -> 'fact', given ->> 'identity', given ->> 'signature'
    FROM json_array_elements(${JSON.stringify(given)}::json) WITH ORDINALITY AS entries(given, place)`)
  return again.length
}

/** The text itself where it is no JSON: something else than this program wrote it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Those of these leaf hashes (lower-case hex) that a leaf has already. */
export async function listKnownHashes(tx: Database, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await rowsOf<{ hash: string }>(
    tx,
    sql`SELECT given.hash FROM json_array_elements_text(${JSON.stringify(hashes)}::json) AS given(hash)
      WHERE EXISTS (SELECT FROM log_leaves WHERE log_leaves.hash = decode(given.hash, 'hex'))`,
  )
  return new Set(rows.map(({ hash }) => hash))
}

/** Identities among these that a leaf has already. */
export async function listKnownIdentities(tx: Database, identities: readonly string[]): Promise<Set<string>> {
  if (identities.length === 0) return new Set()
  const rows = await tx
    .select({ identity: tlogLeaves.identity })
    .from(tlogLeaves)
    .where(inArray(tlogLeaves.identity, [...identities]))
  return new Set(rows.flatMap(({ identity }) => identity ?? []))
}

/** Numbers of the published leaves with these identities. */
export async function listPublishedByIdentity(
  db: Database,
  identities: readonly string[],
): Promise<Map<string, number>> {
  if (identities.length === 0) return new Map()
  const rows = await rowsOf<{ identity: string; index: number }>(
    db,
    sql`SELECT identity, index::float8 AS index FROM log_leaves
      WHERE identity IN ${[...identities]} AND index < (SELECT published FROM log_state)`,
  )
  return new Map(rows.map(({ identity, index }) => [identity, index]))
}

/** A leaf as lists show it. */
export type ListedLeaf = Pick<typeof tlogLeaves.$inferSelect, 'index' | 'kind' | 'subject' | 'digest' | 'at'>

/** Published leaves, the newest first, before number `before`: that name a subject; null: all. */
export async function listNewestLeaves(
  db: Database,
  subject: string | null,
  before: number,
  limit: number,
): Promise<ListedLeaf[]> {
  const { index, kind, subject: about, digest, at } = tlogLeaves
  return db
    .select({ index, kind, subject: about, digest, at })
    .from(tlogLeaves)
    .where(and(subject === null ? undefined : eq(about, subject), lt(index, before)))
    .orderBy(desc(index))
    .limit(limit)
}
