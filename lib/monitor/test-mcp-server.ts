import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a test server behaves; changed while it runs. */
type Behaviour = 'answers' | 'asks for credentials' | 'fails' | 'hangs'

/** A small MCP server of the `initialize` generation whose behaviour a test sets, and which counts its handshakes. */
export interface TestMcpServer {
  origin: string
  url: string
  behaviour: Behaviour
  tools: string[]
  /** `initialize` requests so far: one for each probe. */
  probes: number
  requests: number
  close(): Promise<void>
}

export async function startTestMcpServer(tools: string[] = ['echo']): Promise<TestMcpServer> {
  const http = createServer((request, response) => void answer(server, request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const close = async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
  const server: TestMcpServer = {
    origin,
    url: `${origin}/mcp`,
    behaviour: 'answers',
    tools,
    probes: 0,
    requests: 0,
    close,
  }
  return server
}

async function answer(server: TestMcpServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += chunk
  const { id, method } = JSON.parse(body || '{}') as { id?: number; method?: string }
  server.requests += 1
  if (method === 'initialize') server.probes += 1
  if (server.behaviour === 'hangs') return
  if (server.behaviour === 'fails') return void response.writeHead(500).end()
  if (server.behaviour === 'asks for credentials')
    return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
  const result = resultOf(server, method)
  if (id === undefined) return void response.writeHead(202).end()
  response.writeHead(result === undefined ? 400 : 200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      ...(result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result }),
    }),
  )
}

function resultOf({ tools }: TestMcpServer, method: string | undefined): unknown {
  if (method === 'initialize') {
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'test', version: '1' } }
  }
  if (method === 'tools/list')
    return { tools: tools.map((name) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } })) }
  return undefined
}
