import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Tool } from '@modelcontextprotocol/client'

interface Message {
  id?: unknown
  method: string
  params?: { name?: string; arguments?: object; protocolVersion?: string }
}

/** A server over Streamable HTTP, without sessions, whose tools answer with their name and arguments. */
export class ToolsOverHttp {
  tools: readonly Tool[]
  /** The tools that were called. */
  readonly called: string[] = []
  /** Headers of its answers, and what its errors say. */
  headers: Record<string, string> = {}
  error = 'Method not found'
  /** Nothing is answered: connections are reset. */
  isDown = false
  readonly #server: Server

  private constructor(tools: readonly Tool[]) {
    this.tools = tools
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(tools: readonly Tool[]): Promise<ToolsOverHttp> {
    const started = new ToolsOverHttp(tools)
    await once(started.#server.listen(0, '127.0.0.1'), 'listening')
    return started
  }

  /** Host and path. */
  get name(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message: Message = JSON.parse(await text(request))
    if (message.id === undefined) return void response.writeHead(202).end()
    const result = this.#result(message)
    if (this.isDown) return void request.socket.destroy()
    const answer = result === null ? { error: { code: -32601, message: this.error } } : { result }
    response.writeHead(200, { 'content-type': 'application/json', ...this.headers })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }))
  }

  #result({ method, params = {} }: Message): object | null {
    const { name = '', arguments: given, protocolVersion } = params
    if (method === 'initialize')
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'http', version: '1' } }
    if (method === 'tools/list') return { tools: this.tools }
    if (method !== 'tools/call') return null
    this.called.push(name)
    return { content: [{ type: 'text', text: JSON.stringify([name, given]) }] }
  }
}
