import { type SQL, sql } from 'drizzle-orm'
import { intList, textList } from '../array-literal'
import { countDeleted, type Database, rowsOf } from '../database'
import { preparedByIds, type Statement } from '../prepared'
import type { DatabaseInstant } from '../search/search-documents'
import { alternativeLists } from './alternatives-schema'

/** Something that does the same as a subject, whatever its state. */
export interface ListedAlternative {
  id: string
  /** 0-1, to the thousandth. */
  similarity: number
  /** Whether it works on data that is kept in another product. */
  inOtherProduct: boolean
}

/** What does the same as a subject, the most similar first; empty: nothing is known to. */
export interface AlternativeList {
  subjectId: string
  alternatives: readonly ListedAlternative[]
}

/** A removed tool is what callers with an old listing call: it keeps its list for a month. */
const HAS_LIST = sql.raw(
  `(s.listed OR s.kind = 'server' AND s.removed_at IS NULL OR s.removed_at > clock_timestamp() - interval '30 days')`,
)
/** Alternatives are searched for again after this time. An index cannot be asked for a time that passes meanwhile. */
const OLD = sql.raw(`now() - interval '24 hours'`)

/**
 * Subjects without a search since they or their words were last written, of those written after `since` (null: of all):
 * first those that cannot be relied on now, then by id.
 */
export async function listUnsearched(db: Database, since: DatabaseInstant | null, limit: number): Promise<string[]> {
  const isChanged = since === null ? sql`true` : sql`s.words_changed_at >= ${since}::timestamptz`
  return idsOf(
    db,
    sql`SELECT s.id FROM subjects s JOIN servers v ON v.key = s.server_key
      LEFT JOIN server_states st ON st.server_key = s.server_key
      LEFT JOIN alternative_lists a ON a.subject_id = s.id
      WHERE ${isChanged} AND ${HAS_LIST} AND (a.subject_id IS NULL OR a.found_at < s.words_changed_at)
      ORDER BY (a.subject_id IS NULL AND (st.verdict IS NOT DISTINCT FROM 'down' OR v.unsafe OR s.removed_at IS NOT NULL)) DESC, s.id
      LIMIT ${limit}`,
  )
}

/** Subjects whose newest search is a day old, the oldest first. */
export async function listOldSearches(db: Database, limit: number): Promise<string[]> {
  return idsOf(
    db,
    sql`SELECT subject_id AS id FROM alternative_lists WHERE found_at < ${OLD} ORDER BY found_at, subject_id LIMIT ${limit}`,
  )
}

/** Deletes the lists, a day old or older, of subjects that are gone from the catalog. */
export async function forgetGone(db: Database): Promise<number> {
  return countDeleted(
    db,
    sql`DELETE FROM alternative_lists a USING subjects s
      WHERE a.found_at < ${OLD} AND s.id = a.subject_id AND NOT ${HAS_LIST}`,
  )
}

async function idsOf(db: Database, query: SQL): Promise<string[]> {
  return (await rowsOf<{ id: string }>(db, query)).map(({ id }) => id)
}

/** Replaces what was found before. Subjects that the catalog does not have are left out. */
export async function recordLists(db: Database, lists: readonly AlternativeList[]): Promise<void> {
  if (lists.length === 0) return
  const rows = lists.map(({ subjectId, alternatives }) => {
    const similarities = intList(alternatives.map(({ similarity }) => Math.round(similarity * 1000)))
    const elsewhere = sql`${`{${alternatives.map((one) => one.inOtherProduct).join(',')}}`}::text::boolean[]`
    return sql`(${subjectId}::text, ${textList(alternatives.map(({ id }) => id))}, ${similarities}, ${elsewhere})`
  })
  await db.execute(
    sql`INSERT INTO alternative_lists (subject_id, alternatives, similarities, in_other_product)
      SELECT g.* FROM (VALUES ${sql.join(rows, sql`, `)}) AS g (subject_id, alternatives, similarities, in_other_product)
      JOIN subjects s ON s.id = g.subject_id ORDER BY g.subject_id
      ON CONFLICT (subject_id) DO UPDATE SET alternatives = excluded.alternatives,
        similarities = excluded.similarities, in_other_product = excluded.in_other_product, found_at = excluded.found_at`,
  )
}

interface ListRow {
  id: string
  alternatives: string[]
  similarities: number[]
  inOtherProduct: boolean[]
}

const listRows = preparedByIds((db, ids) => {
  const { subjectId: id, alternatives, similarities, inOtherProduct } = alternativeLists
  const statement = db
    .select({ id, alternatives, similarities, inOtherProduct })
    .from(alternativeLists)
    .where(sql`${id} IN ${ids}`)
  return statement.prepare(`alternative_lists_${ids.length}`) as unknown as Statement<ListRow>
})

/** The lists of these subjects, in no order; those that have none are left out. */
export async function readLists(db: Database, subjectIds: readonly string[]): Promise<AlternativeList[]> {
  return (await listRows(db, subjectIds)).map(listOf)
}

/** The next lists by the time they were found, from `since` on (null: from the first), after `after` of that time. */
export async function listFoundSince(
  db: Database,
  since: { foundAt: DatabaseInstant; id: string } | null,
  limit: number,
): Promise<{ lists: AlternativeList[]; last: { foundAt: DatabaseInstant; id: string } | null }> {
  const isNewer =
    since === null ? sql`true` : sql`(found_at, subject_id) > (${since.foundAt}::timestamptz, ${since.id})`
  const rows = await rowsOf<ListRow & { foundAt: DatabaseInstant }>(
    db,
    sql`SELECT subject_id AS id, alternatives, similarities, in_other_product AS "inOtherProduct", found_at::text AS "foundAt"
      FROM alternative_lists WHERE ${isNewer} ORDER BY found_at, subject_id LIMIT ${limit}`,
  )
  const last = rows.at(-1)
  return { lists: rows.map(listOf), last: last === undefined ? since : { foundAt: last.foundAt, id: last.id } }
}

function listOf({ id, alternatives, similarities, inOtherProduct }: ListRow): AlternativeList {
  return {
    subjectId: id,
    alternatives: alternatives.map((alternative, place) => ({
      id: alternative,
      similarity: (similarities[place] ?? 0) / 1000,
      inOtherProduct: inOtherProduct[place] ?? false,
    })),
  }
}
