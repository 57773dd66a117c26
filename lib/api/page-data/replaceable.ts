import { isApiError } from '../../contract/errors'
import type { Context } from '../context'
import { hasAlternative } from '../operations/alternatives'

/** One whose list is not stored yet costs nearly as much as an answer of its own, a server as much as six. */
const MOST_ASKED = 10

/** Those of the first ten of these subjects that have an alternative, so that pages link only what is not empty. */
export async function listReplaceable(ids: readonly string[], context: Context): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  // One after the other, so that requests of the API are answered in between.
  for (const id of [...new Set(ids)].slice(0, MOST_ASKED)) if (await isReplaceable(id, context)) found.add(id)
  return found
}

async function isReplaceable(id: string, context: Context): Promise<boolean> {
  try {
    return await hasAlternative(id, context)
  } catch (error) {
    // The search index is being built, or nothing has this id any more.
    if (isApiError(error)) return false
    throw error
  }
}
