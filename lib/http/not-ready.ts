import { ApiError } from '../contract/errors'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'

/** After which a service that is starting, or whose database is away, may answer again. */
export const RETRY_AFTER_SECONDS = 5

/** The refusal of a call that the service cannot answer without its database. */
export function notReady(): ApiError {
  const detail = 'The service is starting or cannot use its database. Try again in a moment.'
  return new ApiError('not_ready', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** The refusal where the database could not be used; undefined for any other failure. */
export function notReadyFor(cause: unknown): ApiError | undefined {
  return isDatabaseUnavailable(cause) ? notReady() : undefined
}
