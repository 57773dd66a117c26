import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { config } from '../config'
import { compressStream } from '../http/compression/compress-stream'
import { openPeers, ownsSockets } from '../http/peer'
import { COMMON_HEADERS } from '../http/problem'
import { ROUTED_METHODS, settleTarget } from './http/settle-target'
import { finishPages } from './pages/finish-pages'

// Instrumentation and routes may load this file separately in one process; all copies share this global.
const GLOBAL_KEY = Symbol.for('assay.server-hook')
const shared = globalThis as { [GLOBAL_KEY]?: boolean }

const PRESET = ['x-content-type-options', 'referrer-policy', 'content-security-policy'] as const

/** Whether the server of this process compresses what routes answer, and knows bodies that are encoded already. */
export function isServerHooked(): boolean {
  return shared[GLOBAL_KEY] ?? false
}

/**
 * For `next start`, whose server cannot be given a listener: acts on each request before Next sees it. It compresses
 * answers, sets the headers that every answer has, answers requests that Next cannot parse, and notes the peer. In the
 * standalone process it does nothing.
 */
export function hookNextServer(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    if (!isServerHooked() && ownsSockets()) return
    shared[GLOBAL_KEY] = true
    const { request, response, server } = message as Started
    settleFirst(server)
    // Pages replace the policy; redirects and errors of Next's own keep it.
    for (const name of PRESET) response.setHeader(name, COMMON_HEADERS[name])
    compressStream(request, response)
    finishPages(request, response)
  })
}

interface Started {
  request: IncomingMessage
  response: ServerResponse
  server: Server
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
