import { cache } from 'react'
import { category } from '@/lib/api/operations/category'
import { isApiError } from '@/lib/contract/errors'
import { OPERATIONS, type OutputOf } from '@/lib/contract/operations'
import { getContext } from '@/lib/runtime/app'

/** A page of a category's listing, read once per request; undefined where the category or the page does not exist. */
export const readCategory = cache(
  async (slug: string, page: string | string[] | undefined): Promise<OutputOf<'category'> | undefined> => {
    const input = OPERATIONS.category.input.safeParse({ slug, page })
    if (!input.success) return undefined
    try {
      const listing = await category(input.data, await getContext())
      return listing.page <= Math.max(1, listing.pages) ? listing : undefined
    } catch (error) {
      if (isApiError(error) && error.status < 500) return undefined
      throw error
    }
  },
)
