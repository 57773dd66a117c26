import { createServer, type IncomingMessage } from 'node:http'
import next from 'next'
import { config } from '../config'
import { callerAddress } from '../http/caller-address'
import { openPeers } from '../http/peer'
import type { Metrics } from '../metrics/metrics'
import type { ApiActivity } from './pages/api-activity'
import type { Listener } from './pages/listener'
import { readPageFiles } from './pages/page-files'
import { pageListener } from './pages/page-listener'
import type { ServiceApp } from './service-app'
import type { Shutdown } from './shutdown'

/** Next as a listener of the standalone adapter, within the limits of pages; in development as it is. */
export async function openPages(
  dev: boolean,
  { gate, log }: Pick<ServiceApp, 'gate' | 'log'>,
  shutdown: Shutdown,
  api: ApiActivity,
): Promise<Listener> {
  // From here on Next finds that this process has its own sockets.
  openPeers()
  // Next takes over the upgrades of the server it is given and answers none of them; only its development mode needs
  // upgrades.
  const upgrades = dev ? {} : { httpServer: createServer() }
  const handler = next({ dev, dir: process.cwd(), quiet: true, ...upgrades })
  await handler.prepare()
  shutdown.add(() => handler.close())
  const render = handler.getRequestHandler()
  if (dev) return render
  const { pages, proxyTrust } = config()
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    callerAddress(socket.remoteAddress, { get: (name) => headers[name]?.toString() ?? null }, proxyTrust)
  return pageListener(render, pages, { gate, addressOf, isFile: await readPageFiles(process.cwd()), api, log })
}

/** The pages, counted as one operation: until an answer is sent or its caller has left. */
export function countedPages(pages: Listener, metrics: Metrics): Listener {
  return (request, response) => {
    const beganAt = performance.now()
    response.once('close', () => metrics.request('page', response.statusCode, performance.now() - beganAt))
    return pages(request, response)
  }
}
