import { outcomeOf } from 'assay-verify/state/observation'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { askMarked, isOneDomain, markedRequest } from './openapi/marked-request'
import cases from './openapi.cases.json' with { type: 'json' }
import { healthCheck, PETS, serveDescription } from './test-openapi'
import { freePort, probe, serve, settingsFor, type TestProbe } from './test-servers'

const probeAt = (url: string, options: TestProbe = {}) => probe(url, { transport: 'openapi', ...options })
const probeOf = async (description: object | string, options: TestProbe = {}) =>
  probeAt((await serveDescription(description)).url, options)

const PETS_TOOLS = cases.petsTools

describe('the operations of a description become tools', () => {
  test.each<[string, string]>([
    ['JSON', JSON.stringify(PETS)],
    ['YAML', stringify(PETS)],
    ['YAML that begins like JSON', JSON.stringify(PETS).replace('{', '{ # a comment\n')],
  ])('in %s', async (_, text) => {
    const found = await probeOf(text)
    expect(found).toMatchObject({ reason: 'no_safe_request', httpStatus: 200, toolsCut: false })
    expect(outcomeOf(found.reason)).toBe('inconclusive')
    expect(found.tools).toEqual(PETS_TOOLS)
    expect(found.notes).toEqual(['References that contain themselves: 1, left open.'])
  })

  test('each with a name of its own', async () => {
    const named = (operationId?: unknown) => ({ operationId })
    const paths = {
      '/a': { get: named('same'), post: named('same'), put: named('same_2'), patch: named('../..') },
      '/b c/../{d}': { get: named(5), head: named(''), post: named('x/y z\u202e') },
      '/ö': { get: {} },
      'no-path': { get: named('left out') },
    }
    const found = await probeOf({ openapi: '3.0.0', paths })
    const names = found.tools?.map(({ name }) => name)
    expect(names?.toSorted()).toEqual(
      ['same', 'same_2', 'same_3', 'patch_a', 'get_b_c_.._d', 'x_y_z', 'head_b_c_.._d', 'get_ö'].toSorted(),
    )
  })

  test('as many as a server may have', async () => {
    const paths = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`/p${n}`, { get: {} }]))
    const found = await probeOf({ openapi: '3.1.0', paths }, { maxTools: 50 })
    expect(found).toMatchObject({ toolsCut: true, notes: ['1 tool over the limit: left out.'] })
    expect(found.tools).toHaveLength(50)
  })

  test('with hostile text cleaned as that of MCP servers', async () => {
    const get = {
      summary: 'a\u202eb',
      description: `x\u0000${'y'.repeat(5000)}`,
      parameters: [{ name: '__proto__', in: 'query' }],
    }
    const found = await probeOf(
      `{"openapi":"3.0.0","paths":{"/a":{"get":${JSON.stringify(get)}},"__proto__":{"get":{}}}}`,
    )
    expect(found.tools).toHaveLength(1)
    expect(found.tools?.[0]).toMatchObject({ title: 'ab', inputSchema: { type: 'object', properties: {} } })
    expect(found.tools?.[0]?.description).toHaveLength(2000)
    expect({}).not.toHaveProperty('get')
  })

  test('references to other documents are not fetched', async () => {
    const { url, requests, origin } = await serveDescription(PETS)
    const foreign = { $ref: `${origin}/other.json#/a` }
    const paths = {
      '/a': { post: { requestBody: { content: { 'application/json': { schema: foreign } } } }, parameters: [foreign] },
      '/b': foreign,
    }
    const described = await serveDescription({ openapi: '3.1.0', paths })
    const found = await probeAt(described.url)
    expect(found.tools?.[0]?.inputSchema).toEqual({ type: 'object', properties: { body: {} } })
    expect(found.notes).toEqual(['References to other documents: 3, not read.'])
    expect([...requests, ...described.requests]).toEqual(['GET /openapi.json'])
    expect(url).not.toBe(described.url)
  })
})

