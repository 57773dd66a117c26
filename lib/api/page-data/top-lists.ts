import { toolFactsOf } from 'assay-verify/score/tool-facts'
import type { CategorySummary, ListingRow } from '../../contract/shapes/categories'
import { CATEGORIES, OTHER_CATEGORY } from '../../core/catalog/taxonomy'
import type { StripDay } from '../../core/history/day-strip'
import { assess } from '../../core/verdict/assessment'
import { countRatedServers } from '../../store/listings/category-counts'
import { listTopProducts } from '../../store/listings/top-listings'
import type { Context } from '../context'
import { findRating } from '../get-rating'
import { listCategories } from '../operations/categories'
import { foldedListingRow } from '../operations/category'
import { dayStrips } from './day-strips'

/** Some of what is rated in a category, a row for each product. */
export interface TopList {
  category: CategorySummary
  rows: TopRow[]
}

type TopRow = Omit<ListingRow, 'rank'>

const SLUGS = CATEGORIES.map(({ slug }) => slug)
/** Rows that are read of each category: as many as the longest list of a page shows. */
const ROWS_READ = 6
const CACHED_MS = 30_000
/** Rows of the first category of the home page, of the second, and so on. */
const HOME_ROWS = [6, 4, 4] as const

/** The best of every category, in the order in which a reader browses them. */
export async function topOfCategories(rows: number, context: Context): Promise<TopList[]> {
  const [categories, tops] = await Promise.all([
    listCategories(context, true),
    context.memo.recent('tops of categories', CACHED_MS, context.now, () => topsOf(SLUGS, 'rank', context)),
  ])
  return categories.map((category) => ({ category, rows: (tops.get(category.slug) ?? []).slice(0, rows) }))
}

/**
 * Lists for the home page, of the categories with the most rated servers: what of them is rated and most wanted; with
 * the days of their servers.
 */
export async function homeLists(context: Context): Promise<{ lists: TopList[]; days: Map<string, StripDay[]> }> {
  const categories = await listCategories(context, true)
  const { tops, days } = await context.memo.recent('lists of the home page', CACHED_MS, context.now, async () => {
    const found = await topsOf(await mostRated(categories, context), 'wanted', context)
    const shown = [...found].map(([slug, rows], at) => [slug, rows.slice(0, HOME_ROWS[at])] as const)
    const servers = shown.flatMap(([, rows]) => rows.map(({ serverId }) => serverId))
    return { tops: shown, days: await dayStrips(servers, context) }
  })
  const lists = tops.flatMap(([slug, rows]) => {
    const category = categories.find((one) => one.slug === slug)
    return category === undefined ? [] : [{ category, rows }]
  })
  return { lists, days }
}

/** The categories with the most rated servers, as many as the home page lists. */
async function mostRated(categories: readonly CategorySummary[], { reads: { db } }: Context): Promise<string[]> {
  const rated = await countRatedServers(db)
  const ratedOf = ({ slug }: CategorySummary) => rated.get(slug) ?? 0
  return categories
    .filter((category) => ratedOf(category) > 0 && category.slug !== OTHER_CATEGORY)
    .sort((a, b) => ratedOf(b) - ratedOf(a) || b.healthy - a.healthy || b.tracked - a.tracked)
    .slice(0, HOME_ROWS.length)
    .map(({ slug }) => slug)
}

/** The first rows of each of these categories, by slug, in this order. */
async function topsOf(slugs: readonly string[], sort: 'rank' | 'wanted', context: Context) {
  const {
    reads: { db },
    now,
    subjectFacts,
  } = context
  const found = await listTopProducts(db, slugs, { sort, rows: ROWS_READ }, subjectFacts)
  const tops = new Map<string, TopRow[]>()
  for (const slug of slugs) {
    const rows = (found.get(slug) ?? []).map((one) => foldedListingRow(one, now))
    tops.set(slug, await Promise.all(rows.map(({ rank: _rank, ...row }) => asServer(row, context))))
  }
  return tops
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
