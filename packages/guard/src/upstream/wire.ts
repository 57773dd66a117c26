import { LOG_LEVEL_META_KEY, ProtocolError, type RequestOptions, type Tool } from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { AgentState } from './agent-state.ts'
import type { Connected } from './connect.ts'
import { classified } from './failures.ts'
import { Listening } from './listening.ts'
import { ANYTHING } from './read-definitions.ts'
import { endSession } from './transports.ts'
import type { Members } from './upstream.ts'

/** How requests are said to a server, in the generation of the protocol that it speaks. */
export class Wire {
  readonly #server: ConfiguredServer
  readonly #connected: Connected
  readonly #toolOf: (name: unknown) => Tool | null
  readonly #listening: Listening | null
  #logLevel: unknown

  /** `toolOf`: as it is known; null: it is not. */
  constructor(server: ConfiguredServer, connected: Connected, toolOf: (name: unknown) => Tool | null) {
    this.#server = server
    this.#connected = connected
    this.#toolOf = toolOf
    this.#listening = connected.era === 'modern' ? new Listening(connected.client, server.silenceMs) : null
  }

  send(method: string, params: Members, options: RequestOptions): Promise<Members> {
    const { client, era } = this.#connected
    if (era === 'legacy') return client.request({ method, params }, ANYTHING, options)
    const level = this.#logLevel === undefined ? {} : { [LOG_LEVEL_META_KEY]: this.#logLevel }
    const withLevel = { ...params, _meta: { ...level, ...(params._meta as Members | undefined) } }
    const tool = method === 'tools/call' ? this.#toolOf(params.name) : null
    if (tool === null || !JSON.stringify(tool.inputSchema).includes('"x-mcp-header"'))
      return client.request({ method, params: withLevel }, ANYTHING, options)
    // Some arguments are sent as headers, too, which only this call of the SDK does. It would check the output.
    const { outputSchema: _, ...toolDefinition } = tool
    return client.callTool(withLevel as never, { ...options, toolDefinition })
  }

  /** Whether it answers a question of the guard's own. */
  async ping(withinMs: number): Promise<boolean> {
    const { client, era } = this.#connected
    try {
      const method = era === 'legacy' ? 'ping' : 'server/discover'
      await client.request({ method }, ANYTHING, { timeout: withinMs })
      return true
    } catch (error) {
      return classified(error, this.#server.name) instanceof ProtocolError
    }
  }

  async close(): Promise<void> {
    const { client, transport } = this.#connected
    this.#listening?.stop()
    await endSession(transport)
    await client.close().catch(() => {})
  }

  /** Tells a server that was started anew what the agent asked of the one before. Never rejects. */
  async tell(state: AgentState): Promise<void> {
    if (this.#listening !== null) {
      this.#logLevel = state.logLevel
      await this.#listening.listen(state.subscribed)
      return
    }
    const options = { timeout: this.#server.silenceMs }
    const sent = state.requests.map((request) => this.#connected.client.request(request, ANYTHING, options))
    await Promise.allSettled(sent)
  }
}
