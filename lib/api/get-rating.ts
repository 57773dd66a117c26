import { ApiError } from '../contract/errors'
import { nearestIds } from '../core/catalog/nearest-ids'
import { ID_MUST_BE, idFault } from '../core/catalog/subject-id'
import { listNearbyIds } from '../store/catalog/candidates'
import type { Rating } from '../store/ratings/ratings'
import type { Context } from './context'
import { findByWords } from './find-candidates'

const NEAREST_SHOWN = 5
const NEARBY_CONSIDERED = 60

/** The rating of exactly this id; refuses with the nearest known ids where there is none. */
export async function getRating(id: string, context: Context): Promise<Rating> {
  const rating = await context.ratings.findRating(id)
  if (rating !== undefined) return rating
  throw await unknownTool(id, context)
}

/** The error for an id that is not known, or not well formed. */
export async function unknownTool(id: string, context: Context): Promise<ApiError> {
  const fault = idFault(id)
  if (fault !== undefined) return new ApiError('invalid_id', `"toolId" must be ${ID_MUST_BE[fault]}.`)
  const known = await Promise.all([listNearbyIds(context.db, id, NEARBY_CONSIDERED), idsByWords(id, context)])
  const nearest = nearestIds(id, [...new Set(known.flat())], NEAREST_SHOWN)
  const hint = nearest.length === 0 ? 'Find ids with GET /v1/search?q=…' : 'The nearest known ids are in "nearest".'
  return new ApiError('unknown_tool', `No tool or server has this id. ${hint}`, { nearest })
}

/** Ids of subjects that share words with the id; none while there is no index, because a hint must not fail the answer. */
async function idsByWords(id: string, context: Context): Promise<string[]> {
  const found = findByWords(id.replaceAll(/[/_\-.]+/g, ' '), NEARBY_CONSIDERED, context)
  return (await found.catch(() => [])).map((ranked) => ranked.id)
}
