import {
  createMcpHandler,
  InMemoryServerEventBus,
  type McpHttpHandler,
  type ServerEvent,
} from '@modelcontextprotocol/server'
import type { AgentIdentity } from '../../upstream/upstream.ts'
import type { Message } from '../agent-request.ts'
import type { GuardSession } from '../guard-session.ts'
import { identityIn } from '../identity.ts'
import { isMembers } from '../members.ts'
import { urisOf } from '../subscriptions.ts'
import { type IdleSession, IdleSessions, LONGEST_BODY, tooMany } from './http-session.ts'

interface RequestSession extends IdleSession {
  session: () => GuardSession
  handler: McpHttpHandler
}

/** Agents without a handshake: those that introduce themselves in the same words share a session. */
export class RequestSessions {
  readonly #open: () => GuardSession
  readonly #sessions = new IdleSessions<RequestSession>()

  constructor(open: () => GuardSession) {
    this.#open = open
  }

  async handle(request: Request, body: unknown): Promise<Response> {
    const held = this.#session(body)
    if (held === null) return tooMany()
    held.usedAt = Date.now()
    const params = isMembers(body) && isMembers(body.params) ? body.params : {}
    if (isMembers(body) && body.method === 'subscriptions/listen') {
      const { subscriptions } = held.session()
      const listening = Symbol('until the connection ends')
      subscriptions.listen(listening, urisOf(params))
      request.signal.addEventListener('abort', () => subscriptions.stopListening(listening))
    }
    return held.handler.fetch(request, body === undefined ? {} : { parsedBody: body })
  }

  close(): Promise<void> {
    return this.#sessions.closeAll()
  }

  /** null: there are too many. */
  #session(message: unknown): RequestSession | null {
    const identity = identityIn(message)
    const key = JSON.stringify(identity)
    const held = this.#sessions.get(key)
    if (held !== undefined) return held
    if (!this.#sessions.makeRoom()) return null
    const opened = openSession(this.#open, identity)
    this.#sessions.set(key, opened)
    return opened
  }
}

/** A session is opened by the first request that is in order. */
function openSession(open: () => GuardSession, agent: AgentIdentity | null): RequestSession {
  const bus = new InMemoryServerEventBus()
  const front = { tell: (notification: Message) => publish(bus, notification) }
  let session: GuardSession | undefined
  const opened = () => {
    if (session !== undefined) return session
    session = open()
    if (agent !== null) session.introduce(agent)
    return session
  }
  const handler = createMcpHandler(() => opened().serve('modern', front), {
    legacy: 'reject',
    bus,
    maxRequestBodySize: LONGEST_BODY,
  })
  return {
    session: opened,
    handler,
    usedAt: Date.now(),
    isBusy: () => bus.listenerCount > 0 || session?.isBusy === true,
    close: async () => {
      await handler.close()
      await session?.close()
    },
  }
}

/** What such an agent can subscribe to; it receives nothing else outside its requests. */
function publish(bus: InMemoryServerEventBus, { method, params }: Message): void {
  const kind = KINDS[method]
  if (kind === undefined) return
  if (kind !== 'resource_updated') bus.publish({ kind })
  else bus.publish({ kind, uri: String(params?.uri), ...(params && { params }) })
}

const KINDS: Readonly<Record<string, ServerEvent['kind']>> = {
  'notifications/tools/list_changed': 'tools_list_changed',
  'notifications/prompts/list_changed': 'prompts_list_changed',
  'notifications/resources/list_changed': 'resources_list_changed',
  'notifications/resources/updated': 'resource_updated',
}
