import type { CatalogTool } from 'assay-verify/catalog-tool'
import { chunksOf } from 'assay-verify/chunks'
import { EMPTY_SCORE_FACTS, scoreFrom } from 'assay-verify/score/score'
import { sql } from 'drizzle-orm'
import type { CatalogServer } from '../../core/catalog/catalog'
import type { Categorizer } from '../../core/catalog/categorizer'
import type { CategorySlug } from '../../core/catalog/taxonomy'
import { oneLine } from '../../core/text/hostile-text'
import { type Database, rowsOf } from '../database'

/** A server or tool to be rated, listed and found. */
export interface SubjectRecord {
  id: string
  kind: 'server' | 'tool'
  serverKey: number
  name: string
  summary: string
  categories: CategorySlug[]
  /** As its source has it; `refreshListed` decides. */
  listed: boolean
}

/**
 * Writes subjects. A new one gets the rating of no evidence, of a known one only the words change. An id that belongs
 * to another server or kind is left alone; answers how many were.
 */
export async function recordSubjects(tx: Database, records: readonly SubjectRecord[]): Promise<number> {
  const firstOfEach = new Map([...records].reverse().map((record) => [record.id, record]))
  let written = 0
  for (const chunk of chunksOf([...firstOfEach.values()], WRITTEN_AT_ONCE)) written += await writeSubjects(tx, chunk)
  return records.length - written
}

/** The embedded database works on the main thread. */
const WRITTEN_AT_ONCE = 100

async function writeSubjects(tx: Database, records: readonly SubjectRecord[]): Promise<number> {
  const { score, grade } = scoreFrom(EMPTY_SCORE_FACTS, null)
  const rows = records.map((record) => ({ ...record, server_key: record.serverKey }))
  const written = await rowsOf<{ id: string }>(
    tx,
    sql`WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS g(id text, kind subject_kind, server_key integer, name text, summary text, categories text[], listed boolean)
    )
    INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
    SELECT id, kind, server_key, name, summary, 'unknown', ${score}, ${grade}, categories, listed FROM given
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, summary = excluded.summary, categories = excluded.categories, removed_at = NULL, listed = excluded.listed,
      words_changed_at = clock_timestamp()
    WHERE subjects.server_key = excluded.server_key AND subjects.kind = excluded.kind
    RETURNING id`,
  )
  return written.length
}

/** A tool is listed while it exists; a server is listed as itself only while it has no tools. */
export async function refreshListed(tx: Database, serverKeys: readonly number[]): Promise<void> {
  if (serverKeys.length === 0) return
  await tx.execute(sql`
    UPDATE subjects SET listed = NOT subjects.listed, words_changed_at = clock_timestamp() FROM servers
    WHERE servers.key = subjects.server_key AND servers.key IN ${[...serverKeys]}
      AND subjects.listed <> (servers.lifecycle <> 'deleted' AND subjects.removed_at IS NULL AND (subjects.kind = 'tool' OR NOT EXISTS (
        SELECT FROM tools WHERE tools.server_key = subjects.server_key AND tools.removed_at IS NULL)))`)
}

export function serverSubject(key: number, server: CatalogServer, categorize: Categorizer): SubjectRecord {
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
    summary: oneLine(server.description),
    categories: categorize({ ...words, categoryHint: server.categoryHint, tags: server.tags, tools: server.tools }),
    listed: server.tools.length === 0,
  }
}

export function toolSubject(
  serverKey: number,
  server: CatalogServer,
  tool: CatalogTool,
  id: string,
  categorize: Categorizer,
): SubjectRecord {
  const { title, name, description } = tool
  const words = { title, name, description, serverTitle: server.title, serverDescription: server.description }
  return {
    id,
    kind: 'tool',
    serverKey,
    name,
    summary: oneLine(description),
    categories: categorize({ ...words, categoryHint: server.categoryHint, tags: server.tags }),
    listed: true,
  }
}
