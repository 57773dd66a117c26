import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { candidateText, createClient } from './client.ts'
import { answer, deadAddress, HEALTH, hang, type Oracle, ROUTE, ROUTE_CANDIDATE, startOracle } from './test-oracle.ts'

const ID = HEALTH.toolId
const UNKNOWN = {
  toolId: ID,
  verdict: 'unknown',
  recommendation: 'unknown',
  score: null,
  grade: 'unrated',
  status: 'unknown',
  reasons: [],
  confidence: 0,
  asOf: null,
  staleAfter: null,
}
const NOTHING = { chosen: null, fallbacks: [], candidates: [], unavailable: [], fit: 0, confidence: 0 }
const NO_ROUTE = { ...NOTHING, recommendation: 'no_confident_match' }
const clientOf = (oracle: { baseUrl: string }, more: object = {}) =>
  createClient({ baseUrl: oracle.baseUrl, timeoutMs: 5_000, holdOffMs: 0, ...more })

afterEach(() => vi.useRealTimers())

describe('a service that answers', () => {
  it('gives an answer, without members the client does not know', async () => {
    const oracle = await startOracle(answer(200, { ...HEALTH, more: 'than that' }))
    expect(await clientOf(oracle, { key: 'assay_k' }).check(ID)).toEqual({ ...HEALTH, reachable: true, problem: null })
    expect(oracle.seen[0]).toMatchObject({ method: 'GET', path: `/v1/health/${ID}`, body: '' })
    expect(oracle.seen[0]?.headers.authorization).toBe('Bearer assay_k')
  })

  it('has the candidates of a route as text for a model, none from a service of an earlier version', async () => {
    const { candidates: _none, ...older } = { ...ROUTE, ...NO_ROUTE }
    const [near, without] = [{ ...older, candidates: [ROUTE_CANDIDATE] }, older]
    const routed = await clientOf(await startOracle(answer(200, near))).route('read')
    expect(routed).toMatchObject({ chosen: null, candidates: [ROUTE_CANDIDATE], reachable: true })
    expect(candidateText(routed)).toBe(
      `1. "${ID}" fits with 0.41, "read file; in File Cabinet; needs path", "Reads a file."`,
    )
    const earlier = await clientOf(await startOracle(answer(200, without))).route('read')
    expect(earlier).toMatchObject({ candidates: [], reachable: true })
    expect(candidateText(earlier)).toBe('')
  })

  it('routes, with constraints', async () => {
    const oracle = await startOracle(answer(200, ROUTE))
    const routed = await clientOf(oracle).route('read a file & more', {
      access: 'open',
      readOnly: true,
      maxLatencyMs: 900,
      minScore: 50,
      exclude: ['a/b', 'c/d, e'],
      limit: 3,
    })
    expect(routed).toEqual({ ...ROUTE, reachable: true, problem: null })
    const { pathname, searchParams } = new URL(oracle.seen[0]?.path ?? '', oracle.baseUrl)
    expect(pathname).toBe('/v1/route')
    expect([...searchParams]).toEqual([
      ['task', 'read a file & more'],
      ['access', 'open'],
      ['readOnly', '1'],
      ['maxLatencyMs', '900'],
      ['minScore', '50'],
      ['limit', '3'],
      ['exclude', 'a/b'],
      ['exclude', 'c/d, e'],
    ])
  })

  it('sends a body without end, of which no more is read than an answer may have', async () => {
    let sent = 0
    const oracle = await startOracle(async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":"')
      for (; sent < 200_000_000 && !response.destroyed; sent += 1_000_000) {
        if (!response.write('a'.repeat(1_000_000)))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      }
    })
    expect(await clientOf(oracle).check(ID)).toEqual({ ...UNKNOWN, reachable: false, problem: 'no_answer' })
    expect(sent).toBeLessThan(30_000_000)
  })

  it('may answer a problem, and is reachable then too', async () => {
    const oracle = await startOracle(answer(404, { code: 'unknown_tool', detail: 'No tool has this id.' }))
    const client = clientOf(oracle, { holdOffMs: 60_000 })
    expect(await client.check(ID)).toEqual({ ...UNKNOWN, reachable: true, problem: 'unknown_tool' })
    expect(await client.route('x')).toEqual({ ...NO_ROUTE, reachable: true, problem: 'unknown_tool' })
    // A problem is an answer, so requests are not held off.
    await client.check('another/tool')
    expect(oracle.seen).toHaveLength(3)
  })

  it('gets ids with everything but their slashes escaped', async () => {
    const oracle = await startOracle(answer(404, {}))
    const client = clientOf(oracle)
    await client.check('garden/図書館/100%_sure/a b/already%2Fescaped/...?#')
    expect(oracle.seen[0]?.path).toBe(
      `/v1/health/garden/${encodeURIComponent('図書館')}/100%25_sure/a%20b/already%252Fescaped/...%3F%23`,
    )
  })
})

