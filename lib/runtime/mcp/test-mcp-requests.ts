import { expect } from 'vitest'

export const JSON_TYPE = 'application/json'
export const BOTH = 'application/json, text/event-stream'
export const INITIALIZE = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})
/** What a caller sends that nobody is to repeat or write down. */
export const MARK = 'marker-7f3a9'

export function rpc(method: string, params: object = {}, id: string | number = 1) {
  return { jsonrpc: '2.0', id, method, params }
}

export const call = (name: string, args: object, id: string | number = 1) =>
  rpc('tools/call', { name, arguments: args }, id)

/** A whole request of the stateless protocol generation. */
export function modern(method: string, params: object = {}, version = '2026-07-28') {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {}
  return {
    body: rpc(method, { ...params, _meta }),
    headers: { 'mcp-protocol-version': version, 'mcp-method': method, ...name },
  }
}

export interface McpResponse {
  status: number
  headers: Headers
  text: string
  /** The JSON-RPC messages of the answer, whether it came as JSON or as events. */
  messages: Record<string, unknown>[]
}

export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<McpResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE, accept: BOTH, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  })
  const text = await response.text()
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const datas = isEvents ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data) : [text]
  const messages = datas.filter((data) => data !== '').map((data) => JSON.parse(data))
  return { status: response.status, headers: response.headers, text, messages }
}

export function expectRefused(answer: McpResponse, status: number, code: number, reason?: string): void {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const data = reason === undefined ? {} : { data: { code: reason } }
  expect(answer.messages).toMatchObject([{ jsonrpc: '2.0', error: { code, ...data } }])
}
