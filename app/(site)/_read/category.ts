import { cache } from 'react'
import { CATEGORY_PAGE_INPUT, type CategoryPage, categoryPage } from '@/lib/api/page-data/category-page'
import { dayStrips } from '@/lib/api/page-data/day-strips'
import { firstChecks } from '@/lib/api/page-data/first-checks'
import { isApiError } from '@/lib/contract/errors'
import type { FirstChecks } from '@/lib/contract/first-checks'
import type { StripDay } from '@/lib/core/history/day-strip'
import { getContext } from '@/lib/runtime/app'

/**
 * A page of a listing with the days of its servers and how far first checks are; or why there is none: no such
 * category, or no such page or filter of it.
 */
export type CategoryReading =
  | { found: true; listing: CategoryPage; days: ReadonlyMap<string, readonly StripDay[]>; progress: FirstChecks }
  | { found: false; slug: string; nearest: readonly string[] }
  | { found: false; slug: string; fault: string }

/**
 * Read once per request. `parameters`: those of the address that the listing knows, as JSON, so that metadata and page
 * share one reading.
 */
export const readCategory = cache(async (slug: string, parameters: string): Promise<CategoryReading> => {
  const given = JSON.parse(parameters) as Record<string, string>
  const input = CATEGORY_PAGE_INPUT.safeParse({ ...given, slug })
  if (!input.success) return { found: false, slug, fault: 'It has no page or filter of this name.' }
  const context = await getContext()
  try {
    const listing = await categoryPage(input.data, context)
    const servers = listing.ranked?.list.map(({ serverId }) => serverId) ?? []
    const days = await dayStrips(servers, context)
    return { found: true, listing, days, progress: await firstChecks(context) }
  } catch (error) {
    if (!isApiError(error) || error.status >= 500) throw error
    if (error.code === 'unknown_category') return { found: false, slug, nearest: error.extra.nearest ?? [] }
    return { found: false, slug: input.data.slug, fault: error.message }
  }
})
