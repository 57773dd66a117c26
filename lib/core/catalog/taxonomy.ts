import table from './categories.json' with { type: 'json' }

/** Slugs are part of public addresses: they are added and never renamed. */
export type CategorySlug = keyof typeof table

export interface Category {
  slug: CategorySlug
  name: string
  description: string
}

/**
 * Every category a subject can be listed under, in the order a reader browses them. `other` is for subjects without
 * evidence for any category.
 */
export const CATEGORIES: readonly Category[] = (Object.keys(table) as CategorySlug[]).map((slug) => ({
  slug,
  ...table[slug],
}))

const BY_SLUG: ReadonlyMap<string, Category> = new Map(CATEGORIES.map((category) => [category.slug, category]))

/** For what no other category fits. */
export const OTHER_CATEGORY: CategorySlug = 'other'

/** The category with exactly this slug; undefined when there is none. */
export function categoryBySlug(slug: string): Category | undefined {
  return BY_SLUG.get(slug)
}
