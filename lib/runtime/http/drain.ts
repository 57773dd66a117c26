import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { UnderWay } from './under-way'

/** How a server stops answering. */
export interface Drain {
  /** Once every connection that waits is accepted, no other is, and every answer closes its connection. */
  begin(): void
  /** Resolves when no connection is left, within `cutAfterMs`. */
  end(): Promise<void>
}

interface DrainTimes {
  /**
   * For a request that was sent before its connection could be known to close: connections without one are kept open as
   * long.
   */
  idleMs: number
  /** After which answers under way are cut. */
  cutAfterMs: number
}

const CHECK_EVERY_MS = 50
/** After which connections that wait to be accepted are given up. */
const ACCEPT_WITHIN_MS = 3000

/**
 * Stops a server without losing a request: a caller that keeps its connection open may have sent one that has not
 * arrived yet, so that no connection may be closed just because it is idle. Each is closed after its next answer, which
 * says `Connection: close`; those that stay without a request for `idleMs` are closed then.
 */
export function openDrain(server: Server, { idleMs, cutAfterMs }: DrainTimes): Drain {
  const answers = new UnderWay<ServerResponse>()
  let begunAt: number | undefined
  let closed: Promise<void> | undefined
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    if (begunAt !== undefined) closeAfter(response)
    const place = answers.add(response)
    response.once('close', () => answers.remove(place))
  })
  const begin = () => {
    closed ??= new Promise((resolve) => {
      // While callers wait to be accepted none is sent away, who would only connect again and wait, too.
      whenNoneWaits(server, () => {
        begunAt = performance.now()
        // The method of `http.Server` would also close idle connections at once.
        NetServer.prototype.close.call(server, () => resolve())
        for (const response of answers) closeAfter(response)
      })
    })
  }
  return {
    begin,
    end: async () => {
      begin()
      const check = setInterval(() => {
        const passedMs = begunAt === undefined ? 0 : performance.now() - begunAt
        if (passedMs > cutAfterMs) server.closeAllConnections()
        else if (passedMs > idleMs) server.closeIdleConnections()
      }, CHECK_EVERY_MS)
      await closed
      clearInterval(check)
    },
  }
}

/**
 * Calls back once a turn of the event loop accepted no connection: the system has connected callers that the server has
 * not seen yet, and would cut them. Node accepts one connection a turn.
 */
function whenNoneWaits(server: Server, callback: () => void): void {
  const giveUpAt = performance.now() + ACCEPT_WITHIN_MS
  let hasAccepted = true
  const onConnection = () => {
    hasAccepted = true
  }
  const check = () => {
    if (hasAccepted && performance.now() < giveUpAt) {
      hasAccepted = false
      return setImmediate(check)
    }
    server.removeListener('connection', onConnection)
    return callback()
  }
  server.on('connection', onConnection)
  setImmediate(check)
}

/** Where the head is sent already, the next answer on the connection closes it. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
