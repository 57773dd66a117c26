import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { isLegacyRequest } from '@modelcontextprotocol/server'
import type { GuardSession } from '../guard-session.ts'
import { isMembers } from '../members.ts'
import { HandshakeSessions } from './handshake-sessions.ts'
import { LONGEST_BODY } from './http-session.ts'
import { RequestSessions } from './request-sessions.ts'

export interface HttpFrontOptions {
  /** 0: a free one. */
  port: number
  /** Opens a session at an address: `/mcp`, or `/NAME/mcp`, with the name as the configuration has it. */
  sessions: ReadonlyMap<string, () => GuardSession>
  /** Answers what is no address of a server; false: it is none of its own either. */
  otherwise?(request: IncomingMessage, response: ServerResponse): boolean
}

/** So long the head of a stream of events waits for the first of them. */
const HEAD_WAITS_MS = 5

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** What is served at one address: agents with a handshake and agents without. */
interface Endpoint {
  handshakes: HandshakeSessions
  requests: RequestSessions
  handle: NodeHandler
}

/** Serves the sessions of agents on this machine. Each agent has servers of its own, which end with its session. */
export class HttpFront {
  readonly #options: HttpFrontOptions
  readonly #endpoints = new Map<string, Endpoint>()
  readonly #isHost = localhostHostValidation()
  readonly #isOrigin = localhostOriginValidation()
  readonly #server: HttpServer

  constructor(options: HttpFrontOptions) {
    this.#options = options
    this.#server = createServer((request, response) => this.#handle(request, response))
  }

  /** Answers the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#options.port, '127.0.0.1', resolve)
    })
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : this.#options.port
  }

  async close(): Promise<void> {
    const stopped = new Promise((resolve) => this.#server.close(resolve))
    const sessions = [...this.#endpoints.values()].flatMap(({ handshakes, requests }) => [handshakes, requests])
    await Promise.all(sessions.map((kind) => kind.close()))
    this.#server.closeAllConnections()
    await stopped
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    // Another origin's page may have its name point to this machine.
    if (!this.#isHost(request, response) || !this.#isOrigin(request, response)) return
    const endpoint = this.#endpoint(request.url ?? '')
    if (endpoint !== null) {
      endpoint.handshakes.use(request.headers['mcp-session-id'], response)
      sendInOnePiece(response)
      void endpoint.handle(request, response)
    } else if (this.#options.otherwise?.(request, response) !== true) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
    }
  }

  /** Made at the first request of an address, kept until the end; null: nothing is served there. */
  #endpoint(url: string): Endpoint | null {
    const [path = ''] = url.split('?')
    const address = decoded(path.replace(/\/$/, ''))
    const open = this.#options.sessions.get(address)
    const endpoint = this.#endpoints.get(address) ?? (open && endpointOf(open))
    if (endpoint === undefined) return null
    this.#endpoints.set(address, endpoint)
    return endpoint
  }
}

/**
 * What an answer has in one moment is sent in one piece: its head with its first event, that with the end. The head
 * of a stream goes before its first event where that is long in coming.
 */
function sendInOnePiece(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  const write: ServerResponse['write'] = response.write.bind(response)
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const [headers] = rest
    writeHead(status, headers as OutgoingHttpHeaders)
    const type = isMembers(headers) ? (headers['content-type'] ?? headers['Content-Type']) : undefined
    if (String(type).startsWith('text/event-stream')) setTimeout(() => response.flushHeaders(), HEAD_WAITS_MS).unref()
    return response
  }
  response.write = (...given: unknown[]) => {
    response.cork()
    setImmediate(() => response.uncork())
    return write(...(given as Parameters<typeof write>))
  }
}

function endpointOf(open: () => GuardSession): Endpoint {
  const handshakes = new HandshakeSessions(open)
  const requests = new RequestSessions(open)
  const fetch = async (request: Request) => {
    const answered = await handshakes.handleHeld(request)
    if (answered !== null) return answered
    const body: unknown = request.method === 'POST' ? await bodyOf(request) : undefined
    const options = { maxRequestBodySize: LONGEST_BODY }
    const isLegacy = await isLegacyRequest(request, body, options)
    if (isLegacy) return handshakes.handle(request, body)
    return requests.handle(request, body)
  }
  return { handshakes, requests, handle: toNodeHandler({ fetch }, { maxRequestBodySize: LONGEST_BODY }) as NodeHandler }
}

async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await request.clone().json()
  } catch {
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
