import { createMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Context } from '../../api/context'
import { type ApiError, type ErrorCode, isApiError } from '../../contract/errors'
import type { OperationContract } from '../../contract/operation'
import { readBody } from '../../http/body'
import { COMMON_HEADERS } from '../../http/problem'
import { compressedResponse } from '../../http/response'
import { originFault } from './mcp-origin'
import { openMcpServer } from './mcp-server'

/**
 * Not an operation of the table, but read and limited as one. It takes no points itself: a tool call takes those of its
 * operation.
 */
const ENDPOINT: OperationContract = {
  method: 'POST',
  path: '/mcp',
  summary: 'The oracle as an MCP server',
  description: 'Streamable HTTP, without sessions.',
  pathParameters: [],
  input: z.strictObject({}),
  body: { schema: z.unknown(), maxBytes: 256 * 1024 },
  output: z.unknown(),
  weight: 0,
  errors: [],
  cache: null,
}

const ALLOW = 'POST, OPTIONS'
const CORS = {
  'access-control-allow-methods': ALLOW,
  'access-control-allow-headers':
    'accept, authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, x-api-key',
  'access-control-max-age': '86400',
}

type Headers_ = Record<string, string>

/** Answers one request to /mcp, of either protocol generation, and keeps no state of it. Never throws. */
export async function answerMcp(request: Request, context: Context): Promise<Response> {
  const headers: Headers_ = {}
  context.answerHeaders = headers
  try {
    const fault = originFault(request, context.baseUrl)
    if (fault !== undefined) return rpcError(403, -32000, fault, null, headers)
    if (request.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: { ...COMMON_HEADERS, ...CORS, allow: ALLOW } })
    }
    // Without sessions there is no stream to open and nothing to end.
    if (request.method !== 'POST') return rpcError(405, -32000, 'Method not allowed.', null, { allow: ALLOW }, request)
    return await answerMessages(request, context, headers)
  } catch (cause) {
    return refusalOf(cause, context, headers)
  }
}

async function answerMessages(request: Request, context: Context, headers: Headers_): Promise<Response> {
  const { gate, address, now } = context
  const admitted = await gate.admit(request, ENDPOINT, address, now, headers).catch(unlessLimited)
  const charge = async (points: number) => {
    if (isApiError(admitted)) throw admitted
    return gate.charge(admitted, points, headers, now)
  }
  const body = await readBody(request, ENDPOINT).catch(async (cause) => {
    await charge(1)
    throw cause
  })
  const points = pointsOf(body)
  if (points > 0) await charge(points)
  // A tool call over the limit is answered by its tool, for the model to read: its operation refuses it, too.
  if (isApiError(admitted)) setRetryAfter(admitted, headers)
  const failures: Error[] = []
  // One for each request, so that no state is shared between callers.
  const handler = createMcpHandler(() => openMcpServer(context, request.headers, () => charge(1)), {
    onerror: (error) => failures.push(error),
  })
  const response = await handler.fetch(request, { parsedBody: withoutCancellations(body) })
  if (response.status >= 500) noteFailure(failures, context)
  return compressedResponse(withHeaders(response, headers), request)
}

/** The refusal of a caller over its limit; throws any other cause. */
function unlessLimited(cause: unknown): ApiError {
  if (isApiError(cause) && cause.code === 'rate_limited') return cause
  throw cause
}

function setRetryAfter({ extra: { retryAfterSeconds } }: ApiError, headers: Headers_): void {
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
}

/**
 * Points of a body: one for each message that the endpoint answers itself, at least one without a tool call. Operations
 * take those of tool calls.
 */
function pointsOf(body: unknown): number {
  const methods = (Array.isArray(body) ? body : [body]).map((message) => methodOf(message))
  const own = methods.filter((method) => method !== 'tools/call' && !method?.startsWith('notifications/')).length
  return methods.includes('tools/call') ? own : Math.max(1, own)
}

/**
 * A batch that cancels one of its own requests would leave a stream open for an answer that never comes. No other
 * request can be cancelled.
 */
function withoutCancellations(body: unknown): unknown {
  if (!Array.isArray(body)) return body
  const others = body.filter((message) => methodOf(message) !== 'notifications/cancelled')
  return others.length === 0 ? body : others
}

function methodOf(message: unknown): string | undefined {
  const method = typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined
  return typeof method === 'string' ? method : undefined
}

/** Logs the stack without the message, which may hold what the caller sent. */
function noteFailure(failures: readonly Error[], { log }: Pick<Context, 'log'>): void {
  const frames = failures.map(({ name, stack = '' }) => [name, ...(stack.match(/^ {4}at .*$/gm) ?? [])].join('\n'))
  log(['internal error at /mcp', ...frames].join('\n'))
}

/** An error in the form of JSON-RPC. */
function refusalOf(cause: unknown, { log }: Pick<Context, 'log'>, headers: Headers_): Response {
  if (isApiError(cause)) {
    const { status, message, code } = cause
    setRetryAfter(cause, headers)
    if (status === 401) headers['www-authenticate'] = 'Bearer realm="assay"'
    return rpcError(status, code === 'malformed_json' ? -32700 : -32000, message, code, headers)
  }
  log('internal error', cause)
  return rpcError(500, -32603, 'The service failed. The fault is ours and has been noted.', 'internal', headers)
}

function rpcError(
  status: number,
  code: number,
  message: string,
  reason: ErrorCode | null,
  headers: Headers_,
  request?: Request,
): Response {
  const error = { code, message, ...(reason === null ? {} : { data: { code: reason } }) }
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error })
  return new Response(request?.method === 'HEAD' ? null : body, {
    status,
    headers: { ...COMMON_HEADERS, ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}

function withHeaders(response: Response, limits: Headers_): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries({ ...COMMON_HEADERS, ...limits })) headers.set(name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}
