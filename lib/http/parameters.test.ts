import { describe, expect, test } from 'vitest'
import { Problem } from '../contract/errors'
import { OPERATIONS, type OperationName } from '../contract/operations'
import { NOBODY, OPEN_GATE } from './gate'
import { defineEndpoint } from './operation'
import cases from './parameters.cases.json' with { type: 'json' }

const context = {
  log: () => undefined,
  gate: OPEN_GATE,
  address: null,
  now: new Date('2026-11-20T12:00:00Z'),
  caller: NOBODY,
}
/** The answer of an operation that answers with its input. */
const ask = (name: OperationName, path: string, init?: RequestInit) =>
  defineEndpoint(name, async (input) => input as never).handle(new Request(`http://assay.test${path}`, init), context)
const inputOf = async (name: OperationName, path: string) => (await ask(name, path)).json()
const problemOf = async (name: OperationName, path: string, init?: RequestInit) =>
  Problem.parse(await (await ask(name, path, init)).json())

describe('parameters as people write them', () => {
  test.each([
    ['1', true],
    ['0', false],
    ['true', true],
    ['false', false],
    ['True', true],
    ['FALSE', false],
    ['%20true', true],
  ])('readOnly=%s is %j', async (given, value) => {
    expect(await inputOf('route', `/v1/route?task=a&readOnly=${given}`)).toMatchObject({ readOnly: value })
    expect(await inputOf('search', `/v1/search?q=a&readOnly=${given}`)).toMatchObject({ readOnly: value })
    expect(await inputOf('score', `/v1/score/a/b?explain=${given}`)).toMatchObject({ explain: value })
  })

  test.each([
    ['5', 5],
    ['100', 100],
  ])('limit=%s is %d', async (given, value) => {
    expect(await inputOf('search', `/v1/search?q=a&limit=${given}`)).toMatchObject({ limit: value })
  })

  test.each([
    ['Auth', 'auth'],
    ['AUTH', 'auth'],
    ['version_control', 'version-control'],
    ['Version%20Control', 'version-control'],
  ])('the category %s is %s', async (given, slug) => {
    expect(await inputOf('category', `/v1/categories/${given}`)).toMatchObject({ slug, page: 1 })
  })
})

describe('a value that is not valid: its name, what it must be, and what was sent', () => {
  test.each<[OperationName, string, string]>([
    ...(cases.invalidValues as [OperationName, string, string][]),
    [
      'search',
      `/v1/search?q=${'w'.repeat(9)}+${'word+'.repeat(2001)}`,
      '10,015 characters were sent, which are not repeated.',
    ],
  ])('%s of %s', async (name, path, detail) => {
    const problem = await problemOf(name, path)
    expect(problem.status).toBe(400)
    expect(problem.detail).toContain(detail)
    expect(problem.detail).not.toMatch(/NaN(?!")|received|undefined|invalid input/i)
    expect(problem.errors?.[0]?.detail).toContain(detail)
  })

  test('all faults are listed, each with its name', async () => {
    const problem = await problemOf('route', '/v1/route?task=&limit=ten&minScore=x&verbose=1')
    expect(problem.code).toBe('unknown_parameter')
    expect(problem.detail).toMatch(/^"verbose" is not known here\. .* 3 more are in "errors"\.$/)
    expect(problem.errors?.map(({ name }) => name)).toEqual(['verbose', 'task', 'minScore', 'limit'])
    expect(problem.errors?.map((fault) => fault.in)).toEqual(['query', 'query', 'query', 'query'])
  })

  test.each([
    ['an e-mail address', 'someone@example.com'],
    ['a key', 'assay_0123456789ABCDEFGHIJKLMNOPQRSTUVabcdef'],
    ['a card', '4111 1111 1111 1111'],
    ['an object', '{"$gt":0}'],
  ])('%s is not repeated', async (_what, text) => {
    for (const parameter of ['limit', 'readOnly', encodeURIComponent(text)]) {
      const problem = await problemOf('search', `/v1/search?q=a&${parameter}=${encodeURIComponent(text)}`)
      expect(JSON.stringify({ ...problem, instance: '' })).not.toContain(JSON.stringify(text).slice(1, -1))
    }
  })

  test('of a long value the length is named', async () => {
    const { detail } = await problemOf('search', `/v1/search?q=a&limit=${'many'.repeat(1000)}`)
    expect(detail).toContain('4,000 characters were sent, which are not repeated.')
    expect(detail.length).toBeLessThan(200)
  })
})

describe('a name that is nearly one', () => {
  test.each(cases.refused as [OperationName, string, string][])(
    '%s of %s: %s is named',
    async (name, path, nearest) => {
      const problem = await problemOf(name, path)
      expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter', errors: [{ in: 'query', nearest }] })
      expect(problem.errors).toHaveLength(1)
      expect(problem.detail).toContain(`is not known here; "${nearest}" is`)
    },
  )

  test.each(['verbose', 'xyz', 'utm_source', 'x'.repeat(500), '__proto__', 'constructor'])(
    'nothing is near %s',
    async (name) => {
      const problem = await problemOf('search', `/v1/search?q=a&${name}=1`)
      expect(problem.code).toBe('unknown_parameter')
      expect(problem.errors?.[0]).not.toHaveProperty('nearest')
    },
  )

  test('a thousand unknown names are answered with twenty', async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `name${'abcdefghij'[at % 10]}${'x'.repeat(at % 90)}=1`)
    expect((await problemOf('search', `/v1/search?${names.join('&')}`)).errors?.length).toBeLessThanOrEqual(20)
  })
})

