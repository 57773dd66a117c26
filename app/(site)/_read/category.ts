import { cache } from 'react'
import { category } from '@/lib/api/operations/category'
import { isApiError } from '@/lib/contract/errors'
import { OPERATIONS, type OutputOf } from '@/lib/contract/operations'
import { getContext } from '@/lib/runtime/app'

/** A page of a category's listing; undefined where there is no such category or no such page. One reading a request. */
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
