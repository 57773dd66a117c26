import { grouped } from 'assay-verify/grouped'
import { sql } from 'drizzle-orm'
import type { Package, Remote } from '../../core/catalog/catalog'
import { NO_LICENSE } from '../../core/catalog/license'
import type { PublisherState } from '../../core/catalog/publisher'
import { transportsThatHold } from '../../core/catalog/transports'
import { servers, subjects } from '../catalog/catalog-schema'
import { instantOf, msOf, type Read, readOf } from '../read-together'
import { PRODUCT_OF } from './category-listings'
import { IS_PLACED, type ListingFilter, listedMatching } from './listing-filter'

/** An entry of a product that nobody has checked. */
export interface UnratedEntry {
  serverId: string
  title: string
  description: string
  /** Of its product; null: not resolved yet. */
  publisher: string | null
  publisherState: PublisherState | null
  remotes: Remote[]
  packages: Package[]
  repository: string | null
  /** Tools that it lists; 0: none are known. */
  tools: number
  registry: string
  license: string | null
  lastReleaseAt: Date | null
}

/** Remote before package before image before API before source, over `servers`; 5: the catalog has none of these. */
const WAY_IN = sql`CASE
  WHEN EXISTS (SELECT FROM json_array_elements(${servers.remotes}) AS r WHERE r ->> 'transport' IN ${transportsThatHold('mcp')}) THEN 0
  WHEN EXISTS (SELECT FROM json_array_elements(${servers.packages}) AS p WHERE p ->> 'registry' <> 'oci') THEN 1
  WHEN json_array_length(${servers.packages}) > 0 THEN 2
  WHEN json_array_length(${servers.remotes}) > 0 THEN 3
  WHEN ${servers.repository} IS NOT NULL THEN 4 ELSE 5 END`

/** By what is known, the most first; the next decides between equals. `UNRATED_ORDER` says it in words. */
const ORDER = ['state', 'way', 'tools DESC', 'licensed DESC', 'released DESC NULLS LAST', 'id'].join(', ')

export interface UnratedPart {
  filter: ListingFilter
  limit: number
  offset: number
}

/**
 * The products of a category that are neither rated nor unsafe, ordered by what is known of them: of each its entries
 * in the category, the one with the most known first.
 */
export function unratedProductsRead(slug: string, { filter, limit, offset }: UnratedPart): Read<UnratedEntry[][]> {
  const { key, id, title, description, publisher, publisherState, remotes, packages, repository, registry, license } =
    servers
  return readOf<UnratedRow, UnratedEntry[][]>(
    sql`WITH matched AS (
        SELECT ${PRODUCT_OF} AS product, ${subjects.serverKey}, bool_or(${IS_PLACED}) AS placed
        ${listedMatching(slug, filter)} GROUP BY 1, 2
      ), entries AS (
        SELECT product, ${key}, ${id}, coalesce(${publisherState}, 'unknown') AS state, ${WAY_IN} AS way,
          (SELECT count(*)::int FROM ${subjects} WHERE ${subjects.serverKey} = ${key} AND kind = 'tool' AND listed) AS tools,
          coalesce(${license} !~* ${NO_LICENSE} AND lower(${license}) <> ${servers.registry}, false) AS licensed, ${servers.lastReleaseAt} AS released
        FROM matched JOIN ${servers} ON ${key} = server_key WHERE product NOT IN (SELECT product FROM matched WHERE placed)
      ), shown AS (
        SELECT product, row_number() OVER (ORDER BY ${sql.raw(ORDER)}) AS place FROM (
          SELECT product, min(state) AS state, min(way) AS way, max(tools) AS tools, bool_or(licensed) AS licensed,
            max(released) AS released, min(id) AS id FROM entries GROUP BY product) AS products
        ORDER BY place LIMIT ${limit} OFFSET ${offset}
      )
      SELECT product, ${id} AS "serverId", ${title}, ${description}, ${publisher}, ${publisherState} AS "publisherState",
        ${remotes}, ${packages}, ${repository}, tools, ${registry}, ${license}, ${msOf(sql`released`)} AS "releasedMs"
      FROM shown JOIN entries USING (product) JOIN ${servers} USING (key) ORDER BY place, ${sql.raw(ORDER.replace('id', 'entries.id'))}`,
    byProduct,
  )
}

type UnratedRow = Omit<UnratedEntry, 'lastReleaseAt'> & { product: string; releasedMs: number | null }

function byProduct(rows: readonly UnratedRow[]): UnratedEntry[][] {
  const entries = rows.map(({ product, releasedMs, ...row }) => {
    return [product, { ...row, lastReleaseAt: releasedMs === null ? null : instantOf(releasedMs) }] as const
  })
  return [...grouped(entries).values()]
}
