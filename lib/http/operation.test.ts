import { describe, expect, test } from 'vitest'
import { ApiError, ERRORS, Problem } from '../contract/errors'
import { NOBODY, OPEN_GATE } from './gate'
import { defineEndpoint } from './operation'
import cases from './operation.cases.json' with { type: 'json' }

const logged: string[] = []
const context = {
  log: (line: string) => logged.push(line),
  gate: OPEN_GATE,
  address: null,
  now: new Date('2026-11-20T12:00:00Z'),
  caller: NOBODY,
}
const ask = (path: string, init?: RequestInit) => new Request(`http://assay.test${path}`, init)
const search = defineEndpoint('search', async ({ q, limit }) => ({ results: [], heard: { q, limit } }) as never)
const health = defineEndpoint('health', async ({ toolId }) => ({ toolId }) as never)
const ping = defineEndpoint('ping', async () => ({ ok: true }))

const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const problem = Problem.parse(await response.json())
  expect(problem.status).toBe(response.status)
  expect(problem.status).toBe(ERRORS[problem.code].status)
  return problem
}

describe('what is asked', () => {
  test('query and defaults reach the inner function parsed', async () => {
    const response = await search.handle(ask('/v1/search?q=%20read+a%20file&limit=3'), context)
    expect(await response.json()).toMatchObject({ heard: { q: 'read a file', limit: 3 } })
  })

  test.each(['a/b', 'a%2Fb', 'x/y z', 'x/y%20z', 'm/天气', 'm/%E5%A4%A9%E6%B0%94', 'a/50%25', 'a/.b'])(
    'the id %s is taken whole',
    async (id) => {
      const response = await health.handle(ask(`/v1/health/${id}`), context)
      expect(await response.json()).toEqual({ toolId: decodeURIComponent(id) })
    },
  )

  test.each([...cases.refused, [`/v1/search?q=${'x'.repeat(10_001)}`, 'invalid_parameter', '"q"']])(
    '%s is refused as %s',
    async (path, code, detail) => {
      const problem = await problemOf(await search.handle(ask(path), context))
      expect(problem.code).toBe(code)
      expect(problem.detail).toContain(detail)
      expect(problem.detail).not.toContain('secret-thing')
    },
  )

  test.each([
    ['/v1/health/a%2F%2Fb', 'invalid_id'],
    ['/v1/health/a%2F..%2Fb', 'invalid_id'],
    ['/v1/health/a%00b', 'invalid_id'],
    ['/v1/health/a%E2%80%AEb', 'invalid_id'],
    [`/v1/health/${'x'.repeat(513)}`, 'invalid_id'],
    ['/v1/health/a%zzb', 'invalid_path'],
    ['/v1/health/a%ff', 'invalid_path'],
    ['/v1/health/a?toolId=b', 'unknown_parameter'],
  ])('%s is refused as %s', async (path, code) => {
    expect((await problemOf(await health.handle(ask(path), context))).code).toBe(code)
  })
})

describe('methods', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused, naming what is allowed', async (method) => {
    const response = await search.handle(ask('/v1/search?q=a', { method }), context)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect((await problemOf(response)).code).toBe('method_not_allowed')
  })

  test('HEAD answers the headers of GET without its body', async () => {
    const [get, head] = [
      await search.handle(ask('/v1/search?q=a'), context),
      await search.handle(ask('/v1/search?q=a', { method: 'HEAD' }), context),
    ]
    expect(await head.text()).toBe('')
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
  })

  test('OPTIONS lets any page read', async () => {
    const response = await search.handle(ask('/v1/search', { method: 'OPTIONS' }), context)
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('GET')
  })
})

describe('answers', () => {
  test('the same answer has the same ETag and is 304 to who has it', async () => {
    const first = await search.handle(ask('/v1/search?q=a'), context)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=10')
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await search.handle(ask('/v1/search?q=a', { headers: { 'if-none-match': given } }), context)
      expect(again.status, given).toBe(304)
      expect(await again.text()).toBe('')
    }
    expect((await search.handle(ask('/v1/search?q=b', { headers: { 'if-none-match': etag } }), context)).status).toBe(
      200,
    )
  })

  test('an answer that must not be cached has no-store', async () => {
    expect((await ping.handle(ask('/v1/ping'), context)).headers.get('cache-control')).toBe('no-store')
  })

  test('an ApiError of the inner function is answered with its extra members', async () => {
    const refusing = defineEndpoint('health', async () => {
      throw new ApiError('unknown_tool', 'No such tool.', { nearest: ['a/b'] })
    })
    expect(await problemOf(await refusing.handle(ask('/v1/health/a'), context))).toMatchObject({
      code: 'unknown_tool',
      nearest: ['a/b'],
      instance: '/v1/health/a',
    })
  })

  test('an internal failure is logged and answered without details', async () => {
    const failing = defineEndpoint('health', async () => {
      throw new Error('relation "subjects" does not exist')
    })
    const response = await failing.handle(ask('/v1/health/a'), context)
    const text = await response.clone().text()
    expect((await problemOf(response)).code).toBe('internal')
    expect(text).not.toContain('subjects')
    expect(logged.at(-1)).toBe('internal error at /v1/health/{toolId}')
  })
})
