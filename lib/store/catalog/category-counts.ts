import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { servers, subjects } from './catalog-schema'
import { type ListingFilter, listedMatching } from './listing-filter'
import { IS_WORKING } from './listing-order'

export interface CategoryCount {
  slug: string
  tracked: number
  /** Those with the verdict healthy. */
  healthy: number
  /** Those of them that work: neither unsafe nor servers without tools. */
  working: number
}

/**
 * How many listed subjects each category has and how many of them are healthy and work. Empty categories are left out.
 */
export async function countCategories(db: Database): Promise<CategoryCount[]> {
  return rowsOf<CategoryCount>(
    db,
    sql`SELECT slug, count(*)::int AS tracked, (count(*) FILTER (WHERE verdict = 'healthy'))::int AS healthy,
        (count(*) FILTER (WHERE ${IS_WORKING}))::int AS working
      FROM subjects JOIN ${servers} ON ${servers.key} = server_key, unnest(categories) AS slug WHERE listed GROUP BY slug`,
  )
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

/** The same of one category, and of how many servers they are. */
export async function countCategory(
  db: Database,
  slug: string,
): Promise<Omit<CategoryCount, 'slug'> & { servers: number }> {
  const [row] = await rowsOf<Omit<CategoryCount, 'slug'> & { servers: number }>(
    db,
    sql`SELECT count(*)::int AS tracked, (count(*) FILTER (WHERE verdict = 'healthy'))::int AS healthy,
        (count(*) FILTER (WHERE ${IS_WORKING}))::int AS working,
        (count(DISTINCT server_key))::int AS servers
      FROM subjects JOIN ${servers} ON ${servers.key} = server_key WHERE listed AND categories @> ARRAY[${slug}]::text[]`,
  )
  return row ?? { tracked: 0, healthy: 0, working: 0, servers: 0 }
}

/** How many subjects of a category a filter leaves, and of how many servers they are. */
export async function countMatching(
  db: Database,
  slug: string,
  filter: ListingFilter,
): Promise<{ matching: number; servers: number }> {
  const [row] = await rowsOf<{ matching: number; servers: number }>(
    db,
    sql`SELECT count(*)::int AS matching, (count(DISTINCT ${subjects.serverKey}))::int AS servers ${listedMatching(slug, filter)}`,
  )
  return row ?? { matching: 0, servers: 0 }
}
