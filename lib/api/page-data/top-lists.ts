import { toolFactsOf } from 'assay-verify/score/tool-facts'
import type { CategorySummary, ListingRow } from '../../contract/shapes/categories'
import { OTHER_CATEGORY } from '../../core/catalog/taxonomy'
import type { StripDay } from '../../core/history/day-strip'
import { assess } from '../../core/verdict/assessment'
import { countRatedServers } from '../../store/listings/category-counts'
import type { Context } from '../context'
import { findRating } from '../get-rating'
import { listCategories } from '../operations/categories'
import { foldedRows } from '../operations/category'
import { dayStrips } from './day-strips'

/** Some of what is rated in a category, a row for each product. */
export interface TopList {
  category: CategorySummary
  rows: TopRow[]
}

type TopRow = Omit<ListingRow, 'rank'>

/** Top rows that are kept of each category: as many as the longest list of a page shows. */
const ROWS_CACHED = 6
const CACHED_MS = 30_000
/** Rows of the first category of the home page, of the second, and so on. */
const HOME_ROWS = [6, 4, 4] as const

/**
 * The best of every category, in the order in which a reader browses them. One after the other: the embedded database
 * has one connection.
 */
export async function topOfCategories(rows: number, context: Context): Promise<TopList[]> {
  const lists: TopList[] = []
  for (const category of await listCategories(context, true))
    lists.push({ category, rows: (await topOf(category, 'rank', context)).slice(0, rows) })
  return lists
}

/**
 * Lists for the home page, of the categories with the most rated servers: what of them is rated and most wanted; with
 * the days of their servers.
 */
export async function homeLists(context: Context): Promise<{ lists: TopList[]; days: Map<string, StripDay[]> }> {
  const rated = await context.memo.recent('rated servers of categories', CACHED_MS, context.now, () =>
    countRatedServers(context.db),
  )
  const ratedOf = ({ slug }: CategorySummary) => rated.get(slug) ?? 0
  const best = (await listCategories(context, true))
    .filter((category) => ratedOf(category) > 0 && category.slug !== OTHER_CATEGORY)
    .sort((a, b) => ratedOf(b) - ratedOf(a) || b.healthy - a.healthy || b.tracked - a.tracked)
    .slice(0, HOME_ROWS.length)
  const lists: TopList[] = []
  for (const [at, category] of best.entries())
    lists.push({ category, rows: (await topOf(category, 'wanted', context)).slice(0, HOME_ROWS[at]) })
  const servers = lists.flatMap(({ rows }) => rows.map(({ serverId }) => serverId))
  const days = await context.memo.recent('days of the home page', CACHED_MS, context.now, () =>
    dayStrips(servers, context),
  )
  return { lists, days }
}

async function topOf(category: CategorySummary, sort: 'rank' | 'wanted', context: Context): Promise<TopRow[]> {
  const { slug, tracked, unrated } = category
  if (tracked === unrated) return []
  const part = { filter: { placed: true, forPages: true }, sort, limit: ROWS_CACHED, offset: 0 } as const
  return context.memo.recent(`top of ${slug}, ${sort}`, CACHED_MS, context.now, async () => {
    const rows: TopRow[] = []
    for (const { rank: _rank, ...row } of await foldedRows(slug, part, 'product', context))
      rows.push(await asServer(row, context))
    return rows
  })
}

/**
 * The row with the state of its server, for which it stands in these lists: an open incident of any of its tools
 * counts.
 */
async function asServer(row: TopRow, context: Context): Promise<TopRow> {
  const server = row.kind === 'server' ? undefined : await findRating(row.serverId, context)
  if (server === undefined) return row
  const { status, verdict, recommendation, reasons } = assess(
    server.serverState,
    server.declaredAccess,
    toolFactsOf(server),
    context.now,
  )
  return { ...row, status, verdict, recommendation, reasons }
}
