import { expect, test } from 'vitest'
import { type CountedServer, openServerCounts } from './ecosystem'

const server = (more: Partial<CountedServer> = {}): CountedServer => ({
  verdict: 'unknown',
  reachable: null,
  failureReason: null,
  registries: [],
  declaredAccess: 'unknown',
  observedAccess: null,
  transports: ['streamable-http'],
  protocolVersion: null,
  latencyP50Ms: null,
  latencyP95Ms: null,
  ...more,
})

function countsOf(...all: CountedServer[]) {
  const { add, counts } = openServerCounts()
  for (const one of all) add(one)
  return counts()
}

test('without servers all counts are zero and percentiles are null', () => {
  expect(countsOf()).toEqual({
    servers: 0,
    byStatus: { healthy: 0, degraded: 0, unknown: 0, down: 0, auth: 0 },
    failures: [],
    byAccess: { open: 0, auth: 0, paid: 0, unknown: 0 },
    byTransport: [],
    withoutAddress: 0,
    byRegistry: [],
    byProtocol: [],
    latency: { servers: 0, medianMs: null, p95Ms: null, distribution: [] },
  })
})

test('what was observed of the access beats what was declared', () => {
  const { byAccess } = countsOf(
    server({ declaredAccess: 'open', observedAccess: 'auth' }),
    server({ declaredAccess: 'paid' }),
  )
  expect(byAccess).toEqual({ open: 0, auth: 1, paid: 1, unknown: 0 })
})

test('a server counts once at each of its transports, and one without an address at none', () => {
  const { byTransport, withoutAddress } = countsOf(
    server({ transports: ['sse', 'streamable-http', 'sse'] }),
    server(),
    server({ transports: [] }),
  )
  expect(byTransport).toEqual([
    { transport: 'streamable-http', servers: 2 },
    { transport: 'sse', servers: 1 },
  ])
  expect(withoutAddress).toBe(1)
})

test('a protocol revision that is not a date is counted as other', () => {
  const spoke = (protocolVersion: string | null) => server({ protocolVersion })
  expect(countsOf(spoke('2025-11-25'), spoke('<b>'), spoke('1.0'), spoke(null)).byProtocol).toEqual([
    { revision: 'other', servers: 2 },
    { revision: '2025-11-25', servers: 1 },
    { revision: null, servers: 1 },
  ])
})

test('percentiles are those of the servers’ own figures', () => {
  const timed = Array.from({ length: 100 }, (_, nth) => server({ latencyP50Ms: nth + 1, latencyP95Ms: (nth + 1) * 10 }))
  expect(countsOf(...timed, server()).latency).toMatchObject({
    servers: 100,
    medianMs: { p50: 50, p90: 90, p99: 99 },
    p95Ms: { p50: 500, p90: 900, p99: 990 },
  })
})

test('a server counts in the one group of latencies that its median is in', () => {
  const { distribution } = countsOf(
    ...[0, 49, 50, 4999, 5000, 60_000].map((latencyP50Ms) => server({ latencyP50Ms })),
    server(),
  ).latency
  expect(distribution.filter(({ servers }) => servers > 0)).toEqual([
    { fromMs: 0, toMs: 50, servers: 2 },
    { fromMs: 50, toMs: 100, servers: 1 },
    { fromMs: 2000, toMs: 5000, servers: 1 },
    { fromMs: 5000, toMs: null, servers: 2 },
  ])
})

test('a server that answers and asks for credentials is counted apart from one that was never checked', () => {
  const { byStatus } = countsOf(server({ reachable: true, observedAccess: 'auth' }), server({ declaredAccess: 'auth' }))
  expect(byStatus).toMatchObject({ auth: 1, unknown: 1 })
})

test('failures are those of servers that are down, most first', () => {
  const broken = (failureReason: CountedServer['failureReason']) => server({ verdict: 'down', failureReason })
  const { failures } = countsOf(
    broken('timed_out'),
    broken('dns_failed'),
    broken('dns_failed'),
    broken(null),
    server({ verdict: 'healthy', failureReason: 'server_error' }),
  )
  expect(failures).toEqual([
    { reason: 'dns_failed', servers: 2 },
    { reason: 'timed_out', servers: 1 },
  ])
})

test('a server counts once at each registry of its packages', () => {
  const { byRegistry } = countsOf(server({ registries: ['npm', 'npm', 'pypi'] }), server({ registries: ['pypi'] }))
  expect(byRegistry).toEqual([
    { registry: 'pypi', servers: 2 },
    { registry: 'npm', servers: 1 },
  ])
})
