import { findResults } from '@/lib/api/operations/search'
import type { InputOf } from '@/lib/contract/operations'
import type { SearchResult } from '@/lib/contract/shapes/candidates'
import { getContext } from '@/lib/runtime/app'

/** The `limit` best results of a search; undefined until the first search index is built. */
export async function readSearchResults(
  input: Omit<InputOf<'search'>, 'compact' | 'limit'>,
  limit: number,
): Promise<SearchResult[] | undefined> {
  try {
    return await findResults(input, limit, await getContext())
  } catch (error) {
    // Not instanceof: the search index may come from the other of the two bundles, which has its own class.
    if (error instanceof Error && 'code' in error && error.code === 'not_ready') return undefined
    throw error
  }
}
