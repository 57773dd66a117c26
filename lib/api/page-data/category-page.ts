import { z } from 'zod'
import { OPERATIONS } from '../../contract/operations'
import { type CategorySummary, type ListingRow, MOST_FOLDED } from '../../contract/shapes/categories'
import { knownLicense } from '../../core/catalog/license'
import { REGISTRY_ROWS, TRANSPORT_ROWS } from '../../core/catalog/transports'
import { oneLine } from '../../core/text/hostile-text'
import { categoryCountRead, type PlacedCount, placedCountRead } from '../../store/listings/category-counts'
import { foldedRead, withFacts } from '../../store/listings/category-listings'
import type { ListingFilter } from '../../store/listings/listing-filter'
import { type UnratedEntry, unratedProductsRead } from '../../store/listings/unrated-products'
import { NOTHING_READ, readTogether } from '../../store/read-together'
import type { Context } from '../context'
import { summaryOf } from '../operations/categories'
import {
  asOf,
  faqOf,
  filterOf,
  foldedListingRow,
  getCategory,
  listingOf,
  pagesOf,
  partOf,
  ROWS_OF_A_PAGE,
} from '../operations/category'

/**
 * What a page of a category shows. both: what is ranked, and on the first page the beginning of what is not rated yet;
 * unrated: all of that; all: the published order in one list, a row for each tool.
 */
const VIEWS = ['both', 'unrated', 'all'] as const
type View = (typeof VIEWS)[number]

/** The parameters of a page of a category. */
export const CATEGORY_PAGE_INPUT = OPERATIONS.category.input.extend({ view: z.enum(VIEWS).default('both') })
type CategoryPageInput = z.output<typeof CATEGORY_PAGE_INPUT>

export interface CategoryPage extends CategorySummary {
  view: View
  page: number
  pages: number
  /** A row for each product, or with the view `all` for each tool; null: not on this page. */
  ranked: (PlacedCount['ranked'] & { list: ListingRow[] }) | null
  notRated: (PlacedCount['unrated'] & { list: Exclude<ReturnType<typeof unratedRow>, readonly never[]>[] }) | null
  faq: ReturnType<typeof faqOf>
  asOf: string
}

/** Rows of what is not rated yet below what is ranked. */
const UNRATED_SHOWN = 20

export async function categoryPage(input: CategoryPageInput, context: Context): Promise<CategoryPage> {
  const { page, view } = input
  const known = getCategory(input.slug)
  const filter: ListingFilter = { ...(await filterOf(input, context)), forPages: true }
  if (view === 'all') return everyTool(input, filter, context)
  const part = { filter: { ...filter, placed: true }, sort: input.sort, ...partOf(page) }
  const unratedPart = { filter, ...(view === 'unrated' ? partOf(page) : { limit: UNRATED_SHOWN, offset: 0 }) }
  const hasUnrated = view === 'unrated' || page === 1
  const { counts, placed, folded, products } = await readTogether(context.reads.db, {
    counts: categoryCountRead(known.slug, { forPages: true }),
    placed: placedCountRead(known.slug, filter),
    folded:
      view === 'unrated' ? NOTHING_READ : foldedRead(known.slug, part, { by: 'product', othersShown: MOST_FOLDED }),
    products: hasUnrated ? unratedProductsRead(known.slug, unratedPart) : NOTHING_READ,
  })
  const { ranked, unrated } = placed
  const pages = pagesOf(view === 'unrated' ? unrated.products : ranked.rows, ROWS_OF_A_PAGE, page)
  const list = (await withFacts(folded, context.subjectFacts)).map((one) => foldedListingRow(one, context.now))
  return {
    ...summaryOf(known, counts),
    notRated: hasUnrated ? { ...unrated, list: products.flatMap(unratedRow) } : null,
    ranked: view === 'unrated' ? null : { ...ranked, list },
    ...{ view, page, pages },
    faq: faqOf(known.name, counts),
    asOf: asOf(context),
  }
}

async function everyTool(input: CategoryPageInput, filter: ListingFilter, context: Context): Promise<CategoryPage> {
  const { rows: list, matching, servers, ...listing } = await listingOf({ ...input, view: 'all' }, filter, context)
  return {
    ...listing,
    view: 'all',
    ranked: { list, tools: matching, products: servers, rows: matching },
    notRated: null,
  }
}

/** A product by its first entry, of which most is known; ways in, licence and the newest release are of all. */
function unratedRow(entries: readonly UnratedEntry[]) {
  const [first] = entries
  if (first === undefined) return []
  const releases = entries.flatMap(({ lastReleaseAt }) => lastReleaseAt ?? []).map((at) => at.getTime())
  return {
    serverId: first.serverId,
    title: first.title,
    description: oneLine(first.description),
    publisher: first.publisherState === null ? null : { name: first.publisher, state: first.publisherState },
    ways: waysOf(entries),
    tools: first.tools,
    license:
      entries.map((entry) => knownLicense(entry.license, entry.registry)).find((license) => license !== null) ?? null,
    lastReleaseAt: releases.length === 0 ? null : new Date(Math.max(...releases)).toISOString(),
  }
}

const WAY_WORDS = { mcp: 'remote', process: 'local', api: 'web API', description: 'web API', other: 'other' } as const

function waysOf(entries: readonly UnratedEntry[]): string[] {
  const remotes = entries.flatMap((entry) => entry.remotes.map(({ transport }) => TRANSPORT_ROWS[transport].holds))
  const registries = entries.flatMap((entry) => entry.packages.map(({ registry }) => registry))
  const ways = [
    ...remotes.filter((holds) => holds === 'mcp').map((holds) => WAY_WORDS[holds]),
    ...registries.map((registry) => (registry === 'oci' ? 'Docker' : REGISTRY_ROWS[registry].name)),
    ...remotes.map((holds) => WAY_WORDS[holds]),
  ]
  if (ways.length === 0 && entries.some(({ repository }) => repository !== null)) return ['source only']
  return [...new Set(ways)]
}
