import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { serve } from './test-servers'

/** A scripted MCP server, for behaviour that real ones do not show on demand. */

export interface Incoming {
  httpMethod: string
  path: string
  headers: IncomingHttpHeaders
  /** The message's method, or the HTTP method where there is no message. */
  method: string
  id: number | null
  params: { [key: string]: unknown }
}

export type Responder = (message: Incoming, response: ServerResponse, request: IncomingMessage) => void

export interface Scripted {
  url: string
  /** Everything it received, in order. */
  seen: Incoming[]
  /** The methods it received, in order. */
  methods(): string[]
}

/** Serves `/mcp` by the answerer of each method; `else` where there is none. */
export async function scripted(answerers: { [method: string]: Responder }): Promise<Scripted> {
  const seen: Incoming[] = []
  const origin = await serve(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const message = body === '' ? {} : (JSON.parse(body) as Partial<Incoming>)
    const { method = 'GET', url = '', headers } = request
    const incoming: Incoming = {
      httpMethod: method,
      path: url,
      headers,
      method: message.method ?? method,
      id: message.id ?? null,
      params: message.params ?? {},
    }
    seen.push(incoming)
    const answerer = answerers[incoming.method] ?? answerers.else ?? status(404)
    answerer(incoming, response, request)
  })
  return { url: `${origin}/mcp`, seen, methods: () => seen.map((message) => message.method) }
}

/** Answers with a result. */
export function result(value: object, headers: Record<string, string> = {}): Responder {
  return ({ id }, response) => sendJson(response, 200, { jsonrpc: '2.0', id, result: value }, headers)
}

/** Answers with an error of the protocol. */
export function rpcError(code: number, httpStatus = 200, data?: unknown): Responder {
  return ({ id }, response) =>
    sendJson(response, httpStatus, { jsonrpc: '2.0', id, error: { code, message: 'no', data } })
}

/** Answers with a bare status. */
export function status(code: number, headers: Record<string, string> = {}, body = ''): Responder {
  return (_, response) => response.writeHead(code, headers).end(body)
}

/** Answers with a text. */
export function text(contentType: string, body: (id: number | null) => string): Responder {
  return ({ id }, response) => response.writeHead(200, { 'content-type': contentType }).end(body(id))
}

/** Answers with an event stream. */
export function events(body: (id: number | null) => string): Responder {
  return text('text/event-stream', body)
}

/** Never answers. */
export const silence: Responder = () => {}

export function sendJson(response: ServerResponse, code: number, value: object, headers: Record<string, string> = {}) {
  response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

export const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more })

const SERVER = { name: 'scripted', version: '1' }
export const DISCOVERED = {
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  _meta: { 'io.modelcontextprotocol/serverInfo': SERVER },
}
export const INITIALIZED = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: SERVER }

/** A correct modern server with one tool, except for `changes`. */
export function modernServer(changes: { [method: string]: Responder } = {}): Promise<Scripted> {
  return scripted({
    'server/discover': result(DISCOVERED),
    'tools/list': result({ tools: [tool('echo')] }),
    ...changes,
  })
}

/** A correct server of the `initialize` generation, with a session and one tool, except for `changes`. */
export function olderServer(changes: { [method: string]: Responder } = {}): Promise<Scripted> {
  return scripted({
    'server/discover': rpcError(-32_000, 400),
    initialize: result(INITIALIZED, { 'mcp-session-id': 'session-1' }),
    'notifications/initialized': status(202),
    'tools/list': result({ tools: [tool('echo')] }),
    DELETE: status(200),
    ...changes,
  })
}
