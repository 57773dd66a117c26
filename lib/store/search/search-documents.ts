import { sql } from 'drizzle-orm'
import type { SubjectDescription } from '../../core/catalog/subject-description'
import { type Database, rowsOf } from '../database'

/** An instant as the database writes it, to the microsecond; a Date would round it. */
export type DatabaseInstant = string

/** A change is visible when its transaction ends. Transactions older than this are not waited for. */
const LONGEST_TRANSACTION = sql.raw(`interval '10 minutes'`)
/** Time between the moment a row is dated and the moment its transaction is known to write. */
const MARGIN = sql.raw(`interval '100 milliseconds'`)

const documentColumns =
  sql.raw(`s.id, s.kind, v.id AS "serverId", s.name, t.title, coalesce(t.description, v.description) AS description,
  t.input_schema AS "inputSchema", v.title AS "serverTitle", v.description AS "serverDescription"
  FROM subjects s JOIN servers v ON v.key = s.server_key LEFT JOIN tools t ON t.id = s.id AND s.kind = 'tool'`)

/** The next listed subjects after an id, in the order of ids; null: from the first. */
export async function listDocumentsAfter(
  db: Database,
  after: string | null,
  limit: number,
): Promise<SubjectDescription[]> {
  return rowsOf<SubjectDescription>(
    db,
    sql`SELECT ${documentColumns} WHERE s.listed AND s.id > ${after ?? ''} ORDER BY s.id LIMIT ${limit}`,
  )
}

/** The listed ones of these subjects, in the order of ids. */
export async function listDocuments(db: Database, ids: readonly string[]): Promise<SubjectDescription[]> {
  if (ids.length === 0) return []
  return rowsOf<SubjectDescription>(
    db,
    sql`SELECT ${documentColumns} WHERE s.listed AND s.id IN ${[...ids]} ORDER BY s.id`,
  )
}

/**
 * Subjects whose words changed, or that were listed or unlisted, at or after an instant; at most `limit`, in the order
 * of ids.
 */
export async function listChangedSubjects(
  db: Database,
  since: DatabaseInstant,
  limit: number,
): Promise<{ id: string; listed: boolean }[]> {
  return rowsOf<{ id: string; listed: boolean }>(
    db,
    sql`SELECT id, listed FROM (
      SELECT id, listed FROM subjects WHERE words_changed_at >= ${since}::timestamptz ORDER BY words_changed_at LIMIT ${limit}
    ) AS changed ORDER BY id`,
  )
}

/**
 * The instant before which every change of words is visible now, because no transaction that is still writing began
 * earlier. A change is dated by the clock when it is written, never by the beginning of its transaction. Transactions
 * longer than ten minutes are not waited for.
 */
export async function readSettledUntil(db: Database): Promise<DatabaseInstant> {
  const [row] = await rowsOf<{ until: DatabaseInstant }>(
    db,
    sql`SELECT (greatest(clock_timestamp() - ${LONGEST_TRANSACTION}, least(clock_timestamp(), min(xact_start))) - ${MARGIN})::text AS until
      FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND datname = current_database() AND pid <> pg_backend_pid()`,
  )
  if (row === undefined) throw new Error('an aggregate without a row')
  return row.until
}

/** Has the search index read the words of these servers' subjects again. */
export async function noteChangedWords(tx: Database, serverKeys: readonly number[]): Promise<void> {
  if (serverKeys.length === 0) return
  await tx.execute(sql`UPDATE subjects SET words_changed_at = clock_timestamp() WHERE server_key IN ${[...serverKeys]}`)
}
