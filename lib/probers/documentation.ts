import { headerOf, safeFetch } from '../safe-fetch'
import { refusalReason, waitOf } from './http/http-response'
import { conditionalHeaders, validatorsOf, validForMs } from './http/validators'
import { type Findings, NOTHING_FOUND, type Probe, ProbeFailure } from './prober'

const NOT_MODIFIED = 304

/**
 * Probes a page of documentation: that it is there. The request is conditional where the last answer gave validators,
 * and no body is read. A page that asks for a sign-in or refuses programs (401, 402, 403) is there: one that is gone
 * answers 404.
 */
export const probeDocumentation: Probe = async ({ url, validators }, settings, controls) => {
  controls.attempting()
  const { status, headers } = await safeFetch(url, {
    headers: {
      'user-agent': settings.userAgent,
      accept: 'text/html, */*;q=0.8',
      ...conditionalHeaders(validators),
    },
    maxBytes: settings.maxAnswerBytes,
    signal: controls.signal,
    rules: settings.dial,
    planFor: () => 'discard',
  })
  controls.answered(status)
  const there: Findings = {
    ...NOTHING_FOUND,
    reason: 'documented',
    httpStatus: status,
    validators: validatorsOf(headers) ?? (status === NOT_MODIFIED ? (validators ?? null) : null),
    validForMs: validForMs(headers),
  }
  if (status < 300 || status === NOT_MODIFIED) return there
  if (REFUSED_TO_READERS.has(status))
    return { ...there, notes: [`Its documentation page refuses our request (${status}).`] }
  const reason = refusalReason({ status, headers })
  const details = { httpStatus: status, retryAfterMs: waitOf(headers) }
  if (reason !== undefined) throw new ProbeFailure(reason, details)
  if (status === 404 || status === 410) throw new ProbeFailure('not_found', details)
  if (status >= 500) throw new ProbeFailure('server_error', details)
  const notes = [`Its documentation page answers with an unusual status (${status}).`]
  if (headerOf(headers, 'location') !== undefined) notes.push('It names an address that is not followed.')
  throw new ProbeFailure('description_unavailable', { ...details, notes })
}

const REFUSED_TO_READERS: ReadonlySet<number> = new Set([401, 402, 403])
