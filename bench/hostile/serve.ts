import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { HOSTILE_INDEX } from './hostile-apis'
import { hostileKinds } from './hostile-kinds'
import { type HostileKind, listing, type ServedMessage, speaking, tool } from './mcp-answers'
import type { ServedKinds } from './mcp-servers'

/**
 * `serve.ts good <count>`, `serve.ts hostile <origin of a good server>` or `serve.ts index -`: serves MCP servers and
 * APIs, or a hostile package index, on loopback, each on a port of its own, and prints one line of JSON: their names,
 * ports and types.
 */
const [role = '', argument = ''] = process.argv.slice(2)
const kinds = kindsOf(role)
const served: ServedKinds = {}
for (const [name, kind] of Object.entries(kinds)) {
  served[name] = { port: await serve(kind), type: kind.type ?? 'streamable-http' }
}
process.stdout.write(`${JSON.stringify(served)}\n`)

function kindsOf(wanted: string): Record<string, HostileKind> {
  if (wanted === 'good') return goodKinds(Number(argument))
  return wanted === 'index' ? { index: HOSTILE_INDEX } : hostileKinds(argument)
}

function goodKinds(count: number): Record<string, HostileKind> {
  const tools = ['search', 'fetch', 'list', 'count', 'describe'].map((name) => tool(name, `It can ${name} notes.`))
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`good ${n}`, speaking({ 'tools/list': listing(tools) })]),
  )
}

async function serve(kind: HostileKind): Promise<number> {
  const server =
    kind.tcp === undefined
      ? createServer({ maxHeaderSize: 1_000_000 }, async (request, response) => {
          response.on('error', () => undefined)
          const message = await messageOf(request).catch(() => undefined)
          // An answer to HEAD has no body that could be hostile.
          if (request.method === 'HEAD') response.writeHead(405).end()
          else if (message !== undefined) kind.http(message as never, response, request)
        })
      : createTcpServer({ allowHalfOpen: true }, (socket) => {
          socket.on('error', () => undefined)
          socket.once('data', () => kind.tcp?.(socket))
        })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

async function messageOf(request: IncomingMessage): Promise<ServedMessage> {
  let body = ''
  for await (const piece of request) body += piece
  const { id = null, method = request.method ?? 'GET' } = body === '' ? {} : JSON.parse(body)
  return { id, method }
}

// A client that breaks a connection off is no failure of the servers.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (!['ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) throw error
})