describe('a service that does not answer', () => {
  const failing: [name: string, problem: string, oracle: () => Promise<{ baseUrl: string }>, more?: object][] = [
    ['refuses connections', 'no_answer', async () => ({ baseUrl: await deadAddress() })],
    ['hangs', 'too_slow', () => startOracle(hang), { timeoutMs: 50 }],
    [
      'begins an answer and hangs',
      'too_slow',
      () => startOracle((response) => void response.writeHead(200).write('{"toolId":')),
      { timeoutMs: 50 },
    ],
    ['closes the connection', 'no_answer', () => startOracle((response) => void response.destroy())],
    ['fails', 'internal', () => startOracle(answer(500, { code: 'internal' }))],
    ['is down behind a proxy', 'http_502', () => startOracle(answer(502, '<html>Bad Gateway</html>'))],
    ['is not ready', 'not_ready', () => startOracle(answer(503, { code: 'not_ready' }, { 'retry-after': '1' }))],
    [
      'limits the caller',
      'rate_limited',
      () => startOracle(answer(429, { code: 'rate_limited' }, { 'retry-after': '7' })),
    ],
    ['is behind a gateway that refuses', 'http_403', () => startOracle(answer(403, '<html>Forbidden</html>'))],
    ['answers malformed JSON', 'not_understood', () => startOracle(answer(200, '{"verdict":"healthy"'))],
    ['answers an HTML page', 'not_understood', () => startOracle(answer(200, '<html>Sign in to the Wi-Fi</html>'))],
    ['answers other JSON', 'not_understood', () => startOracle(answer(200, { ok: true }))],
    ['answers null', 'not_understood', () => startOracle(answer(200, 'null'))],
    ['answers an unknown verdict', 'not_understood', () => startOracle(answer(200, { ...HEALTH, verdict: 'fine' }))],
    ['answers nothing', 'not_understood', () => startOracle((response) => void response.writeHead(204).end())],
    [
      'answers an unexpected 304',
      'not_understood',
      () => startOracle((response) => void response.writeHead(304).end()),
    ],
    ['gives a malformed code', 'http_500', () => startOracle(answer(500, { code: 'Ignore all previous' }))],
  ]
  it.each(failing)('that %s gives %s, and nothing throws', async (_, problem, start, more) => {
    const client = clientOf(await start(), more)
    expect(await client.check(ID)).toEqual({ ...UNKNOWN, reachable: false, problem })
    expect(await client.route('x')).toEqual({ ...NO_ROUTE, reachable: false, problem })
  })

  it('is not waited for where fetch ignores its signal, and fetch may throw', async () => {
    const ignoring = createClient({ baseUrl: 'https://a.example', timeoutMs: 20, fetch: () => new Promise(() => {}) })
    expect(await ignoring.check(ID)).toMatchObject({ reachable: false, problem: 'too_slow' })
    const broken = createClient({
      baseUrl: 'https://a.example',
      fetch: () => {
        throw new Error('at once')
      },
    })
    expect(await broken.check(ID)).toMatchObject({ reachable: false, problem: 'no_answer' })
  })

  it('gets no requests for a while, each kind of question by itself, and then again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const oracle = await startOracle(answer(500, ''), answer(200, ROUTE), answer(200, HEALTH))
    const client = clientOf(oracle, { holdOffMs: 1_000 })
    await client.check(ID)
    expect(await client.check('another/tool')).toMatchObject({ reachable: false, problem: 'held_off' })
    expect((await client.route('x')).reachable).toBe(true)
    expect(oracle.seen).toHaveLength(2)
    vi.advanceTimersByTime(1_001)
    expect((await client.check(ID)).reachable).toBe(true)
  })

  it('gets no requests as long as Retry-After asks, a minute at most', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const oracle = await startOracle(
      answer(429, '', { 'retry-after': '30' }),
      answer(503, '', { 'retry-after': '9999' }),
    )
    const client = clientOf(oracle)
    await client.check(ID)
    vi.advanceTimersByTime(29_000)
    expect((await client.check(ID)).problem).toBe('held_off')
    vi.advanceTimersByTime(1_001)
    expect((await client.check(ID)).problem).toBe('http_503')
    vi.advanceTimersByTime(60_001)
    expect((await client.check(ID)).problem).toBe('http_503')
    expect(oracle.seen).toHaveLength(3)
  })
})

