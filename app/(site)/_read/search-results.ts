import { search } from '@/lib/api/operations/search'
import type { InputOf, OutputOf } from '@/lib/contract/operations'
import { getContext } from '@/lib/runtime/app'

/** What a search finds; undefined while the catalog waits for its first index. */
export async function readFound(input: InputOf<'search'>): Promise<OutputOf<'search'>['results'] | undefined> {
  try {
    return (await search(input, await getContext())).results
  } catch (error) {
    // Not by its class: the index may belong to the other of the two bundles.
    if (error instanceof Error && 'code' in error && error.code === 'not_ready') return undefined
    throw error
  }
}
