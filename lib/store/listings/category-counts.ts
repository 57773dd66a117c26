import { sql } from 'drizzle-orm'
import { servers, subjects } from '../catalog/catalog-schema'
import { type Database, rowsOf } from '../database'
import { type Read, readAlone, readOf } from '../read-together'
import { PRODUCT_OF } from './category-listings'
import { IS_ON_PAGES, IS_PLACED, IS_RATED, type ListingFilter, listedMatching } from './listing-filter'
import { IS_WORKING } from './listing-order'

export interface CategoryCount {
  slug: string
  tracked: number
  /** Those with the verdict healthy. */
  healthy: number
  /** Those of them that work: neither unsafe nor servers without tools. */
  working: number
  /** Those that nothing was observed of yet, and that are not unsafe. */
  unrated: number
}

const COUNTS = sql`count(*)::int AS tracked, (count(*) FILTER (WHERE verdict = 'healthy'))::int AS healthy,
  (count(*) FILTER (WHERE ${IS_WORKING}))::int AS working, (count(*) FILTER (WHERE NOT ${IS_PLACED}))::int AS unrated`

/**
 * How many listed subjects each category has, and how many of them are healthy, work and are not rated. Empty
 * categories are left out. `forPages`: without the fixtures of benchmarks.
 */
export async function countCategories(db: Database, { forPages = false } = {}): Promise<CategoryCount[]> {
  return rowsOf<CategoryCount>(
    db,
    sql`SELECT slug, ${COUNTS} FROM subjects JOIN ${servers} ON ${servers.key} = server_key, unnest(categories) AS slug
      WHERE listed ${forPages ? sql`AND ${IS_ON_PAGES}` : sql.empty()} GROUP BY slug`,
  )
}

/** The same of one category, and of how many servers that is. */
export type OneCategoryCount = Omit<CategoryCount, 'slug'> & { servers: number }

/** Of what a filter leaves of one category. */
export function countCategory(db: Database, slug: string, filter: ListingFilter = {}): Promise<OneCategoryCount> {
  return readAlone(db, categoryCountRead(slug, filter))
}

export function categoryCountRead(slug: string, filter: ListingFilter): Read<OneCategoryCount> {
  return readOf<OneCategoryCount, OneCategoryCount>(
    sql`SELECT ${COUNTS}, (count(DISTINCT ${subjects.serverKey}))::int AS servers ${listedMatching(slug, filter)}`,
    onlyRow,
  )
}

/** How a list of products is divided on the page of a category. */
export interface PlacedCount {
  /** What has a rank; `rows`: also products that are unsafe, which stand below it. */
  ranked: { tools: number; products: number; rows: number }
  /** `beside`: those of its tools whose product has others that stand above; such products are not counted here. */
  unrated: { tools: number; products: number; beside: number }
}

/** How what a filter leaves of a category is divided on its page. */
export function placedCountRead(slug: string, filter: ListingFilter): Read<PlacedCount> {
  return readOf<PlacedCount, PlacedCount>(
    sql`SELECT json_build_object('tools', coalesce(sum(ranked), 0), 'products', count(*) FILTER (WHERE ranked > 0),
          'rows', count(*) FILTER (WHERE placed > 0)) AS ranked,
        json_build_object('tools', coalesce(sum(tools - placed), 0), 'products', count(*) FILTER (WHERE placed = 0),
          'beside', coalesce(sum(tools - placed) FILTER (WHERE placed > 0), 0)) AS unrated
      FROM (SELECT count(*) AS tools, count(*) FILTER (WHERE ${IS_PLACED}) AS placed,
          count(*) FILTER (WHERE ${IS_RATED} AND NOT ${servers.unsafe}) AS ranked
        ${listedMatching(slug, filter)} GROUP BY ${PRODUCT_OF}) AS by_product`,
    onlyRow,
  )
}

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('An aggregate has one row')
  return row
}

/**
 * How many servers with a rated tool, or that are rated themselves, each category has, by slug. Categories without any
 * are left out.
 */
export async function countRatedServers(db: Database): Promise<Map<string, number>> {
  const rows = await rowsOf<{ slug: string; servers: number }>(
    db,
    sql`SELECT slug, (count(DISTINCT server_key))::int AS servers
      FROM subjects, unnest(categories) AS slug WHERE listed AND grade <> 'unrated' GROUP BY slug`,
  )
  return new Map(rows.map(({ slug, servers }) => [slug, servers]))
}
