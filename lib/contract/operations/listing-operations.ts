import { z } from 'zod'
import { LISTING_VIEWS, RANKING_RULE, UNRANKED_RULE } from '../../core/verdict/ranking'
import { EXAMPLES } from '../examples'
import { CategorySlug, Page } from '../inputs'
import { LISTING_FILTERS } from '../listing-filters'
import { operation } from '../operation'
import { Report } from '../report/report'
import { CategoryListing, CategorySummary } from '../shapes/categories'

/** Reads of everything that is tracked: free, without a key, the same answer for every caller. */
export const LISTING_OPERATIONS = {
  report: operation({
    method: 'GET',
    path: '/v1/report',
    summary: 'The ecosystem, and how often this service was right',
    description:
      'How much is tracked and in what state, and how often the verdicts and forecasts of this service were right. Built every few minutes; `asOf` gives the time. Licensed CC-BY-4.0.',
    pathParameters: [],
    input: z.strictObject({}),
    output: Report,
    example: EXAMPLES.report,
    errors: [],
    cache: { maxAgeSeconds: 60, staleWhileRevalidateSeconds: 300 },
  }),
  categories: operation({
    method: 'GET',
    path: '/v1/categories',
    summary: 'All categories',
    description: 'Every category with how many tools it tracks and how many of them are healthy now.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z
      .object({
        categories: z.array(CategorySummary).meta({ description: 'In the order in which a reader browses them.' }),
      })
      .meta({ id: 'CategoriesAnswer' }),
    example: EXAMPLES.categories,
    errors: [],
    cache: { maxAgeSeconds: 30, staleWhileRevalidateSeconds: 300 },
  }),
  category: operation({
    method: 'GET',
    path: '/v1/categories/{slug}',
    summary: 'One category, ranked',
    description: `Ranked ${RANKING_RULE}. ${UNRANKED_RULE} The twin of the page /category/{slug}. Filters and sorting choose by what is stored as of the last probe.`,
    pathParameters: ['slug'],
    input: z.strictObject({
      slug: CategorySlug,
      page: Page.meta({ example: 2, description: 'A page of the listing, 50 rows each, from 1.' }),
      view: z.enum(LISTING_VIEWS).default('all').meta({
        example: 'servers',
        description:
          'all: a row for each tool. servers: a row for each server, by its best tool, the others in `folded`.',
      }),
      ...LISTING_FILTERS,
    }),
    output: CategoryListing,
    example: EXAMPLES.category,
    errors: ['unknown_category'],
    cache: { maxAgeSeconds: 30, staleWhileRevalidateSeconds: 300 },
  }),
  categoryCsv: operation({
    method: 'GET',
    path: '/v1/categories/{slug}.csv',
    summary: 'One category as a table',
    description:
      'The same list as CSV (RFC 4180, UTF-8), a row for each tool, 1,000 rows a page. The first line has the names of the columns. Texts are by strangers: what a spreadsheet would take for a formula begins with an apostrophe, and line breaks are spaces.',
    pathParameters: ['slug'],
    input: z.strictObject({
      slug: CategorySlug,
      page: Page.meta({ example: 2, description: 'A page of the listing, 1,000 rows each, from 1.' }),
      ...LISTING_FILTERS,
    }),
    output: z.string(),
    mediaType: 'text/csv; charset=utf-8; header=present',
    example: EXAMPLES.categoryCsv,
    weight: 5,
    errors: ['unknown_category'],
    cache: { maxAgeSeconds: 30, staleWhileRevalidateSeconds: 300 },
  }),
} as const
