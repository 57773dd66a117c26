import { isJsonObject } from 'assay-verify/value-form'
import type { Settings } from './options.ts'
import { requestInit, revalidatesByHand, textOf } from './platform.ts'
import { retryAfterMs, TooSlow, ticks, within } from './timing.ts'

/**
 * An answer, or why there is none. `isReachable`: whether the service itself answered. `problem`: a code of the
 * service, or one of this client: `too_slow`, `no_answer`, `not_understood`, `http_<status>`, `held_off`.
 */
type Asked<Answer> =
  | { isReachable: true; answer: Answer; problem: null }
  | { isReachable: boolean; answer: null; problem: string }

/** GETs a path (with its leading slash). Never rejects; every caller gets an answer object of its own. */
export type Ask<Answer> = (path: string) => Promise<Asked<Answer>>

type AskSettings = Pick<Settings, 'baseUrl' | 'key' | 'fetch' | 'timeoutMs' | 'holdOffMs' | 'cacheSize'>

/** A cached answer. `freshUntil`: on the clock of `ticks`. */
interface Cached {
  text: string
  etag: string | null
  freshUntil: number
}

type Received = { cached: Cached } | { isReachable: boolean; problem: string; waitMs: number }

const LONGEST_HOLD_OFF_MS = 60_000

/**
 * Asks one kind of question: caches answers as long as they allow, shares one request among callers that want the same
 * at the same time, and after a request without an answer sends none for `holdOffMs`, so that a failing service costs
 * callers one wait at most.
 */
export function createAsk<Answer>(settings: AskSettings, isAnswer: (value: unknown) => value is Answer): Ask<Answer> {
  const cache = new Map<string, Cached>()
  const inFlight = new Map<string, Promise<Received>>()
  let heldOffUntil = Number.NEGATIVE_INFINITY

  const store = (path: string, entry: Cached) => {
    cache.delete(path)
    if (settings.cacheSize === 0) return
    cache.set(path, entry)
    const [oldest] = cache.keys()
    if (cache.size > settings.cacheSize && oldest !== undefined) cache.delete(oldest)
  }

  const receive = async (path: string): Promise<Received> => {
    const received = await request(settings, path, cache.get(path), isAnswer)
    if ('cached' in received) store(path, received.cached)
    else if (!received.isReachable) heldOffUntil = ticks() + Math.max(settings.holdOffMs, received.waitMs)
    return received
  }

  return async (path) => {
    const known = cache.get(path)
    if (known !== undefined && ticks() < known.freshUntil) return answered(known)
    let receiving = inFlight.get(path)
    if (receiving === undefined) {
      if (ticks() < heldOffUntil) return { isReachable: false, answer: null, problem: 'held_off' }
      receiving = receive(path).finally(() => inFlight.delete(path))
      inFlight.set(path, receiving)
    }
    const received = await receiving
    if ('cached' in received) return answered(received.cached)
    return { isReachable: received.isReachable, answer: null, problem: received.problem }
  }

  // Parsed for every caller, so that none sees changes of another. The form was checked when the answer came.
  function answered({ text }: Cached): Asked<Answer> {
    return { isReachable: true, answer: JSON.parse(text) as Answer, problem: null }
  }
}

async function request(
  settings: AskSettings,
  path: string,
  known: Cached | undefined,
  isAnswer: (value: unknown) => boolean,
): Promise<Received> {
  const etag = revalidatesByHand() ? (known?.etag ?? null) : null
  const headers = {
    accept: 'application/json',
    ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }),
    ...(etag === null ? {} : { 'if-none-match': etag }),
  }
  try {
    return await within(settings.timeoutMs, async (signal) => {
      const response = await settings.fetch(settings.baseUrl + path, { ...requestInit(), headers, signal })
      return read(response, await textOf(response), etag === null ? undefined : known, isAnswer)
    })
  } catch (cause) {
    return { isReachable: false, problem: cause instanceof TooSlow ? 'too_slow' : 'no_answer', waitMs: 0 }
  }
}

function read(
  response: Response,
  text: string,
  known: Cached | undefined,
  isAnswer: (value: unknown) => boolean,
): Received {
  const { status, headers } = response
  if (status === 304 && known !== undefined) return { cached: { ...known, freshUntil: freshUntil(headers) } }
  if (status === 429 || status >= 500) {
    const waitMs = Math.min(retryAfterMs(headers.get('retry-after'), Date.now()), LONGEST_HOLD_OFF_MS)
    return { isReachable: false, problem: codeIn(text) ?? `http_${status}`, waitMs }
  }
  if (status >= 400) {
    // A gateway may refuse too. Only a problem with a code is the service's own.
    const code = codeIn(text)
    return { isReachable: code !== undefined, problem: code ?? `http_${status}`, waitMs: 0 }
  }
  if (status !== 200 || !isAnswer(parsed(text))) return { isReachable: false, problem: 'not_understood', waitMs: 0 }
  return { cached: { text, etag: headers.get('etag'), freshUntil: freshUntil(headers) } }
}

function freshUntil(headers: Headers): number {
  const control = headers.get('cache-control') ?? ''
  const seconds = Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1] ?? 0)
  if (/(?:^|[\s,])no-(?:store|cache)/i.test(control)) return Number.NEGATIVE_INFINITY
  const age = Number(headers.get('age') ?? 0)
  return ticks() + Math.max(seconds - (age > 0 ? age : 0), 0) * 1000
}

/** The stable code of a problem (RFC 9457); undefined where the text is not a problem of the service. */
function codeIn(text: string): string | undefined {
  const value = parsed(text)
  return isJsonObject(value) && typeof value.code === 'string' && /^[a-z_]{1,64}$/.test(value.code)
    ? value.code
    : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
