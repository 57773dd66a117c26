import type { IncomingMessage, ServerResponse } from 'node:http'
import { config } from '../../config'
import { COMMON_HEADERS, problem, problemResponse } from '../../http/problem'
import { targetOf } from '../../http/request-target'
import { routeTarget } from '../../http/route-target'

/** Methods that Next can make a `Request` of and give to a route; `fetch` has no others. */
export const ROUTED_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Before anything parses a request: whether it is of the API or of the pages, with its target made plain. undefined: it
 * is answered, as no adapter serves it as it is written. A raw target that a URL parser would repair is refused before
 * one parses it.
 */
export function settleTarget(request: IncomingMessage, response: ServerResponse): 'api' | 'page' | undefined {
  const security = transportSecurity(config().baseUrl)
  if (security !== undefined) response.setHeader('strict-transport-security', security)
  if (!hasOneHost(request)) return void send(response, problem('invalid_path', 'A request has one Host header.', '/'))
  // It asks about the server as a whole (RFC 9110, 9.3.7).
  if (request.url === '*' && request.method === 'OPTIONS') return void response.writeHead(204, SERVER_OPTIONS).end()
  const routed = routeTarget(request.url ?? '')
  if ('fault' in routed) return void send(response, problem(routed.code, routed.fault, routed.path))
  if ('location' in routed) return void response.writeHead(308, { ...COMMON_HEADERS, location: routed.location }).end()
  request.url = routed.target
  if (routed.isApi) return 'api'
  if (!ROUTED_METHODS.includes(request.method ?? '')) return void send(response, noPageMethod(routed.target))
  return 'page'
}

/**
 * Strict-Transport-Security (RFC 6797) of every answer: a year for this host, not for hosts below it. undefined: its
 * public address is not https.
 */
export function transportSecurity(baseUrl: string): string | undefined {
  return baseUrl.startsWith('https:') ? 'max-age=31536000' : undefined
}

const SERVER_OPTIONS = { ...COMMON_HEADERS, allow: 'GET, HEAD, POST, DELETE, OPTIONS' }
const PAGE_METHODS = 'GET, HEAD'
const noPageMethod = (target: string) =>
  problemResponse(
    { code: 'method_not_allowed', message: `Pages answer ${PAGE_METHODS}.`, extra: { allow: PAGE_METHODS } },
    targetOf(target).path,
  )

/** Of two Host headers Node keeps the first, and a proxy before it may have read the second. HTTP/1.0 knows none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

const HOST = 'host'

async function send(response: ServerResponse, answer: Response): Promise<void> {
  const body = await answer.text()
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.end(body)
}
