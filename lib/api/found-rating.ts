import { ApiError } from '../contract/errors'
import { nearestIds } from '../core/nearest-ids'
import { idFault } from '../core/subject-id'
import { listNearbyIds } from '../store/candidates'
import type { Rating } from '../store/ratings'
import type { Context } from './context'

const NEAREST_SHOWN = 5
const NEARBY_CONSIDERED = 60

/** The rating of exactly this id; refuses with the nearest known ids where there is none. */
export async function getRating(id: string, context: Context): Promise<Rating> {
  const rating = await context.ratings.findRating(id)
  if (rating !== undefined) return rating
  throw await unknownTool(id, context)
}

/** The refusal for an id that is not known (or, from a page, not even well formed). */
export async function unknownTool(id: string, context: Context): Promise<ApiError> {
  const fault = idFault(id)
  if (fault !== undefined) return new ApiError('invalid_id', `"toolId": not a well formed id: ${fault}.`)
  const nearest = nearestIds(id, await listNearbyIds(context.db, id, NEARBY_CONSIDERED), NEAREST_SHOWN)
  const hint = nearest.length === 0 ? 'Find ids with GET /v1/search?q=…' : 'The nearest known ids are in "nearest".'
  return new ApiError('unknown_tool', `No tool or server has this id. ${hint}`, { nearest })
}
