import { isApiError } from '../../contract/errors'
import type { AlternativesAnswer } from '../../contract/shapes/candidates'
import { LEAST_SIMILARITY } from '../../search/alternatives/order-alternatives'
import type { Context } from '../context'
import { findAlternatives } from '../operations/alternatives'

/** Alternatives as pages show them: while the search index is built, a page has all but these, and says so. */
export type ShownAlternatives = Pick<AlternativesAnswer, 'alternatives' | 'floor'> & {
  /** Why there are none; null: there are some. */
  reason: AlternativesAnswer['reason'] | { code: 'being_built' }
}

/** At most `limit`, without fixtures of benchmarks. */
export async function shownAlternatives(toolId: string, limit: number, context: Context): Promise<ShownAlternatives> {
  try {
    return await findAlternatives(toolId, limit, context, { forPages: true })
  } catch (cause) {
    if (!isApiError(cause) || cause.code !== 'not_ready') throw cause
    return { alternatives: [], floor: LEAST_SIMILARITY, reason: { code: 'being_built' } }
  }
}
