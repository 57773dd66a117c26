import { isApiError } from '../../contract/errors'
import type { Context } from '../context'
import { findAlternatives } from '../operations/alternatives'

/** Each costs as much as an answer of its own, for a server as much as six. */
const MOST_ASKED = 10

/** Those of the first ten of these subjects that have an alternative, so that pages link only what is not empty. */
export async function listReplaceable(ids: readonly string[], context: Context): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids)].slice(0, MOST_ASKED)
  const found = await Promise.all(asked.map((id) => hasAlternative(id, context)))
  return new Set(asked.filter((_, place) => found[place]))
}

async function hasAlternative(id: string, context: Context): Promise<boolean> {
  try {
    return (await findAlternatives(id, 1, context)).alternatives.length > 0
  } catch (error) {
    // The search index is being built, or nothing has this id any more.
    if (isApiError(error)) return false
    throw error
  }
}
