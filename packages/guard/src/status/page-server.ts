import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ProcessStatus } from './process-status.ts'
import { PAGE_POLICY, statusPage } from './status-page.ts'

/** Names by which a browser reaches this machine: any other one was made to lead here by a stranger. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Answers a request for the page; false: it is for something else. `guards`: as they are at each request. */
export function pageHandler(
  guards: (now: number) => readonly ProcessStatus[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (path !== '/') return false
    if (!OWN_HOST.test(request.headers.host ?? '')) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('This page is for this machine only.\n')
      return true
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Only GET.\n')
      return true
    }
    const now = Date.now()
    response.writeHead(200, HEADERS).end(request.method === 'HEAD' ? undefined : statusPage(guards(now), now))
    return true
  }
}

/** Serves the page on this machine only. */
export async function servePage(port: number, guards: (now: number) => readonly ProcessStatus[]): Promise<Server> {
  const handle = pageHandler(guards)
  const server = createServer((request, response) => {
    if (!handle(request, response)) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