describe('the request that is safe to make', () => {
  test.each<[string, object]>([
    ['GET /health', healthCheck()],
    ['GET /health', healthCheck({}, { security: [] })],
    ['GET /health', healthCheck({ security: [{}] }, { security: [{ key: [] }] })],
    ['GET /health', healthCheck({ parameters: [{ name: 'deep', in: 'query' }] })],
    ['GET /v2/health', healthCheck({}, { servers: [{ url: '/v2/' }] })],
    [
      'GET /eu/v1/health',
      healthCheck({}, { servers: [{ url: '/{region}/v1', variables: { region: { default: 'eu' } } }] }),
    ],
    [
      'GET /api/is-up',
      { openapi: '3.0.0', servers: [{ url: 'api' }], paths: { '/is-up': { get: { 'x-probe': true } } } },
    ],
    [
      'GET /b',
      {
        openapi: '3.0.0',
        paths: { '/health': { get: {} }, '/b': { get: { 'x-probe': true, security: [{ key: [] }] } } },
      },
    ],
    ['GET /a', { openapi: '3.0.0', paths: { '/a': { get: { operationId: 'getServerStatus' } } } }],
  ])('%s', async (request, description) => {
    const { url, requests } = await serveDescription(description)
    const found = await probeAt(url)
    expect(found).toMatchObject({ reason: 'api_answered', httpStatus: 200 })
    expect(found.tools?.length).toBeGreaterThan(0)
    expect(requests).toEqual(['GET /openapi.json', request])
  })

  test.each<[string, object]>([
    ['none is marked', PETS],
    ['it needs a parameter', healthCheck({ parameters: [{ name: 'a', in: 'query', required: true }] })],
    ['it needs a cookie', healthCheck({ parameters: [{ name: 'a', in: 'cookie', required: true }] })],
    ['it needs a body', healthCheck({ requestBody: { required: true } })],
    ['it needs credentials', healthCheck({ security: [{ key: [] }] })],
    ['all need credentials', healthCheck({}, { security: [{ key: [] }] })],
    ['its security cannot be read', healthCheck({ security: 'none' })],
    ['it is deprecated', healthCheck({ 'x-probe': true, deprecated: true })],
    ['it is not GET', { openapi: '3.0.0', paths: { '/health': { post: { 'x-probe': true } } } }],
    ['its path has a variable', { openapi: '3.0.0', paths: { '/{a}/health': { get: {} } } }],
    ['its path has a query', { openapi: '3.0.0', paths: { '/a?b=1': { get: { 'x-probe': true } } } }],
    [
      'its path leads out of the API',
      healthCheck({}, { servers: [{ url: '/v1' }], paths: { '/../health': { get: {} } } }),
    ],
    [
      'its id only contains the word',
      { openapi: '3.0.0', paths: { '/a': { get: { operationId: 'getOrderStatus' } } } },
    ],
    ['the mark is no true', { openapi: '3.0.0', paths: { '/a': { get: { 'x-probe': 'yes' } } } }],
    ['a variable of its server has no default', healthCheck({}, { servers: [{ url: '/{region}' }] })],
    ['its server is no address', healthCheck({}, { servers: [{ url: 'http://' }] })],
    ['its server is a file', healthCheck({}, { servers: [{ url: 'file:///etc' }] })],
  ])('is not made where %s', async (_, description) => {
    const { url, requests } = await serveDescription(description)
    const found = await probeAt(url)
    expect(found.reason).toBe('no_safe_request')
    expect(found.tools?.length).toBeGreaterThan(0)
    expect(requests).toEqual(['GET /openapi.json'])
  })

  test.each<[number, string, string, string]>([
    [401, 'application/json', '{}', 'credentials_required'],
    [404, 'application/json', '{}', 'not_found'],
    [500, 'application/json', '{}', 'server_error'],
    [200, 'text/html', '<html>', 'not_an_api'],
  ])('answered by %i %s', async (status, type, body, reason) => {
    const { url } = await serveDescription(healthCheck(), (_, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    )
    expect(await probeAt(url)).toMatchObject({ reason, httpStatus: status, tools: [{ name: 'get_health' }] })
  })

  test('the tools are kept where the API cannot be reached, or may not be dialled', async () => {
    for (const server of [
      `http://127.0.0.1:${await freePort()}`,
      'http://169.254.169.254/latest',
      'http://u:p@127.0.0.1/',
      'https://example.com/',
    ]) {
      const found = await probeOf(healthCheck({}, { servers: [{ url: server }] }))
      expect(found, server).toMatchObject({
        reason: 'no_safe_request',
        tools: [{ name: 'get_health' }],
        notes: ['The request it marks goes to another host, which does not agree to this description.'],
      })
    }
    const { url } = await serveDescription(healthCheck(), () => undefined)
    expect(await probeAt(url, { deadlineMs: 500 })).toMatchObject({
      reason: 'timed_out',
      tools: [{ name: 'get_health' }],
    })
  })
})

describe('a path that names an act', () => {
  const marked = (path: string, operationId?: string) => ({ [path]: { get: { 'x-probe': true, operationId } } })

  test.each([
    '/admin/delete-all',
    '/users/deleteAll',
    '/%64elete',
    '/DELETE/everything',
    '/v1/send',
    '/v1/deleteall',
    '/create_user',
    '/cache/reset',
    '/message/status',
    '/borrar',
  ])('%s is not requested', async (path) => {
    const { url, requests } = await serveDescription({ openapi: '3.0.0', paths: marked(path) })
    expect((await probeAt(url)).reason).toBe('no_safe_request')
    expect(requests).toEqual(['GET /openapi.json'])
  })

  test.each<[string, object]>([
    ['of its server', { servers: [{ url: '/delete' }], paths: marked('/all') }],
    ['of its operation', { paths: marked('/all', 'removeAllUsers') }],
    ['of its operation, though it reads as well', { paths: marked('/all', 'getAndDelete') }],
    ['of a health check', { paths: { '/restart/health': { get: {} } } }],
  ])('nor is one by the words %s', async (_, members) => {
    const { url, requests } = await serveDescription({ openapi: '3.0.0', ...members })
    expect((await probeAt(url)).reason).toBe('no_safe_request')
    expect(requests).toEqual(['GET /openapi.json'])
  })

  test('the next that names none is', async () => {
    const paths = { ...marked('/purge'), ...marked('/orders', 'getOrder'), ...marked('/pets') }
    const { url, requests } = await serveDescription({ openapi: '3.0.0', paths })
    expect((await probeAt(url)).reason).toBe('api_answered')
    expect(requests.at(-1)).toBe('GET /orders')
  })
})

describe('other hosts', () => {
  /** Another host, and what it was asked. */
  async function otherHost() {
    const requests: string[] = []
    const origin = await serve((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    return { origin, requests }
  }

  test('are not asked without their agreement, also where they may be dialled', async () => {
    const other = await otherHost()
    const { url, origin } = await serveDescription(healthCheck({}, { servers: [{ url: other.origin }] }))
    const found = await probeAt(url, { allowedOrigins: [origin, other.origin] })
    expect(found.reason).toBe('no_safe_request')
    expect(other.requests).toEqual([])
  })

  test.each(['/health', '/elsewhere'])('nor by a redirect of %s', async (path) => {
    const other = await otherHost()
    const { url, requests } = await serveDescription(healthCheck(), ({ url: asked }, response) =>
      asked === path
        ? response.writeHead(302, { location: `${other.origin}/x` }).end()
        : response.writeHead(307, { location: '/elsewhere' }).end(),
    )
    expect(await probeAt(url)).toMatchObject({
      reason: 'no_safe_request',
      notes: ['The request it marks is redirected to an address that is not asked.'],
    })
    expect(requests.at(-1)).toBe(`GET ${path}`)
    expect(other.requests).toEqual([])
  })

  test('a redirect of the same host is followed, but to no act', async () => {
    const { url, requests } = await serveDescription(healthCheck(), ({ url: asked }, response) => {
      if (asked === '/health') response.writeHead(302, { location: '/v2/health' }).end()
      else response.writeHead(302, { location: '/v2/delete' }).end()
    })
    expect((await probeAt(url)).reason).toBe('no_safe_request')
    expect(requests).toEqual(['GET /openapi.json', 'GET /health', 'GET /v2/health'])
  })

  test('an origin that redirects to a description elsewhere has not agreed to it', async () => {
    const request = markedRequest('http://127.0.0.1:1/x', 'http://127.0.0.1:1/openapi.json', 'http://127.0.0.1:2/x')
    const controls = { signal: new AbortController().signal, attempting: () => undefined, answered: () => undefined }
    expect(request.isOneDomain).toBe(false)
    expect(await askMarked(request, settingsFor(request.url), controls)).toBe('not_agreed')
  })

  test.each([
    ['https://docs.shop.co.uk/a', 'https://api.shop.co.uk/b', true],
    ['https://shop.co.uk/', 'http://api.shop.co.uk:8080/', true],
    ['https://one.co.uk/', 'https://two.co.uk/', false],
    ['https://one.github.io/', 'https://two.github.io/', false],
    ['https://github.io/', 'https://two.github.io/', false],
    ['https://example.com/', 'https://example.com.evil.net/', false],
    ['http://10.0.0.1:1/', 'http://10.0.0.1:2/', false],
    ['http://10.0.0.1:1/', 'http://10.0.0.1:1/x', true],
    ['http://localhost:1/', 'http://localhost:2/', false],
  ])('%s and %s are of one domain: %s', (one, other, expected) => {
    expect(isOneDomain(one, other)).toBe(expected)
  })
})

describe('a description that is unchanged', () => {
  test('is not read again; its request is made again', async () => {
    const etag = '"one"'
    const { url, requests } = await serveDescription(healthCheck(), undefined, { etag })
    const first = await probeAt(url)
    expect(first).toMatchObject({ reason: 'api_answered', validators: { etag, lastModified: null } })
    const second = await probeAt(url, { validators: first.validators ?? null })
    expect(second).toMatchObject({ reason: 'api_answered', tools: null, validators: { etag, lastModified: null } })
    expect(requests).toHaveLength(4)
  })

  test('marks no more than before', async () => {
    const { url } = await serveDescription(PETS, undefined, { etag: '"a"' })
    const { validators = null } = await probeAt(url)
    expect(await probeAt(url, { validators })).toMatchObject({
      reason: 'no_safe_request',
      tools: null,
      httpStatus: 304,
    })
  })

  test('is read whole by a process that does not know it', async () => {
    const { url } = await serveDescription(healthCheck(), undefined, { etag: '"b"' })
    const found = await probeAt(url, { validators: { etag: '"b"', lastModified: null } })
    expect(found).toMatchObject({ reason: 'api_answered', tools: [{ name: 'get_health' }] })
  })
})

describe('a description that cannot be used', () => {
  test.each<[string, string, string]>([
    ['no JSON and no YAML', 'text/plain', '{"a": [}'],
    ['a text', 'text/plain', 'hello'],
    ['nothing', 'application/json', ''],
    ['a list', 'application/json', '[]'],
    ['a web page', 'text/html', '<html></html>'],
    ['a web page under another type', 'application/json', '<!doctype html><html></html>'],
    ['Swagger 2', 'application/json', '{"swagger":"2.0","paths":{}}'],
    ['another version', 'application/json', '{"openapi":"4.0.0","paths":{}}'],
    ['a version that is no text', 'application/json', '{"openapi":3,"paths":{}}'],
    ['paths that are none', 'application/json', '{"openapi":"3.1.0","paths":[]}'],
    ['JSON 100,000 deep', 'application/json', `{"openapi":"3.0.0","x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
    ['an alias that contains itself', 'application/yaml', 'openapi: 3.0.0\na: &a [*a]\n'],
  ])('%s', async (_, type, text) => {
    const { url } = await serveDescription(text, undefined, { 'content-type': type })
    expect(await probeAt(url)).toMatchObject({
      reason: 'description_unavailable',
      tools: null,
      notes: [expect.any(String)],
    })
  })

  test.each([401, 404, 429, 500])('%i', async (status) => {
    const { origin } = await serveDescription(PETS, (_, response) =>
      response.writeHead(status, { 'retry-after': '9' }).end(),
    )
    const found = await probeAt(`${origin}/elsewhere`)
    expect(found).toMatchObject({ reason: 'description_unavailable', httpStatus: status, retryAfterMs: 9_000 })
  })

  test('nothing listens, or the address may not be dialled', async () => {
    const found = await probeAt(`http://127.0.0.1:${await freePort()}/openapi.json`)
    expect(found).toMatchObject({ reason: 'description_unavailable', httpStatus: null })
    expect(await probeOf(PETS, { own: false })).toMatchObject({ reason: 'address_refused', tools: null })
  })
})
