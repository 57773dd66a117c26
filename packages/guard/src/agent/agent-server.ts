import { ProtocolErrorCode, Server, type Transport } from '@modelcontextprotocol/server'
import type { AgentIdentity } from '../upstream/upstream.ts'
import { type AgentRequest, type AskOptions, agentRequest, askOptions, type Message } from './agent-request.ts'
import type { Introduction } from './introduction.ts'
import { ANY_RESULT } from './members.ts'

/** What a session does with what an agent sends. */
export interface AgentHandler {
  request(request: AgentRequest): Promise<Record<string, unknown>>
  notification(notification: Message): void
}

/** Of errors that the agent's revision of the protocol no longer has, and the class of the SDK therefore rewrites. */
const RESOURCE_NOT_FOUND = -32_002

/**
 * The guard as the agent sees it, on one connection or for one request: the protocol's frame, and nothing of its own.
 */
export class AgentServer extends Server {
  /** Requests that a server answered with an error which is to reach the agent as it is. */
  readonly #notFound = new Set<string | number>()

  constructor(introduction: Introduction, era: AgentIdentity['era'], handler: AgentHandler) {
    const { info, capabilities, instructions } = introduction
    super(info, { capabilities, ...(instructions !== undefined && { instructions }) })
    // The class would keep the level for messages of its own.
    this.removeRequestHandler('logging/setLevel')
    this.fallbackRequestHandler = async (request, context) => {
      try {
        return await handler.request(agentRequest(request, context, era))
      } catch (error) {
        if (era === 'legacy' && codeOf(error) === RESOURCE_NOT_FOUND) this.#notFound.add(context.mcpReq.id)
        throw error
      }
    }
    this.oninitialized = () => handler.notification({ method: 'notifications/initialized' })
    this.fallbackNotificationHandler = async (notification) => handler.notification(notification)
  }

  tell(notification: Message): void {
    void this.notification(notification).catch(() => undefined)
  }

  readonly ask = (request: Message, options: AskOptions): Promise<Record<string, unknown>> =>
    this.request(request, ANY_RESULT, askOptions(options))

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => {
      const isRewritten = 'error' in message && message.id !== undefined && this.#notFound.delete(message.id)
      if (!isRewritten || message.error.code !== ProtocolErrorCode.InvalidParams) return send(message, options)
      return send({ ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } }, options)
    }
    await super.connect(transport)
  }

  /** Which notifications a server may send is between it and the agent. */
  protected override assertNotificationCapability(): void {}
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
