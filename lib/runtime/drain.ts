import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

/** How a server stops answering. */
export interface Drain {
  /** From now on every answer closes its connection, and a moment later no connection is accepted. */
  begin(): void
  /** Resolves when no connection is left, within `cutAfterMs`. */
  end(): Promise<void>
}

interface DrainTimes {
  /** For a request that was sent before its connection could be known to close: connections without one are kept open as long. */
  idleMs: number
  /** After which answers under way are cut. */
  cutAfterMs: number
}

const LOOK_EVERY_MS = 50
/** How long connections are still accepted: a caller may have been connected by the system that was never seen here. */
const ACCEPT_MS = 50

/**
 * Stops a server without losing a request: a caller that keeps its connection open may have sent one that has not arrived yet, so that no connection may be closed just
 * because it is idle. Each is closed after its next answer, which says `Connection: close`; those that stay without a request for `idleMs` are closed then.
 */
export function openDrain(server: Server, { idleMs, cutAfterMs }: DrainTimes): Drain {
  const answers = new Set<ServerResponse>()
  let begunAt: number | undefined
  let closed: Promise<void> | undefined
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    if (begunAt !== undefined) closeAfter(response)
    answers.add(response)
    response.once('close', () => answers.delete(response))
  })
  const begin = () => {
    if (begunAt !== undefined) return
    begunAt = performance.now()
    closed = new Promise((resolve) => {
      // The method of `http.Server` would also close idle connections at once.
      const close = () => NetServer.prototype.close.call(server, () => resolve())
      // What waits to be accepted is accepted first: before an immediate comes, the event loop has done so.
      setTimeout(() => setImmediate(close), ACCEPT_MS)
    })
    for (const response of answers) closeAfter(response)
  }
  return {
    begin,
    end: async () => {
      begin()
      const look = setInterval(() => {
        const passedMs = performance.now() - (begunAt ?? 0)
        if (passedMs > cutAfterMs) server.closeAllConnections()
        else if (passedMs > idleMs) server.closeIdleConnections()
      }, LOOK_EVERY_MS)
      await closed
      clearInterval(look)
    },
  }
}

/** Where the head is sent already, the next answer on the connection closes it. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