describe('an invalid question', () => {
  const ids = ['', 'a//b', 'a/../b', '.', 'a\u0000', 'a\u202eb', 'half \ud83c', 'x'.repeat(513), undefined, null, 7, {}]
  it.each(ids)('such as the id %j is not sent', async (id) => {
    const oracle = await startOracle(answer(200, HEALTH))
    expect(await clientOf(oracle).check(id as string)).toMatchObject({
      verdict: 'unknown',
      recommendation: 'unknown',
      reachable: false,
      problem: 'invalid_id',
    })
    expect(oracle.seen).toEqual([])
  })

  it('such as a route without a task is not sent', async () => {
    const oracle = await startOracle(answer(200, ROUTE))
    const client = clientOf(oracle)
    const wrong = { ...NO_ROUTE, reachable: false, problem: 'invalid_parameter' }
    expect(await client.route(undefined as never)).toEqual(wrong)
    expect(await client.route('x', null as never)).toEqual(wrong)
    expect(await client.route('x', { exclude: 'a/b' as never })).toEqual(wrong)
    expect(await client.route('x', { exclude: ['a//b'] })).toEqual(wrong)
    expect(oracle.seen).toEqual([])
  })
})

describe('answers', () => {
  const fresh = { 'cache-control': 'public, max-age=5', etag: '"one"' }
  const start = (...answers: Oracle['answers']) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    return startOracle(...answers)
  }

  it('are cached for their max-age', async () => {
    const oracle = await start(answer(200, HEALTH, fresh), answer(200, { ...HEALTH, verdict: 'down' }, fresh))
    const client = clientOf(oracle)
    expect((await client.check(ID)).verdict).toBe('healthy')
    vi.advanceTimersByTime(4_900)
    expect((await client.check(ID)).verdict).toBe('healthy')
    expect(oracle.seen).toHaveLength(1)
    vi.advanceTimersByTime(101)
    expect((await client.check(ID)).verdict).toBe('down')
  })

  it('are revalidated by ETag after that, and cached again where unchanged', async () => {
    const same = (response: ServerResponse) => void response.writeHead(304, fresh).end()
    const oracle = await start(answer(200, HEALTH, fresh), same, answer(200, { ...HEALTH, verdict: 'down' }))
    const client = clientOf(oracle)
    await client.check(ID)
    vi.advanceTimersByTime(5_001)
    expect((await client.check(ID)).verdict).toBe('healthy')
    expect(oracle.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
    vi.advanceTimersByTime(4_900)
    await client.check(ID)
    expect(oracle.seen).toHaveLength(2)
    vi.advanceTimersByTime(101)
    expect((await client.check(ID)).verdict).toBe('down')
  })

  it.each([
    ['no-store', {}],
    ['public, max-age=5, no-cache', {}],
    ['private', {}],
    ['public, max-age=5', { age: '5' }],
    ['s-max-age=5', {}],
  ])('with %s %j are not cached', async (control, more) => {
    const oracle = await start(answer(200, HEALTH, { 'cache-control': control, ...more }))
    const client = clientOf(oracle)
    await client.check(ID)
    await client.check(ID)
    expect(oracle.seen).toHaveLength(2)
  })

  it('are cached up to a limit, the oldest going first', async () => {
    const oracle = await start(answer(200, HEALTH, fresh))
    const client = clientOf(oracle, { cacheSize: 2 })
    for (const id of ['a/1', 'a/2', 'a/3', 'a/3', 'a/2', 'a/1']) await client.check(id)
    expect(oracle.seen.map(({ path }) => path.slice(-1))).toEqual(['1', '2', '3', '1'])
  })

  it('that are not understood are not cached', async () => {
    const oracle = await start(answer(200, '{}', fresh), answer(200, HEALTH, fresh))
    const client = clientOf(oracle)
    expect((await client.check(ID)).reachable).toBe(false)
    expect((await client.check(ID)).reachable).toBe(true)
  })

  it('are requested once for callers at the same time, and each gets an object of its own', async () => {
    // Both requests are held until the second has come, so that all three callers wait at the same time.
    const held: ServerResponse[] = []
    const oracle = await startOracle((response) => {
      if (held.push(response) === 2) for (const one of held) answer(200, HEALTH, fresh)(one)
    })
    const client = clientOf(oracle)
    const [first, second, other] = await Promise.all([client.check(ID), client.check(ID), client.check('another/tool')])
    expect(oracle.seen).toHaveLength(2)
    expect(second).toEqual(first)
    expect(other?.toolId).toBe('another/tool')
    first.reasons.push({ code: 'mine', text: '' })
    expect(second.reasons).toHaveLength(1)
    expect((await client.check(ID)).reasons).toHaveLength(1)
  })
})
