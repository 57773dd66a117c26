import { sql } from 'drizzle-orm'
import type { Belief } from '../core/belief'
import type { JsonSchema, Package, Remote } from '../core/catalog'
import type { Grade } from '../core/grade'
import { shorterIds } from '../core/subject-id'
import type { Access, Verdict } from '../core/verdict'
import { type Database, rowsOf } from './database'

/** A listed subject that full text found, with what an answer says of it. */
export interface FoundSubject {
  id: string
  kind: 'server' | 'tool'
  name: string
  description: string
  serverId: string
  repository: string | null
  packages: Package[]
  remotes: Remote[]
  inputSchema: JsonSchema | null
  verdict: Verdict
  score: number
  grade: Grade
  declaredAccess: Access
  belief: Belief | null
  /** Postgres' ts_rank, 0-1; comparable within one answer only. */
  rank: number
}

/** Listed subjects that hold at least one of the words, best first. No word that is in any of them: an empty list. */
export async function searchSubjects(
  db: Database,
  text: string,
  limit: number,
  within: { categories?: readonly string[] } = {},
): Promise<FoundSubject[]> {
  const query = sql`to_tsquery('english', (SELECT coalesce(string_agg(quote_literal(lexeme), ' | '), '')
    FROM unnest(to_tsvector('english', ${text})) AS word(lexeme, positions, weights)))`
  const inCategory =
    within.categories === undefined
      ? sql`true`
      : sql`s.categories && ${sql.param(`{${within.categories.join(',')}}`)}::text[]`
  return rowsOf<FoundSubject>(
    db,
    sql`WITH best AS (
      SELECT d.subject_id AS id, ts_rank(ARRAY[0.1, 0.2, 0.4, 1.0], d.document, query, 1) AS rank
      FROM ${query} AS query, search_documents d JOIN subjects s ON s.id = d.subject_id
      WHERE d.document @@ query AND s.listed AND ${inCategory}
      ORDER BY rank DESC, s.verdict, s.score DESC, s.id LIMIT ${limit}
    )
    SELECT s.id, s.kind, s.name, coalesce(t.description, v.description) AS description, v.id AS "serverId", v.repository, v.packages, v.remotes,
      t.input_schema AS "inputSchema", s.verdict, s.score, s.grade, v.declared_access AS "declaredAccess", st.belief, best.rank::float8 AS rank
    FROM best JOIN subjects s ON s.id = best.id JOIN servers v ON v.key = s.server_key
      LEFT JOIN server_states st ON st.server_key = s.server_key LEFT JOIN tools t ON t.id = s.id AND s.kind = 'tool'
    ORDER BY best.rank DESC, s.verdict, s.score DESC, s.id`,
  )
}

/** Known ids that an unknown one may have meant: under its longest known prefix, and sharing its words. In no order. */
export async function listNearbyIds(db: Database, id: string, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`(SELECT id FROM subjects WHERE server_key = (
        SELECT server_key FROM subjects WHERE id IN ${[id, ...shorterIds(id)]} ORDER BY length(id) DESC LIMIT 1) ORDER BY id LIMIT ${limit})
      UNION (SELECT id FROM subjects WHERE id > ${id} ORDER BY id LIMIT 10)
      UNION (SELECT id FROM subjects WHERE id < ${id} ORDER BY id DESC LIMIT 10)`,
  )
  const found = await searchSubjects(db, id.replaceAll(/[/_\-.]+/g, ' '), limit)
  return [...new Set([...rows, ...found].map((row) => row.id))]
}
