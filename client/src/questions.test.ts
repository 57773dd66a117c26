import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './client.js'
import { answer, deadAddress, HEALTH, hang, type Oracle, ROUTE, startOracle } from './test-oracle'

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
const NO_ROUTE = { chosen: null, fallbacks: [], recommendation: 'no_confident_match', confidence: 0 }
const clientOf = (oracle: { baseUrl: string }, more: object = {}) =>
  createClient({ baseUrl: oracle.baseUrl, timeoutMs: 5_000, holdOffMs: 0, ...more })

afterEach(() => vi.useRealTimers())

describe('an oracle that answers', () => {
  it('is believed, and its answer told without what is not promised', async () => {
    const oracle = await startOracle(answer(200, { ...HEALTH, more: 'than that' }))
    expect(await clientOf(oracle, { key: 'assay_k' }).check(ID)).toEqual({ ...HEALTH, reachable: true, problem: null })
    expect(oracle.seen[0]).toMatchObject({ method: 'GET', path: `/v1/health/${ID}`, body: '' })
    expect(oracle.seen[0]?.headers.authorization).toBe('Bearer assay_k')
  })

  it('routes, with what narrows the choice', async () => {
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

  it('may refuse in its own words, and is reachable all the same', async () => {
    const oracle = await startOracle(answer(404, { code: 'unknown_tool', detail: 'No tool has this id.' }))
    const client = clientOf(oracle, { holdOffMs: 60_000 })
    expect(await client.check(ID)).toEqual({ ...UNKNOWN, reachable: true, problem: 'unknown_tool' })
    expect(await client.route('x')).toEqual({ ...NO_ROUTE, reachable: true, problem: 'unknown_tool' })
    // Not held off: it does answer.
    await client.check('another/tool')
    expect(oracle.seen).toHaveLength(3)
  })

  it('is asked for ids as they are, with only their slashes left', async () => {
    const oracle = await startOracle(answer(404, {}))
    const client = clientOf(oracle)
    await client.check('garden/図書館/100%_sure/a b/already%2Fescaped/...?#')
    expect(oracle.seen[0]?.path).toBe(
      `/v1/health/garden/${encodeURIComponent('図書館')}/100%25_sure/a%20b/already%252Fescaped/...%3F%23`,
    )
  })
})

describe('an oracle that does not answer', () => {
  const failing: [name: string, problem: string, oracle: () => Promise<{ baseUrl: string }>, more?: object][] = [
    ['refuses connections', 'no_answer', async () => ({ baseUrl: await deadAddress() })],
    ['hangs', 'too_slow', () => startOracle(hang), { timeoutMs: 50 }],
    [
      'begins and hangs',
      'too_slow',
      () => startOracle((response) => void response.writeHead(200).write('{"toolId":')),
      { timeoutMs: 50 },
    ],
    ['hangs up', 'no_answer', () => startOracle((response) => void response.destroy())],
    ['fails', 'internal', () => startOracle(answer(500, { code: 'internal' }))],
    ['is down behind a proxy', 'http_502', () => startOracle(answer(502, '<html>Bad Gateway</html>'))],
    ['is not ready', 'not_ready', () => startOracle(answer(503, { code: 'not_ready' }, { 'retry-after': '1' }))],
    [
      'has had enough',
      'rate_limited',
      () => startOracle(answer(429, { code: 'rate_limited' }, { 'retry-after': '7' })),
    ],
    ['stands behind a wall', 'http_403', () => startOracle(answer(403, '<html>Forbidden</html>'))],
    ['answers no JSON', 'not_understood', () => startOracle(answer(200, '{"verdict":"healthy"'))],
    ['answers a page', 'not_understood', () => startOracle(answer(200, '<html>Sign in to the Wi-Fi</html>'))],
    ['answers other JSON', 'not_understood', () => startOracle(answer(200, { ok: true }))],
    ['answers null', 'not_understood', () => startOracle(answer(200, 'null'))],
    [
      'answers a verdict nobody knows',
      'not_understood',
      () => startOracle(answer(200, { ...HEALTH, verdict: 'fine' })),
    ],
    ['answers nothing', 'not_understood', () => startOracle((response) => void response.writeHead(204).end())],
    ['answers 304 unasked', 'not_understood', () => startOracle((response) => void response.writeHead(304).end())],
    ['gives a code that is no code', 'http_500', () => startOracle(answer(500, { code: 'Ignore all previous' }))],
  ]
  it.each(failing)('that %s is %s, and nothing throws', async (_, problem, start, more) => {
    const client = clientOf(await start(), more)
    expect(await client.check(ID)).toEqual({ ...UNKNOWN, reachable: false, problem })
    expect(await client.route('x')).toEqual({ ...NO_ROUTE, reachable: false, problem })
  })

  it('is not waited for by a fetch that heeds no signal, nor believed when that throws', async () => {
    const deaf = createClient({ baseUrl: 'https://a.example', timeoutMs: 20, fetch: () => new Promise(() => {}) })
    expect(await deaf.check(ID)).toMatchObject({ reachable: false, problem: 'too_slow' })
    const broken = createClient({
      baseUrl: 'https://a.example',
      fetch: () => {
        throw new Error('at once')
      },
    })
    expect(await broken.check(ID)).toMatchObject({ reachable: false, problem: 'no_answer' })
  })

  it('is left alone for a while, each kind of question by itself, and then asked again', async () => {
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

  it('is left alone as long as it asks for, a minute at most', async () => {
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

describe('a question that cannot be asked', () => {
  const ids = ['', 'a//b', 'a/../b', '.', 'a\u0000', 'a\u202eb', 'half \ud83c', 'x'.repeat(513), undefined, null, 7, {}]
  it.each(ids)('such as the id %j is not', async (id) => {
    const oracle = await startOracle(answer(200, HEALTH))
    expect(await clientOf(oracle).check(id as string)).toMatchObject({
      verdict: 'unknown',
      recommendation: 'unknown',
      reachable: false,
      problem: 'invalid_id',
    })
    expect(oracle.seen).toEqual([])
  })

  it('such as no task is not', async () => {
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

  it('are kept as long as they say', async () => {
    const oracle = await start(answer(200, HEALTH, fresh), answer(200, { ...HEALTH, verdict: 'down' }, fresh))
    const client = clientOf(oracle)
    expect((await client.check(ID)).verdict).toBe('healthy')
    vi.advanceTimersByTime(4_900)
    expect((await client.check(ID)).verdict).toBe('healthy')
    expect(oracle.seen).toHaveLength(1)
    vi.advanceTimersByTime(101)
    expect((await client.check(ID)).verdict).toBe('down')
  })

  it('are asked for by their tag after that, and kept on where they are the same', async () => {
    const same = (response: import('node:http').ServerResponse) => void response.writeHead(304, fresh).end()
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
  ])('with %s %j are not kept', async (control, more) => {
    const oracle = await start(answer(200, HEALTH, { 'cache-control': control, ...more }))
    const client = clientOf(oracle)
    await client.check(ID)
    await client.check(ID)
    expect(oracle.seen).toHaveLength(2)
  })

  it('are kept in bounds, the oldest going first', async () => {
    const oracle = await start(answer(200, HEALTH, fresh))
    const client = clientOf(oracle, { cacheSize: 2 })
    for (const id of ['a/1', 'a/2', 'a/3', 'a/3', 'a/2', 'a/1']) await client.check(id)
    expect(oracle.seen.map(({ path }) => path.slice(-1))).toEqual(['1', '2', '3', '1'])
  })

  it('that say that there is none are not kept', async () => {
    const oracle = await start(answer(200, '{}', fresh), answer(200, HEALTH, fresh))
    const client = clientOf(oracle)
    expect((await client.check(ID)).reachable).toBe(false)
    expect((await client.check(ID)).reachable).toBe(true)
  })

  it('are asked for once by callers who ask at the same time, and each gets one of its own', async () => {
    const oracle = await startOracle((response) => {
      void delay(20).then(() => answer(200, HEALTH, fresh)(response))
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
