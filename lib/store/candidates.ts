import { sql } from 'drizzle-orm'
import type { Belief } from '../core/belief'
import type { JsonSchema, Package, Remote, ToolAnnotations } from '../core/catalog'
import type { Grade } from '../core/grade'
import type { ScoreFacts } from '../core/score'
import { shorterIds } from '../core/subject-id'
import type { Access } from '../core/verdict'
import { type Database, rowsOf } from './database'

/** A listed subject with all that an answer says of it and of its server. */
export interface FoundSubject {
  id: string
  kind: 'server' | 'tool'
  name: string
  description: string
  serverKey: number
  serverId: string
  repository: string | null
  packages: Package[]
  remotes: Remote[]
  /** The protocol revision its server last spoke; null: it was never asked, or speaks none. */
  protocolVersion: string | null
  inputSchema: JsonSchema | null
  annotations: ToolAnnotations | null
  score: number
  grade: Grade
  declaredAccess: Access
  /** Both null: nobody has looked at its server. */
  belief: Belief | null
  scoreFacts: ScoreFacts | null
}

/** The listed ones of these subjects, in the order given; an id that is not listed is left out. */
export async function listFound(db: Database, ids: readonly string[]): Promise<FoundSubject[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf<FoundSubject>(
    db,
    sql`SELECT s.id, s.kind, s.name, coalesce(t.description, v.description) AS description, v.key AS "serverKey", v.id AS "serverId",
      v.repository, v.packages, v.remotes, v.protocol_version AS "protocolVersion", t.input_schema AS "inputSchema", t.annotations,
      s.score, s.grade, v.declared_access AS "declaredAccess", st.belief, st.score_facts AS "scoreFacts"
    FROM subjects s JOIN servers v ON v.key = s.server_key
      LEFT JOIN server_states st ON st.server_key = s.server_key LEFT JOIN tools t ON t.id = s.id AND s.kind = 'tool'
    WHERE s.id = ANY(${sql.param(`{${ids.map((id) => JSON.stringify(id)).join(',')}}`)}::text[]) AND s.listed`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Known ids that an unknown one may have meant: under its longest known prefix, and before and after it. In no order. */
export async function listNearbyIds(db: Database, id: string, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`(SELECT id FROM subjects WHERE server_key = (
        SELECT server_key FROM subjects WHERE id IN ${[id, ...shorterIds(id)]} ORDER BY length(id) DESC LIMIT 1) ORDER BY id LIMIT ${limit})
      UNION (SELECT id FROM subjects WHERE id > ${id} ORDER BY id LIMIT 10)
      UNION (SELECT id FROM subjects WHERE id < ${id} ORDER BY id DESC LIMIT 10)`,
  )
  return rows.map((row) => row.id)
}
