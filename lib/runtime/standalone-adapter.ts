import { type AddressInfo, createServer } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { contextOf } from '../api/context'
import { config } from '../config'
import { SLASHED_PARAMETERS } from '../contract/operation'
import { callerAddress } from '../http/caller-address'
import { countedResponse } from '../http/counted-response'
import { type Endpoint, endpointFor } from '../http/operation'
import { openPeers } from '../http/peer'
import { problem } from '../http/problem'
import { targetOf } from '../http/request-target'
import { ENDPOINTS } from './endpoints'
import { openDrain } from './http/drain'
import { createHttpServer } from './http/http-server'
import { settleTarget } from './http/settle-target'
import { answerMetrics } from './metrics/answer-metrics'
import { mountUnknown } from './next-adapter'
import type { Listener } from './pages/listener'
import { notServedBy, ROLES, type Role } from './roles/roles'
import { runCron } from './run-cron'
import type { ServiceApp, ServiceContext } from './service-app'
import type { Shutdown } from './shutdown'

/**
 * Once a shutdown was asked for: how long a connection without a request is kept open, and answers under way have to
 * finish.
 */
const DRAIN = { idleMs: 1000, cutAfterMs: 5000 }

/** Refuses, as `listen` would, where another process listens: before a start opens its database and pages. */
export async function refusePortInUse({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve))
  await new Promise((resolve) => probe.close(resolve))
}

/** Listens where config names; resolves to the port. The shutdown drains the server. */
export async function listen(listener: Listener, shutdown: Shutdown): Promise<number> {
  const { port, host, headWithinMs } = config()
  const server = createHttpServer(listener, headWithinMs)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const drain = openDrain(server, DRAIN)
  shutdown.signal.addEventListener('abort', drain.begin)
  shutdown.addWork(drain.end)
  return (server.address() as AddressInfo).port
}

/** API paths to the operations, all else to Next. */
export function dispatch(api: Listener, pages: Listener, dev: boolean): Listener {
  const withPeer = openPeers()
  return (request, response) => {
    const kind = settleTarget(request, response)
    if (kind === undefined) return
    // In development Next serves the routes too, so that it reloads them when they change.
    if (kind === 'api' && !dev) return api(request, response)
    return withPeer(request.socket.remoteAddress, () => pages(request, response))
  }
}

const ID_ROUTE = ':toolId{.+}'
/** Length of `/v1/`: the slash that ends the prefix of an id is looked for after it. */
const SHORTEST_PREFIX = 4

/** Of a process that serves no calls. */
const OF_ANY_ROLE: readonly Endpoint<ServiceContext>[] = [ENDPOINTS.healthz, ENDPOINTS.readyz]

/**
 * Serves every operation of the contract, /mcp and /cron without Next. A process whose role serves no calls says so to
 * whoever makes one, with a status that proxies take for another try.
 */
export function apiListener(app: ServiceApp): Listener {
  const { proxyTrust } = config()
  const { serves } = ROLES[app.role]
  const unknown = serves ? mountUnknown().GET : notServed(app.role)
  const contextFor = ({ headers }: Request, { incoming }: HttpBindings) =>
    contextOf(app, callerAddress(incoming.socket.remoteAddress, headers, proxyTrust))
  const answer = (endpoints: readonly Endpoint<ServiceContext>[], request: Request, env: HttpBindings) => {
    const endpoint = endpointFor(endpoints, request)
    if (endpoint === undefined) return unknown(request)
    return countedResponse(endpoint.name, endpoint.handle, request, contextFor(request, env))
  }
  const hono = new Hono<{ Bindings: HttpBindings }>()
  const byIdPrefix = new Map<string, Endpoint<ServiceContext>[]>()
  for (const [route, endpoints] of endpointsByRoute(serves ? Object.values(ENDPOINTS) : OF_ANY_ROLE)) {
    hono.all(route, ({ req, env }) => answer(endpoints, req.raw, env))
    if (route.endsWith(ID_ROUTE)) byIdPrefix.set(route.slice(0, -ID_ROUTE.length), endpoints)
  }
  // Loaded when it is first called: most of its memory is the schemas of the protocol.
  const answerMcp: typeof import('./mcp/mcp-endpoint').answerMcp = async (request, context) =>
    (await import('./mcp/mcp-endpoint')).answerMcp(request, context)
  if (serves) hono.all('/mcp', ({ req, env }) => countedResponse('mcp', answerMcp, req.raw, contextFor(req.raw, env)))
  hono.all('/metrics', ({ req, env }) => answerMetrics(req.raw, app, env.incoming.socket.remoteAddress))
  hono.all('/cron/:job', ({ req }) => runCron(req.raw))
  hono.notFound(({ req }) => unknown(req.raw))
  // Nearly every call names one id: those skip the router, which would match the path against every route.
  const handle = (request: Request, env: HttpBindings) => {
    const { path } = targetOf(request.url)
    const endpoints = byIdPrefix.get(path.slice(0, path.indexOf('/', SHORTEST_PREFIX) + 1))
    return endpoints === undefined ? hono.fetch(request, env) : answer(endpoints, request, env)
  }
  return getRequestListener((request, env) => handle(request, env as HttpBindings), {
    errorHandler: () => problem('invalid_path', 'The request line or its Host header is not valid.', '/'),
  })
}

function notServed(role: Role): (request: Request) => Response {
  return (request) => problem('not_ready', notServedBy(role), targetOf(request.url).path)
}

function endpointsByRoute(endpoints: readonly Endpoint<ServiceContext>[]): Map<string, Endpoint<ServiceContext>[]> {
  const byRoute = new Map<string, Endpoint<ServiceContext>[]>()
  for (const endpoint of endpoints) {
    const route = routeOf(endpoint.contract.path)
    byRoute.set(route, [...(byRoute.get(route) ?? []), endpoint])
  }
  return byRoute
}

/**
 * The router's pattern of a contract path. An id or a name with slashes runs to the end of the path; operations that
 * differ only in what follows share a route.
 */
function routeOf(path: string): string {
  const [, start = path, slashed] = SLASHED.exec(path) ?? []
  return start.replace(/\{(\w+)\}[^/]*/g, ':$1') + (slashed === undefined ? '' : `:${slashed}{.+}`)
}

const SLASHED = new RegExp(`^(.*?)\\{(${SLASHED_PARAMETERS.join('|')})\\}`)
