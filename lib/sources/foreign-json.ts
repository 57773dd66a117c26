import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { type DialRules, headerOf, safeFetch } from '../safe-fetch'
import {
  AddressRefused,
  NameNotResolved,
  ResponseTooLarge,
  TooManyRedirects,
  UnknownEncoding,
} from '../safe-fetch/errors'

/** Time limits of a request. */
export interface Patience {
  /** For the head of an answer. */
  headMs: number
  /** For its body, from then on. */
  bodyMs: number
  /** Pauses before further attempts after a temporary failure. */
  retryPausesMs: readonly number[]
}

export interface JsonRequest {
  headers: Readonly<Record<string, string>>
  maxBytes: number
  rules: DialRules
  patience: Patience
  /** Ends everything at once; its reason is then thrown. */
  signal: AbortSignal
}

/** Why there is no usable answer; never holds the other side's text. */
export class JsonUnavailable extends Error {
  /** Whether trying again soon may help. */
  readonly passing: boolean
  readonly retryAfterMs: number | null

  constructor(message: string, options: { passing: boolean; retryAfterMs?: number | null; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'JsonUnavailable'
    this.passing = options.passing
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Longest `Retry-After` that is waited for; after a longer one the request fails. */
const LONGEST_PAUSE_MS = 30_000

/**
 * Fetches untrusted JSON and validates it with `schema`. Tries again after a temporary failure. Throws
 * `JsonUnavailable`, or the reason of `signal`.
 */
export async function fetchJson<T>(
  url: URL,
  schema: z.ZodType<T>,
  request: JsonRequest,
): Promise<{ value: T; headers: IncomingHttpHeaders }> {
  for (const pauseMs of request.patience.retryPausesMs) {
    try {
      return await fetchOnce(url, schema, request)
    } catch (error) {
      if (!(error instanceof JsonUnavailable) || !error.passing || (error.retryAfterMs ?? 0) > LONGEST_PAUSE_MS)
        throw error
      // An aborted pause ends early, and the next try throws the signal's reason.
      await pause(Math.max(pauseMs, error.retryAfterMs ?? 0), undefined, { signal: request.signal }).catch(
        () => undefined,
      )
    }
  }
  return await fetchOnce(url, schema, request)
}

async function fetchOnce<T>(
  url: URL,
  schema: z.ZodType<T>,
  request: JsonRequest,
): Promise<{ value: T; headers: IncomingHttpHeaders }> {
  const { headers, maxBytes, rules, signal, patience } = request
  const limit = new AbortController()
  let timer = setTimeout(() => limit.abort(OUT_OF_TIME), patience.headMs)
  try {
    const answer = await safeFetch(url, {
      headers: { accept: 'application/json', ...headers },
      maxBytes,
      rules,
      signal: AbortSignal.any([signal, limit.signal]),
      planFor: ({ status }) => {
        clearTimeout(timer)
        timer = setTimeout(() => limit.abort(OUT_OF_TIME), patience.bodyMs)
        return status === 200 ? 'collect' : 'discard'
      },
    })
    if (answer.status !== 200) throw refusedWith(answer.status, answer.headers)
    return { value: parse(answer.body, schema), headers: answer.headers }
  } catch (error) {
    signal.throwIfAborted()
    throw explained(error, maxBytes)
  } finally {
    clearTimeout(timer)
  }
}

const OUT_OF_TIME = new Error('out of time')

function parse<T>(body: Buffer, schema: z.ZodType<T>): T {
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new JsonUnavailable('the answer is not JSON', { passing: false, cause })
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new JsonUnavailable(`the answer has not the expected form${path === '' ? '' : ` at ${path}`}`, {
    passing: false,
    cause: parsed.error,
  })
}

function refusedWith(status: number, headers: IncomingHttpHeaders): JsonUnavailable {
  const seconds = Number(headerOf(headers, 'retry-after'))
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null
  return new JsonUnavailable(`it answered with status ${status}`, {
    passing: status >= 500 || status === 429 || status === 408,
    retryAfterMs,
  })
}

function explained(error: unknown, maxBytes: number): JsonUnavailable {
  if (error instanceof JsonUnavailable) return error
  const because = (message: string, passing: boolean) => new JsonUnavailable(message, { passing, cause: error })
  if (error === OUT_OF_TIME) return because('it did not answer within the time allowed', true)
  if (error instanceof ResponseTooLarge) return because(`the answer is larger than ${maxBytes} bytes`, false)
  if (error instanceof AddressRefused) return because(`its address may not be dialled (${error.refusal})`, false)
  if (error instanceof NameNotResolved) return because('its host name did not resolve', true)
  if (error instanceof TooManyRedirects) return because('it redirects too often', false)
  if (error instanceof UnknownEncoding) return because('the answer has an encoding that was not requested', false)
  return because(`it cannot be reached (${codeOf(error)})`, true)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'connection failed'
}
