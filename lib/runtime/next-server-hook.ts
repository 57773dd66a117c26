import diagnostics from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { config } from '../config'
import { openPeers, ownsSockets } from '../http/peer'
import { COMMON_HEADERS } from '../http/problem'
import { ROUTED_METHODS, settleTarget } from './http/settle-target'
import { isMarkup, pageCaching } from './pages/finished-page'
import { beginPageStatus } from './pages/page-status'

/**
 * Under this name an operation says the encoding of its body: Next strips Content-Encoding from what a route answers.
 */
export const DONE_ENCODING = 'x-assay-encoding'

/** As long as the standalone adapter keeps a page by default. */
const CACHED_SECONDS = 5
/** What Next's own scripts send, by which it varies whatever its routes answer. */
const PARTIAL = /^(rsc|next-.*)$/

// Instrumentation and routes may load this file separately in one process; all copies share this global.
const GLOBAL_KEY = Symbol.for('assay.server-hook')
const shared = globalThis as { [GLOBAL_KEY]?: boolean }

const PRESET = ['x-content-type-options', 'referrer-policy', 'content-security-policy'] as const

/** Whether the server of this process knows bodies that are encoded already. */
export function isServerHooked(): boolean {
  return shared[GLOBAL_KEY] ?? false
}

/**
 * For `next start`, whose server cannot be given a listener: acts on each request before Next sees it. It sets the
 * headers that every answer has, answers requests that Next cannot parse, and notes the peer; pages stay as Next
 * renders them. In the standalone process it does nothing.
 */
export function hookNextServer(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    if (!isServerHooked() && ownsSockets()) return
    shared[GLOBAL_KEY] = true
    const { response, server } = message as Started
    settleFirst(server)
    // Pages replace the policy; redirects and errors of Next's own keep it.
    for (const name of PRESET) response.setHeader(name, COMMON_HEADERS[name])
    settleHead(response)
  })
}

interface Started {
  response: ServerResponse
  server: Server
}

/** Settles what Next does not know, at the moment when a head is sent. */
function settleHead(response: ServerResponse): void {
  const { writeHead } = response
  const asked = beginPageStatus()
  const sendHead = (...[status, ...more]: Parameters<typeof writeHead>) => {
    const isPage = isMarkup(response.getHeader('content-type')?.toString())
    if (isPage) return writeHead.apply(response, [settlePage(response, status, asked()), ...more])
    const encoding = response.getHeader(DONE_ENCODING)
    response.removeHeader(DONE_ENCODING)
    if (encoding !== undefined) response.setHeader('content-encoding', encoding)
    withoutPartialVary(response)
    return writeHead.apply(response, [status, ...more])
  }
  Object.assign(response, { writeHead: sendHead })
}

/** The status that a page is sent with. */
function settlePage(response: ServerResponse, status: number, asked: number | null): number {
  if (status !== 200) return status
  if (asked === null) response.setHeader('cache-control', pageCaching(CACHED_SECONDS))
  return asked ?? status
}

function withoutPartialVary(response: ServerResponse): void {
  const given = response.getHeader('vary')?.toString().split(',') ?? []
  const kept = given.map((name) => name.trim()).filter((name) => name !== '' && !PARTIAL.test(name.toLowerCase()))
  if (kept.length > 0) response.setHeader('vary', kept.join(', '))
  else response.removeHeader('vary')
}

const settled = new WeakSet<Server>()

/**
 * Puts `settleTarget` before the listeners of a server, once. Node looks for listeners after it has announced a
 * request, so that the first is settled, too.
 */
function settleFirst(server: Server): void {
  if (settled.has(server)) return
  settled.add(server)
  const listeners = server.listeners('request')
  // Where the host writes a header of its own, its sockets lead to the host, not to callers.
  const withPeer = config().proxyTrust.hostHeader === null ? openPeers() : undefined
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const kind = settleTarget(request, response)
    if (kind === undefined) return
    // Next fails at any other method. No operation has PUT, so that each refuses it with the methods it has.
    if (!ROUTED_METHODS.includes(request.method ?? '')) request.method = 'PUT'
    const answer = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    if (withPeer === undefined) answer()
    else withPeer(request.socket.remoteAddress, answer)
  })
}
