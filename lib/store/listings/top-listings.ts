import { grouped } from 'assay-verify/grouped'
import { sql } from 'drizzle-orm'
import { servers, subjects } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { readAlone, readOf } from '../read-together'
import {
  BESIDES,
  type FoldedListing,
  type FoldedRow,
  type ListingPart,
  orderOf,
  PRODUCT_OF,
  type ReadsFacts,
  withFacts,
} from './category-listings'
import { IS_ON_PAGES, IS_PLACED } from './listing-filter'
import { publishedOrder } from './listing-order'

type TopRow = FoldedRow & { slug: string }

/**
 * The first products of these categories in this order, by slug: of what is placed on pages, at most `rows` of each, a
 * row for each product as `listFoldedCategory` gives it, without other subjects under it and without ranks.
 */
export async function listTopProducts(
  db: Database,
  slugs: readonly string[],
  { sort, rows }: { sort: ListingPart['sort']; rows: number },
  facts: ReadsFacts,
): Promise<Map<string, FoldedListing[]>> {
  if (slugs.length === 0) return new Map()
  const { id, kind, facts: ofServer, verdict, score, grade, serverKey, listed, categories } = subjects
  const rowsOfAll = await readAlone(
    db,
    readOf<TopRow, readonly TopRow[]>(
      sql`WITH best AS (
          SELECT DISTINCT ON (slug, ${PRODUCT_OF}) slug, ${id}, ${kind}, CASE ${kind} WHEN 'server' THEN ${ofServer} END AS facts, ${verdict},
            ${score}, ${grade}, ${serverKey}, (count(*) OVER (PARTITION BY slug, ${PRODUCT_OF}))::int - 1 AS others
          FROM ${subjects} JOIN ${servers} ON ${servers.key} = ${serverKey}, unnest(${categories}) AS slug
          WHERE ${listed} AND slug IN ${[...slugs]} AND ${IS_PLACED} AND ${IS_ON_PAGES}
          ORDER BY slug, ${PRODUCT_OF}, ${publishedOrder()}
        ), placed AS (
          SELECT slug, ${id}, others, row_number() OVER (PARTITION BY slug ORDER BY ${orderOf(sort)}) AS place
          FROM best AS subjects JOIN ${servers} ON ${servers.key} = ${serverKey}
        )
        SELECT slug, NULL AS rank, ARRAY[placed.id] AS ids, others, ${BESIDES} FROM placed JOIN ${subjects} USING (id)
          JOIN ${servers} ON ${servers.key} = ${serverKey} WHERE place <= ${rows} ORDER BY slug, place`,
      (all) => all,
    ),
  )
  return grouped((await withFacts(rowsOfAll, facts)).map((one) => [one.row.slug, one]))
}
