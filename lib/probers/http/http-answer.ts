import type { IncomingHttpHeaders } from 'node:http'
import type { ProbeReason } from '../../core/state/observation'
import { headerOf, type SafeAnswer, safeFetch } from '../../safe-fetch'
import { withinMs } from '../mcp/mcp-transport'
import { type ProbeControls, ProbeFailure, type ProbeSettings } from '../prober'
import { retryAfterMs } from './retry-after'

const REASON_OF_STATUS: ReadonlyMap<number, ProbeReason> = new Map([
  [401, 'credentials_required'],
  [402, 'payment_required'],
  [403, 'forbidden'],
  [429, 'rate_limited'],
])

const METADATA_MAX_BYTES = 64 * 1024
/** Where authorization metadata is found is only a note: it may not use up the time of the probe. */
const METADATA_MS = 2_000

export function mediaType(headers: IncomingHttpHeaders): string {
  return (headerOf(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export function isEventStream(headers: IncomingHttpHeaders): boolean {
  return mediaType(headers) === 'text/event-stream'
}

/** What is wrong with an answer that holds no reply, never in the server's words. */
export function oddities({ status, headers }: SafeAnswer): string[] {
  const type = mediaType(headers)
  if (status >= 300 && status < 400)
    return [`It redirects POST by ${status}, which turns it into a GET; clients do not follow.`]
  if (status >= 300) return []
  if (type === 'text/event-stream') return ['Its stream ended before the answer.']
  if (type === 'text/html') return ['It answers with a web page.']
  if (type === 'application/json') return ['It answers with JSON that is not a reply to the request.']
  return ['It answers with a type of content that no client reads.']
}

/** Why an answer does not serve the probe although its server is alive; undefined where it is no such answer. */
export function refusalReason({ status, headers }: Pick<SafeAnswer, 'status' | 'headers'>): ProbeReason | undefined {
  if (status === 503 && headers['retry-after'] !== undefined) return 'asked_to_wait'
  return REASON_OF_STATUS.get(status)
}

/**
 * Whether a server is alive and does not serve the probe: it asks for credentials or payment, refuses, or throttles.
 */
export function isLivingRefusal(answer: Pick<SafeAnswer, 'status' | 'headers'>): boolean {
  return refusalReason(answer) !== undefined
}

/** How the probe of such a server ends. */
export async function livingRefusal(
  answer: SafeAnswer,
  settings: ProbeSettings,
  signal: AbortSignal,
  controls: ProbeControls,
): Promise<ProbeFailure> {
  const { status, headers } = answer
  controls.answered(status)
  const reason = refusalReason(answer) ?? 'forbidden'
  const notes = reason === 'credentials_required' ? [await whereCredentialsAre(answer, settings, signal)] : []
  return new ProbeFailure(reason, { httpStatus: status, retryAfterMs: waitOf(headers), notes })
}

/** How long an answer asks to wait; null: it does not. */
export function waitOf(headers: IncomingHttpHeaders): number | null {
  return retryAfterMs(headerOf(headers, 'retry-after'), headerOf(headers, 'date'))
}

async function whereCredentialsAre(answer: SafeAnswer, settings: ProbeSettings, signal: AbortSignal): Promise<string> {
  const challenge = headerOf(answer.headers, 'www-authenticate')
  if (challenge !== undefined && /\bresource_metadata\s*=/i.test(challenge)) {
    return 'WWW-Authenticate names its authorization metadata.'
  }
  const found = await withinMs(METADATA_MS, signal, (limited) => findMetadata(answer.url, settings, limited)).catch(
    () => undefined,
  )
  const where =
    found === undefined ? 'no authorization metadata was found' : `its authorization metadata is at ${found}`
  return `${challenge === undefined ? 'Its 401 carries no WWW-Authenticate' : 'Its WWW-Authenticate names no metadata'}; ${where}.`
}

/** The well-known address of RFC 9728 that answers, that of the path first, then that of the root; undefined where neither does. */
async function findMetadata(url: string, settings: ProbeSettings, signal: AbortSignal): Promise<string | undefined> {
  const { pathname } = new URL(url)
  const wellKnown = '/.well-known/oauth-protected-resource'
  const places =
    pathname === '/' ? [] : [{ words: 'the well-known address of its path', path: `${wellKnown}${pathname}` }]
  places.push({ words: 'the well-known address of its root', path: wellKnown })
  for (const { words, path } of places) {
    const { status, headers } = await safeFetch(new URL(path, url), {
      headers: { 'user-agent': settings.userAgent, accept: 'application/json' },
      maxBytes: METADATA_MAX_BYTES,
      signal,
      rules: settings.dial,
    })
    if (status === 200 && mediaType(headers) === 'application/json') return words
  }
  return undefined
}
