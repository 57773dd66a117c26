import { toolFactsOf } from 'assay-verify/score/tool-facts'
import type { CategorySummary, ListingRow } from '../../contract/shapes/categories'
import { OTHER_CATEGORY } from '../../core/catalog/taxonomy'
import type { StripDay } from '../../core/history/day-strip'
import { assess } from '../../core/verdict/assessment'
import { countRatedServers } from '../../store/catalog/category-counts'
import type { Context } from '../context'
import { findRating } from '../get-rating'
import { categories } from '../operations/categories'
import { foldedRows } from '../operations/category'
import { dayStrips } from './day-strips'

/** The beginning of a category's listing, folded by server. */
export interface TopList {
  category: CategorySummary
  rows: ListingRow[]
}

/** Top rows that are kept of each category: as many as the longest list of a page shows. */
const ROWS_CACHED = 6
const CACHED_MS = 30_000
/** Rows of the first category of the home page, of the second, and so on. */
const HOME_ROWS = [6, 4, 4] as const

/**
 * The best servers of every category that has any, in the order in which a reader browses them. One after the other:
 * the embedded database has one connection.
 */
export async function topOfCategories(rows: number, context: Context): Promise<TopList[]> {
  const { categories: all } = await categories({}, context)
  const lists: TopList[] = []
  for (const category of all) lists.push({ category, rows: (await topOf(category, context)).slice(0, rows) })
  return lists
}

/**
 * Lists for the home page: of the categories with the most rated servers, then the most healthy tools; with the days of
 * their servers.
 */
export async function homeLists(context: Context): Promise<{ lists: TopList[]; days: Map<string, StripDay[]> }> {
  const { categories: all } = await categories({}, context)
  const rated = await context.memo.recent('rated servers of categories', CACHED_MS, context.now, () =>
    countRatedServers(context.db),
  )
  const ratedOf = ({ slug }: CategorySummary) => rated.get(slug) ?? 0
  const best = all
    .filter(({ tracked, slug }) => tracked > 0 && slug !== OTHER_CATEGORY)
    .sort((a, b) => ratedOf(b) - ratedOf(a) || b.healthy - a.healthy || b.tracked - a.tracked)
    .slice(0, HOME_ROWS.length)
  const lists: TopList[] = []
  for (const [at, category] of best.entries())
    lists.push({ category, rows: (await topOf(category, context)).slice(0, HOME_ROWS[at]) })
  const servers = lists.flatMap(({ rows }) => rows.map(({ serverId }) => serverId))
  const days = await context.memo.recent('days of the home page', CACHED_MS, context.now, () =>
    dayStrips(servers, context),
  )
  return { lists, days }
}

async function topOf({ slug, tracked }: CategorySummary, context: Context): Promise<ListingRow[]> {
  if (tracked === 0) return []
  const part = { filter: {}, sort: 'rank', limit: ROWS_CACHED, offset: 0 } as const
  return context.memo.recent(`top of ${slug}`, CACHED_MS, context.now, async () => {
    const rows: ListingRow[] = []
    for (const row of await foldedRows(slug, part, context)) rows.push(await asServer(row, context))
    return rows
  })
}

/**
 * The row with the state of its server, for which it stands in these lists: an open incident of any of its tools
 * counts.
 */
async function asServer(row: ListingRow, context: Context): Promise<ListingRow> {
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
