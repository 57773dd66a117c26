import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { GuardSession } from '../guard-session.ts'
import { type IdleSession, IdleSessions, LONGEST_BODY, refused, tooMany } from './http-session.ts'

interface HandshakeSession extends IdleSession {
  session: GuardSession
  transport: WebStandardStreamableHTTPServerTransport
  /** Answers that are not ended, streams among them. */
  open: number
}

const SESSION_HEADER = 'mcp-session-id'

/** Agents that make a handshake: each has a session by its header, with servers of its own. */
export class HandshakeSessions {
  readonly #open: () => GuardSession
  readonly #sessions = new IdleSessions<HandshakeSession>()

  constructor(open: () => GuardSession) {
    this.#open = open
  }

  /** Counts a request as a use of its session, until it is answered. */
  use(id: string | string[] | undefined, response: ServerResponse): void {
    const session = this.#sessions.get(String(id))
    if (session === undefined) return
    session.open++
    response.once('close', () => {
      session.open--
      session.usedAt = Date.now()
    })
  }

  /** Answers a request of a session; null: it names none, or one that has ended. */
  async handleHeld(request: Request): Promise<Response | null> {
    const held = this.#sessions.get(request.headers.get(SESSION_HEADER) ?? '')
    if (held === undefined) return null
    const response = await held.transport.handleRequest(request)
    // The stream on which an agent can be asked.
    if (request.method === 'GET' && response.ok) held.session.questions.reached()
    return response
  }

  /** Answers a request without a session: only a handshake begins one. */
  async handle(request: Request, body: unknown): Promise<Response> {
    if (request.headers.has(SESSION_HEADER)) return refused(404, -32_001, 'Session not found')
    if (request.method === 'POST' && body === undefined) return refused(400, -32_700, 'Parse error')
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body]
    if (!messages.some((message) => isInitializeRequest(message)))
      return refused(400, -32_000, 'Bad Request: Server not initialized')
    if (!this.#sessions.makeRoom()) return tooMany()
    const session = this.#open()
    for (const message of messages) session.watch(message)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: LONGEST_BODY,
      onsessioninitialized: (id) => {
        const close = () => transport.close()
        this.#sessions.set(id, { session, transport, open: 0, usedAt: Date.now(), isBusy, close })
      },
    })
    const isBusy = () => (this.#sessions.get(transport.sessionId ?? '')?.open ?? 0) > 0
    const server = await session.serve('legacy')
    server.onclose = () => {
      this.#sessions.delete(transport.sessionId ?? '')
      void session.close()
    }
    await server.connect(transport)
    const response = await transport.handleRequest(request, { parsedBody: body })
    // A handshake that is refused begins no session, and nobody would end it.
    if (transport.sessionId === undefined) await transport.close()
    return response
  }

  close(): Promise<void> {
    return this.#sessions.closeAll()
  }
}
