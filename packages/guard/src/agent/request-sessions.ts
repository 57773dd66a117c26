import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  InMemoryServerEventBus,
  type McpHttpHandler,
  type ServerEvent,
} from '@modelcontextprotocol/server'
import type { Members } from '../upstream/upstream.ts'
import type { Message } from './agent-request.ts'
import type { GuardSession } from './guard-session.ts'
import { type IdleSession, IdleSessions, LONGEST_BODY } from './http-session.ts'
import { isMembers } from './members.ts'
import { urisOf } from './subscriptions.ts'

interface RequestSession extends IdleSession {
  session: GuardSession
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
    const params = isMembers(body) && isMembers(body.params) ? body.params : {}
    const held = this.#session(params)
    held.usedAt = Date.now()
    if (isMembers(body) && body.method === 'subscriptions/listen') {
      const listening = Symbol('until the connection ends')
      held.session.subscriptions.listen(listening, urisOf(params))
      request.signal.addEventListener('abort', () => held.session.subscriptions.stopListening(listening))
    }
    return held.handler.fetch(request, body === undefined ? {} : { parsedBody: body })
  }

  close(): Promise<void> {
    return this.#sessions.closeAll()
  }

  #session({ _meta: meta }: Members): RequestSession {
    const { [CLIENT_INFO_META_KEY]: info, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = isMembers(meta) ? meta : {}
    const key = JSON.stringify([info, capabilities])
    const held = this.#sessions.get(key)
    if (held !== undefined) return held
    const session = this.#open()
    session.watch({ params: { _meta: meta } })
    const opened = openSession(session)
    this.#sessions.set(key, opened)
    return opened
  }
}

function openSession(session: GuardSession): RequestSession {
  const bus = new InMemoryServerEventBus()
  const front = { tell: (notification: Message) => publish(bus, notification) }
  const handler = createMcpHandler(() => session.serve('modern', front), {
    legacy: 'reject',
    bus,
    maxRequestBodySize: LONGEST_BODY,
  })
  return {
    session,
    handler,
    usedAt: Date.now(),
    isBusy: () => bus.listenerCount > 0 || session.isBusy,
    close: async () => {
      await handler.close()
      await session.close()
    },
  }
}

/** What such an agent can subscribe to; it is told nothing else outside its requests. */
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
