import { isObject } from './answers.js'
import type { Settings } from './options.js'
import { requestInit, revalidatesByHand } from './platform.js'
import { retryAfterMs, TooSlow, ticks, within } from './timing.js'

/**
 * An answer, or why there is none. `isReachable`: whether the oracle itself spoke. `problem`: a code of the service, or one of ours: `too_slow`,
 * `no_answer`, `not_understood`, `http_<status>`, `held_off`.
 */
export type Asked<Answer> =
  | { isReachable: true; answer: Answer; problem: null }
  | { isReachable: boolean; answer: null; problem: string }

/** GETs a path (with its leading slash). Never rejects; every answer is the caller's own to change. */
export type Ask<Answer> = (path: string) => Promise<Asked<Answer>>

type AskSettings = Pick<Settings, 'baseUrl' | 'key' | 'fetch' | 'timeoutMs' | 'holdOffMs' | 'cacheSize'>

interface Kept {
  text: string
  etag: string | null
  freshUntil: number
}

type Heard = { kept: Kept } | { isReachable: boolean; problem: string; waitMs: number }

const LONGEST_HOLD_OFF_MS = 60_000

/**
 * Asks one kind of question: keeps answers as long as they say they may be kept, asks once for callers that want the same at the same time, and
 * leaves an oracle alone that gave no answer, so that its fault costs callers no more than one wait.
 */
export function createAsker<Answer>(settings: AskSettings, isAnswer: (value: unknown) => value is Answer): Ask<Answer> {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<Heard>>()
  let heldOffUntil = Number.NEGATIVE_INFINITY

  const keep = (path: string, entry: Kept) => {
    kept.delete(path)
    if (settings.cacheSize === 0) return
    kept.set(path, entry)
    const [oldest] = kept.keys()
    if (kept.size > settings.cacheSize && oldest !== undefined) kept.delete(oldest)
  }

  const hear = async (path: string): Promise<Heard> => {
    const heard = await request(settings, path, kept.get(path), isAnswer)
    if ('kept' in heard) keep(path, heard.kept)
    else if (!heard.isReachable) heldOffUntil = ticks() + Math.max(settings.holdOffMs, heard.waitMs)
    return heard
  }

  return async (path) => {
    const known = kept.get(path)
    if (known !== undefined && ticks() < known.freshUntil) return answered(known)
    let asked = underWay.get(path)
    if (asked === undefined) {
      if (ticks() < heldOffUntil) return { isReachable: false, answer: null, problem: 'held_off' }
      asked = hear(path).finally(() => underWay.delete(path))
      underWay.set(path, asked)
    }
    const heard = await asked
    if ('kept' in heard) return answered(heard.kept)
    return { isReachable: heard.isReachable, answer: null, problem: heard.problem }
  }

  // Read anew for every caller, so that none sees what another did to its answer; it was looked at when it came.
  function answered({ text }: Kept): Asked<Answer> {
    return { isReachable: true, answer: JSON.parse(text) as Answer, problem: null }
  }
}

async function request(
  settings: AskSettings,
  path: string,
  known: Kept | undefined,
  isAnswer: (value: unknown) => boolean,
): Promise<Heard> {
  const etag = revalidatesByHand() ? (known?.etag ?? null) : null
  const headers = {
    accept: 'application/json',
    ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }),
    ...(etag === null ? {} : { 'if-none-match': etag }),
  }
  try {
    return await within(settings.timeoutMs, async (signal) => {
      const response = await settings.fetch(settings.baseUrl + path, { ...requestInit(), headers, signal })
      return read(response, await response.text(), etag === null ? undefined : known, isAnswer)
    })
  } catch (cause) {
    return { isReachable: false, problem: cause instanceof TooSlow ? 'too_slow' : 'no_answer', waitMs: 0 }
  }
}

function read(response: Response, text: string, known: Kept | undefined, isAnswer: (value: unknown) => boolean): Heard {
  const { status, headers } = response
  if (status === 304 && known !== undefined) return { kept: { ...known, freshUntil: freshUntil(headers) } }
  if (status === 429 || status >= 500) {
    const waitMs = Math.min(retryAfterMs(headers.get('retry-after'), Date.now()), LONGEST_HOLD_OFF_MS)
    return { isReachable: false, problem: codeIn(text) ?? `http_${status}`, waitMs }
  }
  if (status >= 400) {
    // Some gateway on the way may refuse too; only a refusal in the service's own words is its own.
    const code = codeIn(text)
    return { isReachable: code !== undefined, problem: code ?? `http_${status}`, waitMs: 0 }
  }
  if (status !== 200 || !isAnswer(parsed(text))) return { isReachable: false, problem: 'not_understood', waitMs: 0 }
  return { kept: { text, etag: headers.get('etag'), freshUntil: freshUntil(headers) } }
}

function freshUntil(headers: Headers): number {
  const control = headers.get('cache-control') ?? ''
  const seconds = Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1] ?? 0)
  if (/(?:^|[\s,])no-(?:store|cache)/i.test(control)) return Number.NEGATIVE_INFINITY
  const age = Number(headers.get('age') ?? 0)
  return ticks() + Math.max(seconds - (age > 0 ? age : 0), 0) * 1000
}

/** The stable code of a problem (RFC 9457); undefined where the text is none of the service's. */
function codeIn(text: string): string | undefined {
  const value = parsed(text)
  return isObject(value) && typeof value.code === 'string' && /^[a-z_]{1,64}$/.test(value.code) ? value.code : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
