import { ApiError } from '../../contract/errors'
import { CREDITS_OF_ONE_CALL } from '../../core/caller/credits'
import type { WindowState } from './limits'

/** Which limit a call is over, and of whom: each has other advice. */
export type LimitPolicy = 'keyless' | 'keyed' | 'own' | 'free' | 'logFiles' | 'guesses' | 'creation' | 'checks'

/** Seconds of the window of each policy. */
export const WINDOW_SECONDS = {
  keyless: 60,
  keyed: 60,
  own: 60,
  free: 60,
  logFiles: 60,
  guesses: 60,
  creation: 3600,
  checks: 3600,
} as const satisfies Record<LimitPolicy, number>

/**
 * Names of policies in the headers: a key with its own limit is a key, and guesses take the place of calls without one.
 */
const NAMES = {
  keyless: 'keyless',
  keyed: 'keyed',
  own: 'keyed',
  free: 'free',
  logFiles: 'log-files',
  guesses: 'keyless',
  creation: 'creation',
  checks: 'checks',
} as const satisfies Record<LimitPolicy, string>

/** Headers as in draft-ietf-httpapi-ratelimit-headers. */
export function writeLimitHeaders(
  headers: Record<string, string>,
  policy: LimitPolicy,
  { limit, remaining, resetSeconds }: WindowState,
): void {
  headers['ratelimit-policy'] = `"${NAMES[policy]}";q=${limit};w=${WINDOW_SECONDS[policy]}`
  headers.ratelimit = `"${NAMES[policy]}";r=${remaining};t=${resetSeconds}`
}

/**
 * The refusal of a call over its limit, with what its caller can do. `keyedPerMinute`: points a minute of a new key.
 */
export function overLimit(
  policy: LimitPolicy,
  { limit, resetSeconds }: WindowState,
  keyedPerMinute: number,
  now: Date,
): ApiError {
  const retryAfterSeconds = Math.max(1, resetSeconds)
  const detail = {
    keyless: () =>
      `The ${limit} points a minute of a caller without a key are used up. Ask again in ${retryAfterSeconds} s, or use a key, which has ${keyedPerMinute}: POST /v1/keys issues one without signup; send it as Authorization: Bearer.`,
    keyed: () =>
      `The ${limit} points a minute of this key are used up. Ask again in ${retryAfterSeconds} s. Reported outcomes (POST /v1/ingest) earn credits: every ${CREDITS_OF_ONE_CALL} of them raise the limit by one.`,
    own: () => `The ${limit} points a minute of this key are used up. Ask again in ${retryAfterSeconds} s.`,
    free: () =>
      `The ${limit} requests a minute for what costs no points are used up. Ask again in ${retryAfterSeconds} s, and keep a copy as long as Cache-Control says. Other calls are not affected.`,
    logFiles: () =>
      `The ${limit} requests a minute for files of the log and of the decision bundle are used up. Ask again in ${retryAfterSeconds} s, and keep full tiles and bundles: they never change. Other calls are not affected.`,
    guesses: () =>
      `Too many keys that do not exist were sent from this address. Check the key and ask again in ${retryAfterSeconds} s. Calls without a key and calls with a key in use are not affected.`,
    creation: () =>
      `${limit} keys an hour may be created from one address. The next one may be created in ${retryAfterSeconds} s, at ${new Date(now.getTime() + retryAfterSeconds * 1000).toISOString().slice(0, 19)}Z. The keys you have keep working; reads need none.`,
    checks: () =>
      `${limit} first checks an hour may be asked for from one address. The next one may be asked for in ${retryAfterSeconds} s. What is waiting is checked all the same, in its turn.`,
  }[policy]()
  return new ApiError('rate_limited', detail, { retryAfterSeconds })
}