describe('bodies', () => {
  const post = (name: OperationName, body: unknown) =>
    problemOf(name, OPERATIONS[name].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const SENT = 'someone-of-nowhere'

  test.each<[OperationName, unknown, string, string, string | undefined]>([
    [
      'ingest',
      { events: [{ toolId: SENT, success: SENT }] },
      'invalid_body',
      'events[0].success must be true or false; a text was sent.',
      undefined,
    ],
    [
      'ingest',
      { events: [{ toolId: SENT }] },
      'invalid_body',
      'events[0].success is missing; it must be true or false.',
      undefined,
    ],
    ['ingest', { events: [{ toolId: SENT, ok: true }] }, 'unknown_member', 'Was "success" meant?', 'success'],
    [
      'ingest',
      { events: [{ toolId: SENT, success: true, duration_ms: 4 }] },
      'unknown_member',
      'Was "latencyMs" meant?',
      'latencyMs',
    ],
    [
      'ingest',
      { events: [{ toolId: SENT, success: true, latencyMs: -4 }] },
      'invalid_body',
      'events[0].latencyMs must be a number from 0 to 600,000; a smaller one was sent.',
      undefined,
    ],
    [
      'ingest',
      { event: [] },
      'unknown_member',
      'The body has a member that is not known here. Was "events" meant? It may have: events.',
      'events',
    ],
    ['ingest', [], 'invalid_body', 'The body must be an object; a list was sent.', undefined],
    ['lookup', { repositories: [SENT] }, 'unknown_member', 'Was "repos" meant?', 'repos'],
    [
      'lookup',
      { repos: SENT },
      'invalid_body',
      'repos must be a list of at most 500 entries; a text was sent.',
      undefined,
    ],
    ['lookup', { repos: ['a', null] }, 'invalid_body', 'repos[1] must be a text; null was sent.', undefined],
    ['lookup', {}, 'invalid_body', 'The body: give at least one of repos, packages, urls and ids.', undefined],
    ['createKey', { email: SENT }, 'invalid_body', 'email must be an e-mail address; a text was sent.', undefined],
    ['createKey', { mail: SENT }, 'unknown_member', 'Was "email" meant?', 'email'],
  ])('%s of %j is %s', async (name, body, code, detail, nearest) => {
    const problem = await post(name, body)
    expect(problem.code).toBe(code)
    expect(problem.detail).toContain(detail)
    expect(problem.errors?.[0]?.nearest).toBe(nearest)
    expect(JSON.stringify(problem)).not.toContain(SENT)
  })
})
