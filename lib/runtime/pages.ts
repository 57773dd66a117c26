import { createServer } from 'node:http'
import next from 'next'
import type { Metrics } from '../metrics/metrics'
import type { Shutdown } from './shutdown'
import type { Listener } from './standalone-adapter'

/** Next as a listener of the standalone adapter. */
export async function openPages(dev: boolean, shutdown: Shutdown): Promise<Listener> {
  // Next takes over the upgrades of the server it is given and answers none of them; only its development mode needs upgrades.
  const upgrades = dev ? {} : { httpServer: createServer() }
  const handler = next({ dev, dir: process.cwd(), quiet: true, ...upgrades })
  await handler.prepare()
  shutdown.add(() => handler.close())
  return handler.getRequestHandler()
}

/** The pages, counted as one operation: until an answer is sent or its caller has left. */
export function countedPages(pages: Listener, metrics: Metrics): Listener {
  return (request, response) => {
    const beganAt = performance.now()
    response.once('close', () => metrics.request('page', response.statusCode, performance.now() - beganAt))
    return pages(request, response)
  }
}
