import type { IncomingHttpHeaders } from 'node:http'
import type { ProbeReason } from 'assay-verify/state/observation'
import { OPT_OUT_HEADER, POLICY_READ_EVERY_MS } from '../../core/access/probing-policy'
import { headerOf, type SafeResponse } from '../../safe-fetch'
import { type ProbeControls, ProbeFailure } from '../prober'
import { retryAfterMs } from './retry-after'

const REASON_OF_STATUS: ReadonlyMap<number, ProbeReason> = new Map([
  [401, 'credentials_required'],
  [402, 'payment_required'],
  [403, 'forbidden'],
  [429, 'rate_limited'],
])

export function mediaType(headers: IncomingHttpHeaders): string {
  return (headerOf(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export function isEventStream(headers: IncomingHttpHeaders): boolean {
  return mediaType(headers) === 'text/event-stream'
}

/** What is wrong with an answer that holds no reply, never in the server's words. */
export function oddities({ status, headers }: SafeResponse): string[] {
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
export function refusalReason({ status, headers }: Pick<SafeResponse, 'status' | 'headers'>): ProbeReason | undefined {
  if (status === 503 && headers['retry-after'] !== undefined) return 'asked_to_wait'
  if (status === 403 && asksForNoProbes(headers)) return 'opted_out'
  return REASON_OF_STATUS.get(status)
}

/**
 * Whether a server is alive and does not serve the probe: it asks for credentials or payment, refuses, or throttles.
 */
export function isLivingRefusal(answer: Pick<SafeResponse, 'status' | 'headers'>): boolean {
  return refusalReason(answer) !== undefined
}

/** How the probe of such a server ends. */
export function livingRefusal({ status, headers, url }: SafeResponse, controls: ProbeControls): ProbeFailure {
  controls.answered(status)
  const reason = refusalReason({ status, headers }) ?? 'forbidden'
  if (status === 401 || status === 403) controls.refused?.({ url, challenges: linesOf(headers, 'www-authenticate') })
  const retryAfterMs = reason === 'opted_out' ? POLICY_READ_EVERY_MS : waitOf(headers)
  return new ProbeFailure(reason, { httpStatus: status, retryAfterMs })
}

/**
 * Whether the answer has the header by which an operator refuses probes, `Tool-Reliability: no-probe`. Counts only with
 * the status 403.
 */
function asksForNoProbes(headers: IncomingHttpHeaders): boolean {
  return linesOf(headers, OPT_OUT_HEADER.name).some((line) =>
    line.split(',').some((part) => part.trim().toLowerCase() === OPT_OUT_HEADER.value),
  )
}

function linesOf(headers: IncomingHttpHeaders, name: string): readonly string[] {
  return [headers[name.toLowerCase()] ?? []].flat()
}

/** How long an answer asks to wait; null: it does not. */
export function waitOf(headers: IncomingHttpHeaders): number | null {
  return retryAfterMs(headerOf(headers, 'retry-after'), headerOf(headers, 'date'))
}
