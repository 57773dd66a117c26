import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server'
import { FIRST_PORT } from '../demo-options.mjs'
import { type Behaviour, behaviourOf, type World } from './behaviour'
import { pathOf } from './demo-servers'
import type { DemoFailure, DemoServer, DemoVersion } from './read-servers'

/** The world as it runs on loopback. */
export interface ServedWorld {
  /** Where each host of the world is, as `http://127.0.0.1:4301`. */
  originOf(server: DemoServer): string
  origins: readonly string[]
  /** Decides what servers do from now on; left out of `serveWorld`: what the world says of the present. */
  setBehaviour(behaviour: (server: DemoServer) => Behaviour): void
  close(): Promise<void>
}

/** A block of ports that is taken is left out, this many times. */
const BLOCKS_TRIED = 20
/** How long a failing server keeps a request that times out: longer than any client waits. */
const HANGS_MS = 120_000

/**
 * Starts a server for each host of the world, on loopback ports that follow each other; elsewhere where these are
 * taken.
 */
export async function serveWorld(world: World, clock: () => Date, firstPort = FIRST_PORT): Promise<ServedWorld> {
  let behaviour = (server: DemoServer) => behaviourOf(server, world, clock())
  const hosts = [...new Set(world.servers.map(({ host }) => host))]
  const listenerOf = (host: string) => {
    const own = new Map(
      world.servers.filter((server) => server.host === host).map((server) => [pathOf(server), server]),
    )
    return (request: IncomingMessage, response: ServerResponse) =>
      void answer(request, response, own, (server) => behaviour(server))
  }
  const { servers, port } = await listenInBlock(hosts.map(listenerOf), firstPort)
  const origins = hosts.map((_, index) => `http://127.0.0.1:${port + index}`)
  return {
    origins,
    originOf: ({ host }) => origins[hosts.indexOf(host)] ?? '',
    setBehaviour: (next) => {
      behaviour = next
    },
    close: async () => {
      await Promise.all(servers.map(closeServer))
    },
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

async function listenInBlock(listeners: readonly Listener[], firstPort: number) {
  for (let block = 0; block < BLOCKS_TRIED; block += 1) {
    const port = firstPort + block * listeners.length
    const servers = listeners.map((listener) => createServer(listener))
    const opened = await Promise.allSettled(servers.map((server, index) => listenAt(server, port + index)))
    if (opened.every(({ status }) => status === 'fulfilled')) return { servers, port }
    await Promise.all(servers.map(closeServer))
  }
  throw new Error(`No ${listeners.length} free ports that follow each other were found from ${firstPort} on.`)
}

function listenAt(server: HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
}

function closeServer(server: HttpServer): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  own: ReadonlyMap<string, DemoServer>,
  behaviour: (server: DemoServer) => Behaviour,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (path.startsWith(RESOURCE_METADATA)) return describeSignIn(request, response, path)
  const server = own.get(path)
  if (server === undefined) return void response.writeHead(404).end()
  const { failure, version, latencyMs } = behaviour(server)
  if (failure !== null) return fail(request, response, failure)
  await wait(latencyMs)
  if (version.access === 'sign_in') return refuse(request, response, path)
  if (version.access === 'payment') return askForPayment(response, server)
  if (server.kind === 'http-api') return sendJson(response, 200, { status: 'ok', service: server.title })
  const handler = createMcpHandler(() => mcpServerOf(server, version))
  await getRequestListener((fetched) => handler.fetch(fetched))(request, response)
}

async function fail(request: IncomingMessage, response: ServerResponse, failure: DemoFailure): Promise<void> {
  switch (failure) {
    case 'connect_failed':
      return void request.socket.destroy()
    case 'server_error':
      return void response.writeHead(500, { 'content-type': 'text/plain' }).end('internal error')
    case 'not_found':
      return void response.writeHead(404).end()
    case 'timed_out':
      await wait(HANGS_MS, undefined, { ref: false })
      return void request.socket.destroy()
  }
}

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

function originAskedFor(request: IncomingMessage): string {
  return `http://${request.headers.host}`
}

function refuse(request: IncomingMessage, response: ServerResponse, path: string): void {
  const metadata = `${originAskedFor(request)}${RESOURCE_METADATA}${path}`
  const challenge = `Bearer realm="demo", resource_metadata="${metadata}", scope="tools:read tools:call"`
  response.writeHead(401, { 'www-authenticate': challenge, 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: 'unauthorized' }))
}

function describeSignIn(request: IncomingMessage, response: ServerResponse, path: string): void {
  const origin = originAskedFor(request)
  sendJson(response, 200, {
    resource: `${origin}${path.slice(RESOURCE_METADATA.length)}`,
    authorization_servers: [`${origin}/`],
    scopes_supported: ['tools:read', 'tools:call'],
    bearer_methods_supported: ['header'],
  })
}

function askForPayment(response: ServerResponse, { title }: DemoServer): void {
  sendJson(response, 402, {
    x402Version: 1,
    error: 'payment required',
    accepts: [{ scheme: 'exact', network: 'demo', maxAmountRequired: '1000', description: `One call of ${title}` }],
  })
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** A server of the SDK that lists this version's tools, and answers every call with a text. */
function mcpServerOf({ id, title }: DemoServer, { version, instructions, tools }: DemoVersion): Server {
  const name = id.slice(id.indexOf('/') + 1).slice(0, 100)
  const server = new Server(
    { name, title, version },
    { capabilities: { tools: {} }, ...(instructions === '' ? {} : { instructions }) },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.map((tool) => tool as Tool) }))
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [{ type: 'text', text: `${params.name} of the demonstration answers nothing real.` }],
  }))
  return server
}
