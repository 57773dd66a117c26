import type { InputOf, OutputOf } from '../../contract/operations'
import type { CategorySummary } from '../../contract/shapes/categories'
import { CATEGORIES, type Category } from '../../core/catalog/taxonomy'
import { defineEndpoint } from '../../http/operation'
import { type CategoryCount, countCategories } from '../../store/listings/category-counts'
import type { Context } from '../context'

/** A count reads every subject, so it is reused for a moment. */
const COUNTS_CACHED_MS = 2000

export async function categories(_input: InputOf<'categories'>, context: Context): Promise<OutputOf<'categories'>> {
  return { categories: await listCategories(context, false) }
}

/** Every category with its counts. `forPages`: without the fixtures of benchmarks. */
export async function listCategories(
  { reads: { db }, memo, now }: Context,
  forPages: boolean,
): Promise<CategorySummary[]> {
  const key = forPages ? 'categories of pages' : 'categories'
  const counts = await memo.recent(key, COUNTS_CACHED_MS, now, () => countCategories(db, { forPages }))
  const bySlug = new Map(counts.map((count) => [count.slug, count]))
  return CATEGORIES.map((category) => summaryOf(category, bySlug.get(category.slug) ?? NONE))
}

type Counts = Omit<CategoryCount, 'slug'>

const NONE: Counts = { tracked: 0, healthy: 0, working: 0, unrated: 0 }

export function summaryOf(
  { slug, name, description }: Category,
  { tracked, healthy, working, unrated }: Counts,
): CategorySummary {
  return { slug, name, description, tracked, healthy, working, unrated, url: `/category/${slug}` }
}

export const categoriesEndpoint = defineEndpoint('categories', categories)
