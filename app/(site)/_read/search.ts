import { search } from '@/lib/api/operations/search'
import type { InputOf, OutputOf } from '@/lib/contract/operations'
import { getContext } from '@/lib/runtime/app'

/** The results of a search; undefined until the first search index is built. */
export async function readSearchResults(input: InputOf<'search'>): Promise<OutputOf<'search'>['results'] | undefined> {
  try {
    return (await search(input, await getContext())).results
  } catch (error) {
    // Not instanceof: the search index may come from the other of the two bundles, which has its own class.
    if (error instanceof Error && 'code' in error && error.code === 'not_ready') return undefined
    throw error
  }
}
