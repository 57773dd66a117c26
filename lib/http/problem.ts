import { type ApiError, ERRORS, type ErrorCode, type Problem } from '../contract/errors'

/**
 * Headers of every answer. Any web page may call: no answer depends on a session. No content type is to be guessed,
 * nothing is to be shown in a frame or to load anything, and where a link was followed from is nobody's business. An
 * `<img>` shows a badge all the same.
 */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Cache-Status, ETag, RateLimit, RateLimit-Policy, Retry-After, X-JWS-Signature',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** Of every answer about a simulated world. */
export const DEMONSTRATION_HEADER = { 'assay-demonstration': 'true' } as const

/**
 * The RFC 9457 answer to a refusal. It holds the error's message and extra members, never its cause; with
 * `hasErrorMember` the message as `error` too.
 */
export function problemResponse(
  error: Pick<ApiError, 'code' | 'message' | 'extra'>,
  instance: string,
  headers: Readonly<Record<string, string>> = {},
  hasErrorMember = false,
): Response {
  const { status, title } = ERRORS[error.code]
  const problem: Problem = {
    type: `/problems#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    instance,
    ...(hasErrorMember ? { error: error.message } : {}),
    ...(error.extra.errors === undefined ? {} : { errors: error.extra.errors }),
    ...(error.extra.nearest === undefined ? {} : { nearest: error.extra.nearest }),
    ...(error.extra.event === undefined ? {} : { event: error.extra.event }),
    ...(error.extra.rule === undefined ? {} : { rule: error.extra.rule }),
  }
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      ...COMMON_HEADERS,
      ...headers,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="assay"' } : {}),
      ...(error.extra.allow === undefined ? {} : { allow: error.extra.allow }),
      ...(error.extra.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.extra.retryAfterSeconds) }),
    },
  })
}

/** A refusal in one call, for adapters that have no error to catch. */
export function problem(code: ErrorCode, detail: string, instance: string): Response {
  return problemResponse({ code, message: detail, extra: {} }, instance)
}
