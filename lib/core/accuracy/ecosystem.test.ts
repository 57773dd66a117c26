import { expect, test } from 'vitest'
import { type CountedServer, openServerCounts } from './ecosystem'

const server = (more: Partial<CountedServer> = {}): CountedServer => ({
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
    byAccess: { open: 0, auth: 0, paid: 0, unknown: 0 },
    byTransport: [],
    withoutAddress: 0,
    byProtocol: [],
    latency: { servers: 0, medianMs: null, p95Ms: null },
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
  expect(countsOf(...timed, server()).latency).toEqual({
    servers: 100,
    medianMs: { p50: 50, p90: 90, p99: 99 },
    p95Ms: { p50: 500, p90: 900, p99: 990 },
  })
})
