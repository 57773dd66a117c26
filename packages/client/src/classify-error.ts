import type { ErrorClass } from './answer-forms.ts'

/** A class; `cancelled`: the caller cancelled, which is no evidence about the tool; undefined: unknown. */
export type ErrorReading = ErrorClass | 'cancelled' | undefined

/** How deep chains of `cause` are followed. Libraries wrap errors a few times at most. */
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
 * Codes of JSON-RPC 2.0, section 5.1, and of MCP. Internal errors (-32603) and server-defined ones (-32000) are left
 * out, as working servers answer them to a bad argument too.
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
 * The class of an error, from its name, code and status alone: its message and other members may hold data of the call.
 * Never throws.
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
    // Error classes that do not set `name` still have a constructor name.
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
