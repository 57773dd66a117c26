import { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { UpstreamFailure } from './upstream.ts'

/** Of a gateway: the server behind it was not reached. */
const UNREACHED = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530])
/** The connection was not made, so that nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const CLOSED = new Set<string>([SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected, SdkErrorCode.SendFailed])
const UNUSABLE = new Set<string>([SdkErrorCode.ClientHttpUnexpectedContent, SdkErrorCode.EraNegotiationFailed])

/**
 * What went wrong with a request: a failure of the transport, or the server's own error, which is an answer. `name`: of
 * the server, for the sentence.
 */
export function classified(error: unknown, name: string): UpstreamFailure | ProtocolError {
  if (error instanceof UpstreamFailure || error instanceof ProtocolError) return error
  if (error instanceof SdkHttpError) return httpError(error, name)
  if (!(error instanceof SdkError)) return brokenOff(error, name)
  if (CLOSED.has(error.code)) return new UpstreamFailure('closed', `The connection to ${name} ended.`, true)
  if (UNUSABLE.has(error.code)) return brokenOff(error.cause ?? error, name)
  if (error.code === SdkErrorCode.MethodNotSupportedByProtocolVersion)
    return new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  return new ProtocolError(ProtocolErrorCode.InternalError, error.message)
}

function httpError(error: SdkHttpError, name: string): UpstreamFailure | ProtocolError {
  if (UNREACHED.has(error.status))
    return new UpstreamFailure('closed', `${name} was not reached: HTTP ${error.status}.`, true)
  return ownError(error.data.text) ?? statusError(error.status, name)
}

function statusError(status: number, name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, `${name} answered HTTP ${status}.`, { status })
}

/** The JSON-RPC error that the body of an answer has. */
function ownError(text: unknown): ProtocolError | null {
  if (typeof text !== 'string') return null
  try {
    const { error } = JSON.parse(text)
    if (!Number.isSafeInteger(error?.code) || typeof error.message !== 'string') return null
    return ProtocolError.fromError(error.code, error.message, error.data)
  } catch {
    return null
  }
}

function brokenOff(error: unknown, name: string): UpstreamFailure {
  const code = codeOf(error)
  if (code !== null && NOT_SENT.has(code))
    return new UpstreamFailure('start', `${name} could not be reached (${code}).`, false)
  const how = code === null ? '' : ` (${code})`
  return new UpstreamFailure('closed', `${name} broke the connection off without a usable answer${how}.`, true)
}

/** The code of an error or of what caused it. */
function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]{3,60}$/.test(at.code)) return at.code
  }
  return null
}

/** The failure of a start. */
export function startFailure(error: unknown, name: string): UpstreamFailure | ProtocolError {
  const found = classified(error, name)
  if (found instanceof ProtocolError || found.kind === 'silence') return found
  const code = codeOf(error)
  const why = code === 'ENOENT' ? 'its command or folder does not exist' : (code ?? 'it ended while it started')
  return new UpstreamFailure('start', found.kind === 'start' ? found.message : `${name} did not start: ${why}.`, false)
}

/** Seconds in words, with a digit behind the point where there are few. */
export function secondsOf(ms: number): string {
  return `${ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)} s`
}
