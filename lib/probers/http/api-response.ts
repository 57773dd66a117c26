import type { ProbeReason } from 'assay-verify/state/observation'
import { type SafeInit, type SafeResponse, safeFetch } from '../../safe-fetch'
import { certificateExpiry } from '../../safe-fetch/certificates'
import { type Findings, NOTHING_FOUND, type ProbeControls, type ProbeSettings } from '../prober'
import { mediaType, refusalReason, waitOf } from './http-response'

/** Bytes of a body that are read: the first show whether it is a web page. */
const READ_BYTES = 1_024
const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
const HTML_START = /^\ufeff?\s*(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i
const EXPIRY_WARNING_DAYS = 14
const DAY_MS = 86_400_000

export interface ApiResponse extends Pick<SafeResponse, 'status' | 'headers' | 'url' | 'redirected'> {
  /** The beginning of its body; empty for HEAD. */
  start: string
}

/**
 * One request without side effects; of the body only the beginning is read. `follows`: which redirects are followed;
 * left out: all.
 */
export async function askApi(
  method: 'GET' | 'HEAD',
  url: string,
  settings: Pick<ProbeSettings, 'userAgent' | 'dial'>,
  signal: AbortSignal,
  follows?: (next: URL) => boolean,
): Promise<ApiResponse> {
  const pieces: Buffer[] = []
  let bytes = 0
  const init: SafeInit = {
    method,
    headers: { 'user-agent': settings.userAgent, accept: 'application/json, */*;q=0.5' },
    maxBytes: Number.POSITIVE_INFINITY,
    signal,
    rules: settings.dial,
    ...(follows && { follows }),
    planFor: () => (piece) => {
      pieces.push(Buffer.from(piece.subarray(0, READ_BYTES - bytes)))
      bytes += piece.length
      return bytes >= READ_BYTES
    },
  }
  const { status, headers, url: from, redirected } = await safeFetch(url, init)
  return { status, headers, url: from, redirected, start: Buffer.concat(pieces).toString('utf8') }
}

/** Whether the answer is a web page, by its type or, whatever its type, by its beginning. */
export function isWebPage({ headers, start }: Pick<ApiResponse, 'headers' | 'start'>): boolean {
  return HTML_TYPES.has(mediaType(headers)) || HTML_START.test(start)
}

/**
 * What an answer to GET shows of an API. `mayLackAddress`: a refusal of this very address (400, 404, 405 in another
 * form than a web page) still comes from an API, as that of a base address.
 */
export function apiReason(answer: ApiResponse, { mayLackAddress }: { mayLackAddress: boolean }): ProbeReason {
  const { status, redirected } = answer
  const refusal = refusalReason(answer)
  if (refusal !== undefined) return refusal
  if (status >= 500) return 'server_error'
  const isPage = isWebPage(answer)
  if (status === 410) return 'not_found'
  // The sign-in page that an address redirects to, whatever its status.
  if (isPage && redirected) return 'not_an_api'
  if (status === 404) return isPage || answer.start.trim() === '' || !mayLackAddress ? 'not_found' : 'api_answered'
  if (isPage || (status >= 300 && status < 400)) return 'not_an_api'
  return 'api_answered'
}

/** The findings of an answer of an API. */
export function apiFindings(answer: ApiResponse, reason: ProbeReason, controls: ProbeControls): Findings {
  controls.answered(answer.status)
  const notes = [...certificateNotes(certificateExpiry(answer.url), new Date())]
  if (answer.redirected) notes.push('It redirects to another address.')
  return { ...NOTHING_FOUND, reason, httpStatus: answer.status, retryAfterMs: waitOf(answer.headers), notes }
}

/** A note where a certificate expires within 14 days. */
export function certificateNotes(expiresAt: Date | null, now: Date): string[] {
  if (expiresAt === null) return []
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS)
  if (days < 0 || days >= EXPIRY_WARNING_DAYS) return []
  if (days === 0) return ['Its certificate expires within a day.']
  return [`Its certificate expires in ${days} ${days === 1 ? 'day' : 'days'}.`]
}
