import type { IncomingHttpHeaders } from 'node:http'
import { headerOf } from '../../safe-fetch'
import type { Validators } from '../prober'

/** Visible ASCII, as header values are: longer ones are not sent back. */
const SENDABLE = /^[\x20-\x7e]{1,256}$/
const LONGEST_VALID_SECONDS = 24 * 3600

/** What an answer gave for the next conditional request; null where it gave nothing that can be sent back. */
export function validatorsOf(headers: IncomingHttpHeaders): Validators | null {
  const etag = sendable(headerOf(headers, 'etag'))
  const lastModified = sendable(headerOf(headers, 'last-modified'))
  return etag === null && lastModified === null ? null : { etag, lastModified }
}

/** The headers that make a request conditional. */
export function conditionalHeaders(validators: Validators | null | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  const etag = sendable(validators?.etag)
  const lastModified = sendable(validators?.lastModified)
  if (etag !== null) headers['if-none-match'] = etag
  if (lastModified !== null) headers['if-modified-since'] = lastModified
  return headers
}

/**
 * For how long `Cache-Control` declares an answer valid, at most 24 hours; null where it does not, or forbids its
 * reuse.
 */
export function validForMs(headers: IncomingHttpHeaders): number | null {
  const directives = headerOf(headers, 'cache-control') ?? ''
  if (/\bno-(store|cache)\b/i.test(directives)) return null
  const seconds = Number(/(?:^|[\s,])max-age="?(\d{1,12})/i.exec(directives)?.[1] ?? 0)
  return seconds > 0 ? Math.min(seconds, LONGEST_VALID_SECONDS) * 1000 : null
}

function sendable(value: string | null | undefined): string | null {
  return value !== null && value !== undefined && SENDABLE.test(value) ? value : null
}
