import { ID_MUST_BE, idFault } from 'assay-verify/subject-id'
import { ApiError } from '../contract/errors'
import { nearestIds } from '../core/catalog/nearest-ids'
import { assess } from '../core/verdict/assessment'
import { listNearbyIds } from '../store/catalog/candidates'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'
import type { Rating } from '../store/ratings/ratings'
import type { Context } from './context'
import { findByWords } from './find-candidates'

const NEAREST_SHOWN = 5
const NEARBY_CONSIDERED = 60

/**
 * The rating of exactly this id; undefined: there is none. While the database cannot be asked, the one in memory as
 * long as its verdict is not stale (`staleAfter`); the answer says so in `Cache-Status` (RFC 9211). Throws
 * `DatabaseUnavailable` where there is none in memory, or a stale one.
 */
export async function findRating(id: string, context: Context): Promise<Rating | undefined> {
  try {
    return await context.ratings.findRating(id)
  } catch (cause) {
    const held = isDatabaseUnavailable(cause) ? context.ratings.heldRating(id) : undefined
    const secondsLeft = held === undefined ? 0 : freshForSeconds(held, context.now)
    if (held === undefined || secondsLeft <= 0) throw cause
    if (context.answerHeaders !== undefined) {
      context.answerHeaders['cache-status'] = `assay; hit; ttl=${secondsLeft}; detail=database-unavailable`
    }
    return held
  }
}

/** Until the verdict turns unknown for lack of new evidence; 0 or less: it has, or there is no evidence. */
function freshForSeconds({ serverState, declaredAccess }: Rating, now: Date): number {
  const { staleAfter } = assess(serverState, declaredAccess, null, now)
  return staleAfter === null ? 0 : Math.floor((staleAfter.getTime() - now.getTime()) / 1000)
}

/** The rating of exactly this id; refuses with the nearest known ids where there is none. */
export async function getRating(id: string, context: Context): Promise<Rating> {
  const rating = await findRating(id, context)
  if (rating === undefined) throw await unknownTool(id, context)
  if (rating.serverState === null) context.demand.note(id, context.now)
  return rating
}

/** The error for an id that is not known, or not well formed. */
export async function unknownTool(id: string, context: Context): Promise<ApiError> {
  const fault = idFault(id)
  if (fault !== undefined) return new ApiError('invalid_id', `"toolId" must be ${ID_MUST_BE[fault]}.`)
  const known = await Promise.all([listNearbyIds(context.reads.db, id, NEARBY_CONSIDERED), idsByWords(id, context)])
  const nearest = nearestIds(id, [...new Set(known.flat())], NEAREST_SHOWN)
  const hint = nearest.length === 0 ? 'Find ids with GET /v1/search?q=…' : 'The nearest known ids are in "nearest".'
  return new ApiError('unknown_tool', `No tool or server has this id. ${hint}`, { nearest })
}

/**
 * Ids of subjects that share words with the id; none while there is no index, because a hint must not fail the answer.
 */
async function idsByWords(id: string, context: Context): Promise<string[]> {
  const found = findByWords(id.replaceAll(/[/_\-.]+/g, ' '), NEARBY_CONSIDERED, context)
  return (await found.catch(() => [])).map((ranked) => ranked.id)
}
