import { cache } from 'react'
import { getContext } from '@/lib/api/context'
import { category } from '@/lib/api/operations/category'
import { ApiError } from '@/lib/contract/errors'
import { OPERATIONS, type OutputOf } from '@/lib/contract/operations'

/** A page of a category's listing, read once per request; undefined where the category or the page does not exist. */
export const readCategory = cache(
  async (slug: string, page: string | string[] | undefined): Promise<OutputOf<'category'> | undefined> => {
    const input = OPERATIONS.category.input.safeParse({ slug, page })
    if (!input.success) return undefined
    try {
      const listing = await category(input.data, await getContext())
      return listing.page <= Math.max(1, listing.pages) ? listing : undefined
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined
      throw error
    }
  },
)
