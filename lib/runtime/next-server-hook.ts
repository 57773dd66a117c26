import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressStream } from '../http/compression/compress-stream'
import { ownsSockets } from '../http/peer'
import { COMMON_HEADERS } from '../http/problem'
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
 * For `next start`, whose server cannot be given a listener: acts on each request before Next sees it. It compresses answers, sets the headers that every
 * answer has, and gives a target that Next cannot parse a path that answers it. In the standalone process it does nothing.
 */
export function hookNextServer(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    if (ownsSockets()) return
    shared[GLOBAL_KEY] = true
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.url === '*') request.url = request.method === 'OPTIONS' ? '/v1/ping' : '/v1'
    // Pages replace the policy; redirects and errors of Next's own keep it.
    for (const name of PRESET) response.setHeader(name, COMMON_HEADERS[name])
    compressStream(request, response)
    finishPages(request, response)
  })
}
