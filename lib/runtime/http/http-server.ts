import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { COMMON_HEADERS } from '../../http/problem'
import type { Listener } from '../pages/listener'

/** How often connections are looked at for heads that are late. */
const CHECKED_EVERY_MS = 1000

/**
 * A server whose every answer carries the common headers, those that Node makes before any listener sees a request too.
 * `headWithinMs`: from the start of a connection, or the end of its last request, to the end of a request's head; 408
 * after that. Listeners check the Host header themselves.
 */
export function createHttpServer(listener: Listener, headWithinMs: number): Server {
  const options = {
    headersTimeout: headWithinMs,
    connectionsCheckingInterval: CHECKED_EVERY_MS,
    requireHostHeader: false,
  }
  const server = createServer(options, listener)
  return server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') socket.end(refusalOf(error.code))
    else socket.destroy()
    // Whoever does not close its half would hold the connection.
    socket.destroySoon()
  })
}

const STATUS_BY_FAULT: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** The whole answer to what is no request: no listener can give it. */
function refusalOf(fault = ''): string {
  const status = STATUS_BY_FAULT[fault] ?? 400
  const headers = { ...COMMON_HEADERS, 'cache-control': 'no-store', 'content-length': '0', connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
}
