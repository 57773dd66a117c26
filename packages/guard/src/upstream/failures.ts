import {
  LATEST_PROTOCOL_VERSION,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { ProcessEnd } from './process-transport.ts'
import { UpstreamFailure } from './upstream.ts'

/** Of a gateway: the server behind it was not reached. */
const UNREACHED: ReadonlySet<number> = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530])
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
/** Those of the SDK look alike. */
const SYSTEM_CODE = /^(?!CONNECTION_CLOSED|NOT_CONNECTED|SEND_FAILED)[A-Z_]{3,60}$/
const UNUSABLE = new Set<string>([SdkErrorCode.ClientHttpUnexpectedContent, SdkErrorCode.EraNegotiationFailed])

/**
 * What went wrong with a request: a failure of the transport, or the server's own error, which is an answer. `name`: of
 * the server, for the sentence.
 */
export function classified(error: unknown, name: string): UpstreamFailure | ProtocolError {
  if (error instanceof UpstreamFailure || error instanceof ProtocolError) return error
  const status = statusOf(error)
  if (status !== null) return httpError(error, status, name)
  const version = unsupportedVersion(error)
  if (version !== null)
    return new UnsupportedProtocolVersionError({ supported: [version], requested: LATEST_PROTOCOL_VERSION })
  if (!(error instanceof SdkError)) return brokenOff(error, name)
  if (error.code === SdkErrorCode.RequestTimeout)
    return new UpstreamFailure('silence', `${name} gave no answer in time.`, true)
  if (CLOSED.has(error.code)) return new UpstreamFailure('closed', `The connection to ${name} ended.`, true)
  if (UNUSABLE.has(error.code)) return brokenOff(error.cause ?? error, name)
  if (error.code === SdkErrorCode.MethodNotSupportedByProtocolVersion)
    return new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
  return new ProtocolError(ProtocolErrorCode.InternalError, error.message)
}

/** What a server answered to the handshake that the SDK does not speak; null: it is no such error. */
function unsupportedVersion(error: unknown): string | null {
  const text = error instanceof Error ? error.message : ''
  return /^Server's protocol version is not supported: (.{1,40})/.exec(text)?.[1] ?? null
}

/** The HTTP status of an error; null: it has none. */
export function statusOf(error: unknown): number | null {
  if (error instanceof SdkHttpError) return error.status
  if (error instanceof SseError) return error.code ?? null
  // What the transport of 2024-11-05 throws has no member for it.
  const [, status] = (error instanceof Error && /^Error POSTing to endpoint \(HTTP (\d{3})\)/.exec(error.message)) || []
  return status === undefined ? null : Number(status)
}

function httpError(error: unknown, status: number, name: string): UpstreamFailure | ProtocolError {
  if (UNREACHED.has(status)) return new UpstreamFailure('closed', `${name} was not reached: HTTP ${status}.`, true)
  const own = error instanceof SdkHttpError ? ownError(error.data.text) : null
  const answer =
    own ?? new ProtocolError(ProtocolErrorCode.InternalError, `${name} answered HTTP ${status}.`, { status })
  // Whoever records how calls end recognises by it a missing sign-in.
  return Object.assign(answer, { status })
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
    return new UpstreamFailure('start', `${name} could not be reached: ${wordsOf(code)}.`, false)
  const how = code === null ? '' : `: ${wordsOf(code)}`
  return new UpstreamFailure('closed', `${name} broke the connection off without a usable answer${how}.`, true)
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it reset the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'its address does not answer',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name could not be looked up',
  EACCES: 'its command may not be run',
}

function wordsOf(code: string): string {
  if (Object.hasOwn(WORDS, code)) return `${WORDS[code]} (${code})`
  return code.includes('CERT') || code.includes('TLS') ? `its certificate is not valid (${code})` : code
}

/** The code that the system gave an error or what caused it; null: it did not. */
function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (!(at instanceof SdkError) && 'code' in at && typeof at.code === 'string' && SYSTEM_CODE.test(at.code))
      return at.code
  }
  return null
}

/** The failure of a start. */
export function startFailure(error: unknown, { name, launch }: ConfiguredServer): UpstreamFailure | ProtocolError {
  const found = classified(error, name)
  if (found instanceof ProtocolError || found.kind === 'silence') return found
  if (error instanceof UpstreamFailure) return new UpstreamFailure('start', found.message, false)
  const code = codeOf(error)
  if (launch.kind === 'stdio') {
    const ended = code === null ? 'it ended the connection' : wordsOf(code)
    const why = code === 'ENOENT' ? `its command ${launch.command} or its folder does not exist` : ended
    return new UpstreamFailure('start', `${name} did not start: ${why}.`, false)
  }
  // Neither a path nor a query: either may hold a key.
  const where = `${name} could not be reached at ${new URL(launch.url).host}`
  return new UpstreamFailure('start', `${where}: ${code === null ? 'it gave no usable answer' : wordsOf(code)}.`, false)
}

/** A process that ended before it answered the handshake: not every one that does so was refused for good. */
export function endedAtStart(name: string, { code, signal }: ProcessEnd): UpstreamFailure {
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`
  return new UpstreamFailure('closed', `${name} did not start: its process ended ${how}.`, false)
}

/** Seconds in words, with a digit behind the point where there are few. */
export function secondsOf(ms: number): string {
  return `${ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)} s`
}
