import { DAY_MS } from 'assay-verify/duration'
import { isApiError } from '../../contract/errors'
import type { Context } from '../context'
import { hasAlternative } from '../operations/alternatives'

/** One whose list is not stored yet costs as much as several searches: thousands become known over some readings. */
const ASKED_AT_ONCE = 50
const KEPT_MS = 7 * DAY_MS

interface Answer {
  has: boolean
  at: number
}

/**
 * Answers for servers, one after the other, whether they are known to have alternatives. What this process does not
 * know, or not lately, it looks up, for a few in one walk.
 */
export async function openKnownAlternatives(context: Context): Promise<(serverId: string) => Promise<boolean>> {
  const { memo, now } = context
  const known = await memo.recent(
    'known-alternatives',
    Number.POSITIVE_INFINITY,
    now,
    async () => new Map<string, Answer>(),
  )
  let left = ASKED_AT_ONCE
  return async (serverId) => {
    const answer = known.get(serverId)
    if (left === 0 || (answer !== undefined && now.getTime() - answer.at < KEPT_MS)) return answer?.has ?? false
    left -= 1
    try {
      const has = await hasAlternative(serverId, context)
      known.set(serverId, { has, at: now.getTime() })
      return has
    } catch (error) {
      // The search index is being built.
      if (isApiError(error)) return answer?.has ?? false
      throw error
    }
  }
}
