import type { Context } from '../../api/context'
import { ApiError } from '../../contract/errors'
import { CREDITS_A_KEY_AND_DAY, CREDITS_A_TOOL_AND_DAY, CREDITS_OF_ONE_CALL, limitOf } from '../../core/caller/credits'
import { defineEndpoint } from '../../http/operation'
import type { KeyRecord } from '../../store/keys/keys'
import { findKeyUsage } from '../sql/keys'
import { tierOf } from './create-key'

export const showKeyEndpoint = defineEndpoint('showKey', async (_input, context: Context) => {
  const { caller, db, now, keyedPerMinute } = context
  const { keyId, createdAt, ownLimit } = keyOf(context)
  const usage = await findKeyUsage(db, keyId, now)
  if (usage === undefined) throw new ApiError('revoked_key', 'This key was revoked a moment ago.')
  return {
    keyId,
    tier: tierOf(ownLimit),
    createdAt: createdAt.toISOString(),
    limits: { perMinute: ownLimit ?? limitOf(keyedPerMinute, usage.recentCredits) },
    credits: {
      total: usage.credits,
      recent: usage.recentCredits,
      today: usage.creditsToday,
      mostADay: CREDITS_A_KEY_AND_DAY,
      mostAToolAndDay: CREDITS_A_TOOL_AND_DAY,
      ofOneCall: CREDITS_OF_ONE_CALL,
    },
    usage: { events: usage.recentEvents, eventsToday: usage.eventsToday, remaining: caller.remaining },
  }
})

/** The key of a caller that the gate admitted with one. */
export function keyOf({ caller }: Pick<Context, 'caller'>): KeyRecord {
  if (caller.key === null) throw new ApiError('key_required', 'Send a key.')
  return caller.key
}
