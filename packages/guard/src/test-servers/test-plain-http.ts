import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Launch } from '../servers/configured-server.ts'

interface Message {
  id?: unknown
  method: string
  params?: { name?: string; arguments?: object }
}

/** What it does with a call of a tool. A number: the HTTP status that it answers. */
type Behaviour =
  | 'answers'
  | 'resets'
  | 'sends nothing'
  | 'cuts off'
  | 'sends bytes'
  | 'sends a page'
  | 'sends much'
  | number

export interface PlainHttp {
  launch: Launch
  /** How calls of tools go from now on. */
  calls: Behaviour
  /** How the handshake goes from now on. */
  starts: Behaviour
  /** The status by which it says that it does not know a session. */
  lostStatus: number
  /** Messages that it received. */
  received: string[]
  headers: IncomingMessage['headers'][]
  /** Sessions that were ended. */
  ended: number
  forgetSessions(): void
  /** Nothing listens at its address from now on. */
  stop(): Promise<void>
  listen(): Promise<void>
}

/** A server over Streamable HTTP in plain JSON-RPC, which misbehaves as it is told. */
export async function plainHttp(headers: Record<string, string> = {}): Promise<PlainHttp> {
  const sessions = new Set<string>()
  let port = 0
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'DELETE') plain.ended += 1
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message: Message = JSON.parse(await text(request))
    plain.received.push(message.method)
    plain.headers.push(request.headers)
    if (message.method === 'initialize') return behave(plain.starts, message, response, newSession())
    const session = request.headers['mcp-session-id']
    if (typeof session !== 'string' || !sessions.has(session))
      return refuse(response, plain.lostStatus, 'No valid session ID provided')
    if (message.id === undefined) return void response.writeHead(202).end()
    behave(message.method === 'tools/call' ? plain.calls : 'answers', message, response, session)
  }

  function newSession(): string {
    const session = randomUUID()
    sessions.add(session)
    return session
  }

  const plain: PlainHttp = {
    launch: { kind: 'http', url: '', headers, transport: 'streamable-http' },
    calls: 'answers',
    starts: 'answers',
    lostStatus: 404,
    received: [],
    headers: [],
    ended: 0,
    forgetSessions: () => sessions.clear(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    listen: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
  }
  await plain.listen()
  port = (server.address() as AddressInfo).port
  plain.launch = { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers, transport: 'streamable-http' }
  onTestFinished(() => plain.stop())
  return plain
}

function behave(how: Behaviour, message: Message, response: ServerResponse, session: string): void {
  const json = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) })
  const stream = () => response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': session })
  switch (how) {
    case 'answers':
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': session }).end(json)
      return
    case 'resets':
      response.destroy()
      return
    case 'sends nothing':
      stream().flushHeaders()
      return
    case 'cuts off':
      stream().end(': soon\n\n')
      return
    case 'sends a page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
      return
    case 'sends much':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ much: 'x'.repeat(20_000_000) }))
      return
    case 'sends bytes':
      sendSlowly(stream(), json)
      return
    default:
      refuse(response, how, 'as told')
  }
}

const BEATS = 20
const BEAT_MS = 50

function sendSlowly(response: ServerResponse, json: string): void {
  let beats = 0
  const timer = setInterval(() => {
    beats += 1
    if (beats < BEATS) return void response.write(': beat\n\n')
    clearInterval(timer)
    response.end(`data: ${json}\n\n`)
  }, BEAT_MS)
}

function resultOf({ method, params }: Message): object {
  if (method === 'initialize')
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'plain', version: '1' } }
  if (method === 'tools/list') return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }
  if (method !== 'tools/call') return {}
  return { content: [{ type: 'text', text: JSON.stringify(params?.arguments) }] }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32_000, message } }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error))
}
