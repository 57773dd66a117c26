import type { ErrorClass } from './answers.js'

/** A class; `cancelled`: the caller gave up, which says nothing of the tool; undefined: cannot be told. */
export type ErrorReading = ErrorClass | 'cancelled' | undefined

/** Causes of causes that are looked at: what libraries wrap, they wrap a few times. */
const DEEPEST = 5

const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  400: 'schema',
  401: 'auth',
  402: 'auth',
  403: 'auth',
  404: 'not_found',
  408: 'timeout',
  410: 'not_found',
  415: 'schema',
  422: 'schema',
  429: 'rate_limit',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
}

/**
 * JSON-RPC 2.0, section 5.1, and what MCP adds to it. Internal errors (-32603) and those a server makes up (-32000) are left out: living servers answer
 * them to a bad argument too, and that is no outage.
 */
const BY_RPC_CODE: Readonly<Record<number, ErrorClass>> = {
  [-32700]: 'schema',
  [-32600]: 'schema',
  [-32601]: 'not_found',
  [-32602]: 'schema',
  [-32001]: 'timeout',
  [-32002]: 'not_found',
}

/** Codes of Node, undici, the MCP SDK and axios. */
const BY_CODE: readonly [pattern: RegExp, reading: ErrorReading][] = [
  [/^(?:ABORT_ERR|ERR_CANCELED)$/, 'cancelled'],
  [/^(?:ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED|REQUEST_TIMEOUT|UND_ERR_\w*TIMEOUT|ERR_\w*TIMEOUT)$/, 'timeout'],
  [/^E(?:CONN(?:REFUSED|RESET)|NOTFOUND|AI_\w+|PIPE|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|ADDRNOTAVAIL)$/, 'network'],
  [/^(?:UND_ERR_SOCKET|ERR_NETWORK|CONNECTION_CLOSED|SEND_FAILED|ERR_(?:SSL|TLS)_\w+)$/, 'network'],
  [/^(?:CERT_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|UNABLE_TO_\w+)$/, 'network'],
  [/^CLIENT_HTTP_(?:AUTHENTICATION|FORBIDDEN)$/, 'auth'],
  [/^INVALID_RESULT$/, 'schema'],
]

const BY_NAME: Readonly<Record<string, ErrorReading>> = {
  AbortError: 'cancelled',
  CanceledError: 'cancelled',
  TimeoutError: 'timeout',
  NetworkError: 'network',
  UnauthorizedError: 'auth',
  ZodError: 'schema',
}

/**
 * What kind of failure an error is, from its class, code and status alone: its message and everything it carries may hold what the call was about.
 * Never throws, whatever the error is.
 */
export function classifyError(error: unknown): ErrorReading {
  try {
    return readingOf(error, DEEPEST)
  } catch {
    // A getter of the error itself threw.
    return undefined
  }
}

function readingOf(error: unknown, depth: number): ErrorReading {
  if (typeof error !== 'object' || error === null || depth === 0) return undefined
  const { name, code, status, statusCode, response, cause } = error as Record<string, unknown>
  return (
    byStatus(status) ??
    byStatus(statusCode) ??
    byStatus(memberOf(response, 'status')) ??
    byCode(code) ??
    byName(name) ??
    // Classes that set no name of their own are still called something.
    byName(memberOf(error.constructor, 'name')) ??
    readingOf(cause, depth - 1)
  )
}

function memberOf(value: unknown, name: string): unknown {
  const isHolder = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isHolder ? (value as unknown as Record<string, unknown>)[name] : undefined
}

function byName(name: unknown): ErrorReading {
  return typeof name === 'string' && Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
}

function byStatus(status: unknown): ErrorClass | undefined {
  if (typeof status !== 'number') return undefined
  return BY_STATUS[status] ?? (status >= 500 && status <= 599 ? 'server' : undefined)
}

function byCode(code: unknown): ErrorReading {
  if (typeof code === 'number') return BY_RPC_CODE[code] ?? byStatus(code)
  if (typeof code !== 'string') return undefined
  return BY_CODE.find(([pattern]) => pattern.test(code))?.[1]
}
