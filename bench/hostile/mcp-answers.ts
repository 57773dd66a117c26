import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A message as far as hostile servers read it. */
export interface ServedMessage {
  id: number | null
  /** The method of the message, or of HTTP where there is no message. */
  method: string
}

export type Responder = (message: ServedMessage, response: ServerResponse, request: IncomingMessage) => unknown

/** What the catalog says that an address is. */
export type RemoteType = 'streamable-http' | 'http-api' | 'http-api-docs' | 'openapi'

export interface HostileKind {
  /** Left out: an MCP server. */
  type?: RemoteType
  http(message: never, response: ServerResponse, request: IncomingMessage): unknown
  /** Takes the connection after the first bytes of a request, in place of `http`. */
  tcp?(socket: Socket): void
}

export function tool(name: string, description = 'Does something.', inputSchema: object = { type: 'object' }): object {
  return { name, description, inputSchema }
}

export function reply({ id }: ServedMessage, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}

export function answerJson(message: ServedMessage, response: ServerResponse, result: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply(message, result))
}

/** Answers a listing whose text is made once: each request only puts its id before it. */
export function listing(tools: readonly object[]): Responder {
  const text = JSON.stringify({ tools })
  return ({ id }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${text}}`)
  }
}

/** A server that shakes hands as a good one does, and answers other methods by these. */
export function speaking(answers: Record<string, Responder>): HostileKind {
  return {
    http: (message: ServedMessage, response, request) => {
      const answer = answers[message.method]
      if (answer !== undefined) answer(message, response, request)
      else if (message.method === 'initialize') answerJson(message, response, INITIALIZED)
      else if (message.id === null) response.writeHead(message.method === 'GET' ? 405 : 202).end()
      else response.writeHead(400, { 'content-type': 'application/json' }).end(NO_METHOD(message.id))
    },
  }
}

export function overTcp(onRequest: (socket: Socket) => void): HostileKind {
  return { http: () => undefined, tcp: onRequest }
}

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bench', version: '1' },
}
const NO_METHOD = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'no' } })
