import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '@/lib/api/context'
import { openTestContext } from '@/lib/api/test-context'
import { openReachability } from '@/lib/store/reachability'
import { streamable, testServer } from '@/lib/store/test-catalog'
import cases from './answer-metrics.cases.json' with { type: 'json' }

// Each test reads the environment anew.
const load = async () => (await import('./answer-metrics')).answerMetrics

const TOKEN = 'a-token-of-20-letters'
const LOCAL = '127.0.0.1'
const now = new Date('2026-11-20T12:00:00Z')

let context: Context
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openTestContext([testServer('o/s', { remotes: [streamable('https://s.example/mcp')] })], now)
  close = opened.close
  context = Object.assign(opened.context, {
    pool: () => ({ open: 3, idle: 2, waiting: 1 }),
    reachability: openReachability(opened.context.db),
    replica: {
      ageMs: () => 1500,
      use: () => ({ holds: 'part' as const, subjects: 4, bytes: 4096, hits: 7, misses: 3 }),
    },
    reads: {
      ...opened.context.reads,
      replicas: () => [
        { state: 'used' as const, behindSeconds: 0.5 },
        { state: 'behind' as const, behindSeconds: 7200 },
        { state: 'foreign' as const, behindSeconds: null },
      ],
    },
    searchIndex: { ageMs: () => null },
  })
})
afterAll(() => close())
beforeEach(() => {
  vi.resetModules()
})

const requestWith = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://assay.test/metrics', { method, headers })

describe('who may read metrics', () => {
  test.each<[string, string | null | undefined, Record<string, string>]>([
    ['a caller elsewhere', '203.0.113.7', {}],
    ['a caller on a host that shows no sockets', null, {}],
    ['a caller whose socket has closed', undefined, {}],
    ['a proxy on this machine', LOCAL, { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy that names only itself', LOCAL, { via: '1.1 proxy' }],
    ['a web page in a browser on this machine', LOCAL, { origin: 'https://page.example' }],
    ['a token where none is configured', '203.0.113.7', { authorization: `Bearer ${TOKEN}` }],
  ])('without a token: not %s', async (_, peer, headers) => {
    const response = await (await load())(requestWith(headers), context, peer)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'unauthorized' })
  })

  test.each([LOCAL, '::1', '::ffff:127.0.0.1', '127.8.8.8'])('without a token: a caller at %s', async (peer) => {
    const response = await (await load())(requestWith(), context, peer)
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('with a token: who sends it, from anywhere, and nobody else', async () => {
    vi.stubEnv('METRICS_TOKEN', TOKEN)
    const answer = await load()
    const statusOf = async (peer: string, headers?: Record<string, string>) =>
      (await answer(requestWith(headers), context, peer)).status
    expect(await statusOf('203.0.113.7', { authorization: `Bearer ${TOKEN}`, via: '1.1 proxy' })).toBe(200)
    expect(await statusOf('203.0.113.7', { authorization: `Bearer ${TOKEN}x` })).toBe(401)
    expect(await statusOf(LOCAL)).toBe(401)
  })

  test('no other method is answered', async () => {
    const response = await (await load())(requestWith({}, 'POST'), context, LOCAL)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

test('metrics are Prometheus text with every figure under its name', async () => {
  const { metrics } = context
  metrics.request('health', 200, 0.7)
  metrics.request('health', 404, 3)
  metrics.probe('answered', 120)
  metrics.event('accepted', 25)
  await metrics.job('assess', async () => undefined)
  const response = await (await load())(requestWith(), context, LOCAL)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n')
  expect(lines).toEqual(expect.arrayContaining(cases.lines))
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'assay_probe_duration_seconds',
  ]) {
    expect(
      lines.some((line) => line.startsWith(name)),
      name,
    ).toBe(true)
  }
  // No index is loaded.
  expect(lines.some((line) => line.startsWith('assay_search_index_age_seconds '))).toBe(false)
})

test('while the database does not answer the other figures are still given', async () => {
  const gone = Object.assign(Object.create(context), { metrics: new (await import('@/lib/metrics/metrics')).Metrics() })
  gone.reachability = async () => false
  const text = await (await (await load())(requestWith(), gone, LOCAL)).text()
  expect(text).toContain('\nassay_database_up 0\n')
  expect(text).not.toContain('\nassay_probe_queue_lag_seconds ')
  expect(text).toContain('\nprocess_resident_memory_bytes ')
})
