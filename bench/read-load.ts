import autocannon from 'autocannon'

export interface Load {
  rps: number
  p50Ms: number
  p99Ms: number
}

const CONNECTIONS = 16
/** Paths of one connection. Each has its own, in its own order: were they the same, the server could answer one for all. */
const PATHS_OF_A_CONNECTION = 4000

/** Random reads from 16 connections for some seconds. Throws when any answer is not a 200. */
export async function loadOf(url: string, pathOf: () => string, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(Array.from({ length: PATHS_OF_A_CONNECTION }, () => ({ method: 'GET', path: pathOf() })))
    },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} requests failed`)
  return { rps: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}
