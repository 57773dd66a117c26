import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { IS_ON_PAGES } from './listing-filter'

// What search engines should find, read in steps of bounded work: the embedded database works on the main thread.

/** A page about a subject, and when what it says last changed. */
export interface SitemapPage {
  id: string
  changedAt: Date
}

/** Of a walk in the order of ids: what was found, and the last id that was looked at; null: nothing is left. */
export interface SitemapStep {
  pages: SitemapPage[]
  last: string | null
}

/**
 * Looks at the next `looked` products after an id, for those with an entry that can be called and of which a check
 * found something: the pages of others are not indexed. A change of an entry or a tool is one of its product.
 */
export async function stepCheckedProducts(db: Database, after: string, looked: number): Promise<SitemapStep> {
  return stepOf(
    db,
    sql`SELECT product_id AS id, bool_or(${IS_INDEXED}) AS found, max(${CHANGED_AT}) AS changed_at
      FROM servers WHERE product_id > ${after} GROUP BY product_id ORDER BY product_id LIMIT ${looked}`,
  )
}

/** The same of servers whose product is not resolved: the page of any other server leads to that of its product. */
export async function stepCheckedServers(db: Database, after: string, looked: number): Promise<SitemapStep> {
  return stepOf(
    db,
    sql`SELECT id, product_id IS NULL AND ${IS_INDEXED} AS found, ${CHANGED_AT} AS changed_at
      FROM servers WHERE id > ${after} ORDER BY id LIMIT ${looked}`,
  )
}

/** Without evidence, a verdict is stored as stale from the beginning. */
const HAS_EVIDENCE = sql`EXISTS (SELECT FROM server_states WHERE server_key = servers.key AND stale_after > as_of)`
const IS_INDEXED = sql`(json_array_length(packages) + json_array_length(remotes) > 0 AND lifecycle <> 'deleted' AND ${IS_ON_PAGES} AND ${HAS_EVIDENCE})`
const CHANGED_AT = sql`greatest(updated_at, (SELECT max(greatest(words_changed_at, rating_changed_at)) FROM subjects WHERE server_key = servers.key))`

/** Looks at the next `looked` subjects after an id, for listed servers with a grade. */
export async function stepRatedServers(db: Database, after: string, looked: number): Promise<SitemapStep> {
  return stepOf(
    db,
    sql`SELECT subjects.id, kind = 'server' AND grade <> 'unrated' AND lifecycle <> 'deleted' AND ${IS_ON_PAGES} AS found, greatest(words_changed_at, rating_changed_at) AS changed_at
      FROM servers JOIN subjects ON subjects.id = servers.id WHERE servers.id > ${after} ORDER BY servers.id LIMIT ${looked}`,
  )
}

/** Looks at the next `looked` subjects after an id, for listed tools with a grade. */
export async function stepRatedTools(db: Database, after: string, looked: number): Promise<SitemapStep> {
  return stepOf(
    db,
    sql`SELECT id, kind = 'tool' AND listed AND grade <> 'unrated' AS found, greatest(words_changed_at, rating_changed_at) AS changed_at
      FROM subjects WHERE id > ${after} ORDER BY id LIMIT ${looked}`,
  )
}

async function stepOf(db: Database, query: ReturnType<typeof sql>): Promise<SitemapStep> {
  const rows = await rowsOf<{ id: string; found: boolean; changed_at: string | Date }>(db, query)
  return {
    pages: rows.filter(({ found }) => found).map(({ id, changed_at }) => ({ id, changedAt: new Date(changed_at) })),
    last: rows.at(-1)?.id ?? null,
  }
}

/** When the listing of a category last changed; undefined: it lists nothing. */
export async function findCategoryChange(db: Database, slug: string): Promise<Date | undefined> {
  const [row] = await rowsOf<{ changed_at: string | Date | null }>(
    db,
    sql`SELECT max(greatest(words_changed_at, rating_changed_at)) AS changed_at FROM subjects
      WHERE listed AND categories @> ARRAY[${slug}]::text[]`,
  )
  return row?.changed_at == null ? undefined : new Date(row.changed_at)
}
