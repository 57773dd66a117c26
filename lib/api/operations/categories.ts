import type { InputOf, OutputOf } from '../../contract/operations'
import type { CategorySummary } from '../../contract/shapes/categories'
import { CATEGORIES, type Category } from '../../core/catalog/taxonomy'
import { defineEndpoint } from '../../http/operation'
import { countCategories } from '../../store/catalog/category-counts'
import type { Context } from '../context'

/** A count reads every subject, so it is reused for a moment. */
const COUNTS_CACHED_MS = 2000

export async function categories(
  _input: InputOf<'categories'>,
  { db, memo, now }: Context,
): Promise<OutputOf<'categories'>> {
  const counts = await memo.recent('categories', COUNTS_CACHED_MS, now, () => countCategories(db))
  const bySlug = new Map(counts.map((count) => [count.slug, count]))
  return {
    categories: CATEGORIES.map((category) =>
      summaryOf(category, bySlug.get(category.slug) ?? { tracked: 0, healthy: 0, working: 0 }),
    ),
  }
}

export function summaryOf(
  { slug, name, description }: Category,
  { tracked, healthy, working }: { tracked: number; healthy: number; working: number },
): CategorySummary {
  return { slug, name, description, tracked, healthy, working, url: `/category/${slug}` }
}

export const categoriesEndpoint = defineEndpoint('categories', categories)
