import { sql } from 'drizzle-orm'
import type { CatalogServer, CatalogTool } from '../core/catalog'
import { categorize } from '../core/categorize'
import { oneLine } from '../core/hostile-text'
import { EMPTY_SCORE_FACTS, scoreFrom } from '../core/score'
import type { CategorySlug } from '../core/taxonomy'
import { splitIdentifier } from '../core/words'
import { type Database, rowsOf } from './database'

/** A server or tool as it is to be rated, listed and found. */
export interface SubjectRecord {
  id: string
  kind: 'server' | 'tool'
  serverKey: number
  name: string
  title: string | null
  description: string
  serverTitle: string
  summary: string
  categories: CategorySlug[]
}

/**
 * Takes subjects in with the rating of no evidence; of a known one only its words change, never its rating. An id that
 * belongs to another server or kind is left alone. Answers how many were.
 */
export async function recordSubjects(tx: Database, records: readonly SubjectRecord[]): Promise<number> {
  if (records.length === 0) return 0
  const { score, grade } = scoreFrom(EMPTY_SCORE_FACTS, null)
  const firstOfEach = new Map([...records].reverse().map((record) => [record.id, record]))
  const rows = [...firstOfEach.values()].map((record) => ({
    ...record,
    spoken_name: splitIdentifier(record.name),
    server_key: record.serverKey,
  }))
  const written = await rowsOf<{ id: string }>(
    tx,
    sql`WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS g(id text, kind subject_kind, server_key integer, name text, summary text, categories text[])
    )
    INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
    SELECT id, kind, server_key, name, summary, 'unknown', ${score}, ${grade}, categories, true FROM given
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, summary = excluded.summary, categories = excluded.categories, removed_at = NULL, listed = true
    WHERE subjects.server_key = excluded.server_key AND subjects.kind = excluded.kind
    RETURNING id`,
  )
  const own = new Set(written.map((row) => row.id))
  await recordSearchDocuments(
    tx,
    rows.filter((row) => own.has(row.id)),
  )
  return records.length - own.size
}

interface Words {
  id: string
  spoken_name: string
  title: string | null
  description: string
  serverTitle: string
}

async function recordSearchDocuments(tx: Database, rows: readonly Words[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO search_documents (subject_id, document)
    SELECT id,
      setweight(to_tsvector('english', concat_ws(' ', spoken_name, title)), 'A')
      || setweight(to_tsvector('english', coalesce("serverTitle", '')), 'B')
      || setweight(to_tsvector('english', coalesce(description, '')), 'C')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS g(id text, spoken_name text, title text, description text, "serverTitle" text)
    ON CONFLICT (subject_id) DO UPDATE SET document = excluded.document`)
}

/** A tool is listed while it is there; a server is listed as itself only while it has no tools. */
export async function refreshListed(tx: Database, serverKeys: readonly number[]): Promise<void> {
  if (serverKeys.length === 0) return
  await tx.execute(sql`
    UPDATE subjects SET listed = NOT subjects.listed FROM servers
    WHERE servers.key = subjects.server_key AND subjects.server_key IN ${[...serverKeys]}
      AND subjects.listed <> (servers.lifecycle <> 'deleted' AND subjects.removed_at IS NULL AND (subjects.kind = 'tool' OR NOT EXISTS (
        SELECT FROM tools WHERE tools.server_key = subjects.server_key AND tools.removed_at IS NULL)))`)
}

/** A server as a subject of its own. */
export function serverSubject(key: number, server: CatalogServer): SubjectRecord {
  const words = {
    title: null,
    name: server.title,
    description: server.description,
    serverTitle: '',
    serverDescription: '',
  }
  return {
    id: server.id,
    kind: 'server',
    serverKey: key,
    name: server.title,
    title: null,
    description: server.description,
    serverTitle: '',
    summary: oneLine(server.description),
    categories: categorize({ ...words, categoryHint: server.categoryHint, tags: server.tags }),
  }
}

/** A tool as a subject. */
export function toolSubject(serverKey: number, server: CatalogServer, tool: CatalogTool, id: string): SubjectRecord {
  const { title, name, description } = tool
  const words = { title, name, description, serverTitle: server.title, serverDescription: server.description }
  return {
    id,
    kind: 'tool',
    serverKey,
    name,
    title,
    description,
    serverTitle: server.title,
    summary: oneLine(description),
    categories: categorize({ ...words, categoryHint: server.categoryHint, tags: server.tags }),
  }
}
