import type { IncomingMessage } from 'node:http'
import { outcomeOf } from 'assay-verify/state/observation'
import { describe, expect, test } from 'vitest'
import { probeMcpHttp } from './mcp-http'
import cases from './mcp-http.cases.json' with { type: 'json' }
import {
  DISCOVERED,
  events,
  INITIALIZED,
  modernServer,
  olderServer,
  type Responder,
  result,
  rpcError,
  scripted,
  sendJson,
  silence,
  status,
  text,
  tool,
} from './test-mcp'
import { probe, serve, settingsFor, testTarget } from './test-servers'

const HTML: Responder = text('text/html', () => '<!doctype html><title>Hello</title>')

describe('the modern generation', () => {
  test('every request carries what 2026-07-28 requires, and nothing else is sent', async () => {
    const server = await modernServer()
    const found = await probe(server.url)
    expect(found).toMatchObject({
      reason: 'answered',
      generation: 'modern',
      protocolVersion: '2026-07-28',
      httpStatus: 200,
    })
    expect(server.methods()).toEqual(['server/discover', 'tools/list'])
    for (const { method, headers, params } of server.seen) {
      expect(headers).toMatchObject({
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-method': method,
        'mcp-protocol-version': '2026-07-28',
        'user-agent': 'AssayTest/1 (+https://example.com/bot)',
      })
      expect(params._meta).toMatchObject({
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      })
    }
  })

  test('after an unsupported version one that the server names is tried', async () => {
    const server = await modernServer({
      'server/discover': (message, response, request) => {
        const isNew = message.headers['mcp-protocol-version'] === '2027-01-15'
        const data = { supported: ['2025-11-25', '2027-01-15', '2028-01-01', 7] }
        const answer = isNew
          ? result({ ...DISCOVERED, supportedVersions: ['2027-01-15'] })
          : rpcError(-32_022, 400, data)
        answer(message, response, request)
      },
    })
    expect(await probe(server.url)).toMatchObject({
      reason: 'answered',
      generation: 'modern',
      protocolVersion: '2027-01-15',
    })
    expect(server.methods()).toEqual(['server/discover', 'server/discover', 'tools/list'])
    expect(server.seen[2]?.headers['mcp-protocol-version']).toBe('2027-01-15')
  })

  test('where it names only older versions, their handshake follows', async () => {
    const server = await olderServer({ 'server/discover': rpcError(-32_022, 400, { supported: ['2025-11-25'] }) })
    expect(await probe(server.url)).toMatchObject({ reason: 'answered', generation: 'initialize' })
  })

  test.each([-32_020, -32_021, -32_602])(
    'a request that it finds invalid (%i) is a defect of the prober, not its failure',
    async (code) => {
      const server = await scripted({ 'server/discover': rpcError(code, 400), initialize: rpcError(-32_022, 400) })
      const found = await probe(server.url)
      expect(found).toMatchObject({ reason: 'probe_defect', notes: ['It answered that our request is invalid.'] })
      expect(outcomeOf(found.reason)).toBe('inconclusive')
    },
  )

  test('an older server that rejects an unknown method shows no defect of the prober', async () => {
    const server = await olderServer({ 'server/discover': rpcError(-32_602, 400), initialize: rpcError(-32_603) })
    expect(await probe(server.url)).toMatchObject({ reason: 'protocol_error', httpStatus: 200 })
    const refusing = await olderServer({
      'server/discover': rpcError(-32_602, 400),
      initialize: rpcError(-32_602, 400),
    })
    expect(await probe(refusing.url)).toMatchObject({ reason: 'protocol_error', httpStatus: 400 })
  })
})

describe('the initialize generation', () => {
  test('the session id is sent back, the version is the one answered, the session is ended', async () => {
    const server = await olderServer({
      initialize: result({ ...INITIALIZED, protocolVersion: '2025-03-26' }, { 'mcp-session-id': 'session-1' }),
    })
    const found = await probe(server.url)
    expect(found).toMatchObject({
      reason: 'answered',
      generation: 'initialize',
      protocolVersion: '2025-03-26',
      notes: [],
    })
    const [, initialize, ...later] = server.seen
    expect(initialize?.params).toMatchObject({ protocolVersion: '2025-11-25', capabilities: {} })
    expect(initialize?.headers).not.toHaveProperty('mcp-protocol-version')
    expect(later.map((message) => message.method)).toEqual(['notifications/initialized', 'tools/list', 'DELETE'])
    for (const { headers } of later) {
      expect(headers).toMatchObject({ 'mcp-session-id': 'session-1', 'mcp-protocol-version': '2025-03-26' })
    }
  })

  test.each<[string, Responder]>([
    ['-32601 with 404', rpcError(-32_601, 404)],
    ['-32601 with 200', rpcError(-32_601)],
    ['-32602 with 200', rpcError(-32_602)],
    [
      '-32000 with 400, without an id',
      status(400, { 'content-type': 'application/json' }, '{"jsonrpc":"2.0","error":{"code":-32000}}'),
    ],
    ['404 and a page', status(404, { 'content-type': 'text/html' }, '<pre>Cannot POST /mcp</pre>')],
    ['405', status(405)],
    ['202 and nothing', status(202)],
    ['204', status(204)],
    ['a page', HTML],
    ['an empty result', result({})],
    ['500', status(500)],
    ['502', status(502)],
  ])('follows a discover answered by %s', async (_, discover) => {
    const server = await olderServer({ 'server/discover': discover })
    expect(await probe(server.url)).toMatchObject({
      reason: 'answered',
      generation: 'initialize',
      tools: [{ name: 'echo' }],
    })
  })

  test('follows a discover that is never answered, before the deadline', async () => {
    const server = await olderServer({ 'server/discover': silence })
    expect(await probe(server.url, { deadlineMs: 2_000 })).toMatchObject({
      reason: 'answered',
      generation: 'initialize',
    })
  })

  test('without a session no DELETE is sent', async () => {
    const server = await olderServer({ initialize: result(INITIALIZED) })
    await probe(server.url, { generation: 'initialize' })
    expect(server.methods()).toEqual(['initialize', 'notifications/initialized', 'tools/list'])
  })

  test.each([404, 400])('a session forgotten at once (%i) is begun once more', async (code) => {
    let sessions = 0
    const server = await olderServer({
      initialize: (message, response, request) => {
        sessions += 1
        result(INITIALIZED, { 'mcp-session-id': `session-${sessions}` })(message, response, request)
      },
      'tools/list': (message, response, request) => {
        const isFirst = message.headers['mcp-session-id'] === 'session-1'
        const answer = isFirst ? rpcError(-32_000, code) : result({ tools: [tool('echo')] })
        answer(message, response, request)
      },
    })
    expect(await probe(server.url)).toMatchObject({ reason: 'answered', tools: [{ name: 'echo' }] })
    expect(sessions).toBe(2)
  })

  test('a session lost twice is an error', async () => {
    const server = await olderServer({ 'tools/list': status(404) })
    expect(await probe(server.url)).toMatchObject({ reason: 'protocol_error', tools: null })
    expect(server.methods().filter((method) => method === 'initialize')).toHaveLength(2)
  })

  test('failures of the notification and of the session end do not matter', async () => {
    const server = await olderServer({ 'notifications/initialized': status(500), DELETE: status(405) })
    expect(await probe(server.url)).toMatchObject({ reason: 'answered' })
  })

  test('a session id that fits no header is not sent back', async () => {
    const server = await olderServer({ initialize: result(INITIALIZED, { 'mcp-session-id': 'a b' }) })
    const found = await probe(server.url)
    expect(found).toMatchObject({ reason: 'answered', notes: ['Its session id cannot be sent back in a header.'] })
    expect(server.methods()).not.toContain('DELETE')
  })

  test.each<[string, object]>([
    ['no version', { capabilities: {} }],
    ['a version that fits no header', { protocolVersion: 'ä\r\nx: y', capabilities: {} }],
  ])('a handshake with %s is none', async (_, handshake) => {
    const server = await olderServer({ initialize: result(handshake), GET: status(405) })
    expect(await probe(server.url)).toMatchObject({ reason: 'not_the_protocol', tools: null })
  })

  test('a connection closed after an answer is opened again', async () => {
    const server = await olderServer()
    const closing = await serve(async (request, response) => {
      const body = request.method === 'POST' ? await textOf(request) : null
      const answer = await fetch(server.url, { method: request.method ?? '', headers: headersOf(request), body })
      const { socket } = response
      // Closes without announcing it.
      response.once('finish', () => socket?.destroySoon())
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
    })
    expect(await probe(`${closing}/mcp`)).toMatchObject({ reason: 'answered', tools: [{ name: 'echo' }] })
  })
})

describe('the stored generation', () => {
  test('is tried first', async () => {
    const modern = await modernServer()
    await probe(modern.url, { generation: 'modern' })
    expect(modern.methods()[0]).toBe('server/discover')
    const older = await olderServer()
    await probe(older.url, { generation: 'initialize' })
    expect(older.methods()[0]).toBe('initialize')
  })

  test('is replaced when the server has changed', async () => {
    const server = await modernServer({ initialize: rpcError(-32_022, 400, { supported: ['2026-07-28'] }) })
    expect(await probe(server.url, { generation: 'initialize' })).toMatchObject({
      reason: 'answered',
      generation: 'modern',
    })
    const back = await olderServer()
    expect(await probe(back.url, { generation: 'modern' })).toMatchObject({
      reason: 'answered',
      generation: 'initialize',
    })
    expect(await probe(back.url, { generation: 'sse' })).toMatchObject({ reason: 'answered', generation: 'initialize' })
  })

  test('no generation is tried twice', async () => {
    const server = await scripted({ else: status(404) })
    for (const generation of [null, 'modern', 'initialize', 'sse'] as const) {
      server.seen.length = 0
      expect(await probe(server.url, { generation })).toMatchObject({ reason: 'not_found', httpStatus: 404 })
      expect(server.methods().sort()).toEqual(['GET', 'initialize', 'server/discover'])
    }
  })

  test('the stopwatch restarts with each attempt, so that the latency is that of the handshake that succeeded', async () => {
    const { url } = await olderServer({ 'server/discover': silence })
    const calls: string[] = []
    const controls = {
      signal: AbortSignal.timeout(20_000),
      attempting: () => calls.push('attempting'),
      answered: () => calls.push('answered'),
    }
    const target = testTarget(url)
    await probeMcpHttp(target, settingsFor(url, { deadlineMs: 500 }), controls)
    expect(calls).toEqual(['attempting', 'attempting', 'answered', 'answered'])
  })
})

describe('statuses', () => {
  test.each(cases.statuses as [number, string][])('%i everywhere: %s', async (code, reason) => {
    const server = await scripted({ else: status(code, code === 301 ? { location: '/elsewhere' } : {}) })
    for (const transport of ['streamable-http', 'sse'] as const) {
      const found = await probe(server.url, { transport })
      expect(found).toMatchObject({ reason, httpStatus: code, tools: null, generation: null, observation: { reason } })
      const isAlive = ['auth_required', 'throttled'].includes(outcomeOf(found.reason))
      expect(found.observation.latencyMs).toEqual(isAlive ? expect.any(Number) : null)
    }
  })

  test.each([
    [429, 'rate_limited', { 'retry-after': '120' }, 120_000],
    [429, 'rate_limited', {}, null],
    [429, 'rate_limited', { 'retry-after': 'soon' }, null],
    [503, 'asked_to_wait', { 'retry-after': '5' }, 5_000],
    [503, 'asked_to_wait', { 'retry-after': '99999999' }, 86_400_000],
  ])('%i is %s: %j', async (code, reason, headers, retryAfterMs) => {
    const server = await scripted({ else: status(code, headers) })
    expect(await probe(server.url)).toMatchObject({ reason, httpStatus: code, retryAfterMs })
    expect(server.seen).toHaveLength(1)
  })

  test.each<[string, Responder]>([
    ['401', status(401)],
    ['403', status(403)],
  ])('a listing refused by %s keeps the facts of the handshake', async (_, answer) => {
    const server = await olderServer({ 'tools/list': answer })
    const found = await probe(server.url)
    expect(outcomeOf(found.reason)).toBe('auth_required')
    expect(found).toMatchObject({ generation: 'initialize', protocolVersion: '2025-11-25', tools: null })
    expect(server.methods()).toContain('DELETE')
  })

  test('initialize answered by an error of the protocol', async () => {
    const server = await olderServer({ initialize: rpcError(-32_603) })
    expect(await probe(server.url)).toMatchObject({ reason: 'protocol_error', httpStatus: 200, tools: null })
  })
})

describe('forms of an answer', () => {
  const reply = (id: number | null, value: object) => JSON.stringify({ jsonrpc: '2.0', id, result: value })
  const handshake = (id: number | null) => reply(id, INITIALIZED)
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: {} })

  test.each<[string, Responder]>([
    ['a stream', events((id) => `event: message\ndata: ${handshake(id)}\n\n`)],
    ['a stream that names no event', events((id) => `data:${handshake(id)}\n\n`)],
    ['a stream primed by an empty event', events((id) => `id: 1\ndata: \nretry: 10\n\ndata: ${handshake(id)}\n\n`)],
    ['a stream with comments', events((id) => `: hello\n\n: still here\n\ndata: ${handshake(id)}\n\n`)],
    ['a stream of CRLF lines', events((id) => `event: message\r\ndata: ${handshake(id)}\r\n\r\n`)],
    ['a stream of CR lines', events((id) => `event: message\rdata: ${handshake(id)}\r\r`)],
    ['a stream with a byte order mark', events((id) => `\ufeffdata: ${handshake(id)}\n\n`)],
    [
      'a stream whose data has several lines',
      events((id) => handshake(id).replace('{', '{\n').replace(/^/gm, 'data: ').concat('\n\n')),
    ],
    [
      'a stream with notifications first',
      events((id) => `data: ${notification}\n\ndata: ${ping}\n\ndata: ${handshake(id)}\n\n`),
    ],
    ['a stream with others’ answers first', events((id) => `data: ${reply(999, {})}\n\ndata: ${handshake(id)}\n\n`)],
    ['a stream with other events first', events((id) => `event: endpoint\ndata: /x\n\ndata: ${handshake(id)}\n\n`)],
    ['a stream with other text than JSON first', events((id) => `data: hello\n\ndata: ${handshake(id)}\n\n`)],
    ['a stream with a batch', events((id) => `data: [${notification},${handshake(id)}]\n\n`)],
    ['JSON with a charset', text('Application/JSON; charset=utf-8', handshake)],
    ['JSON with a byte order mark', text('application/json', (id) => `\ufeff${handshake(id)}`)],
    ['a batch', text('application/json', (id) => `[${notification},${handshake(id)}]`)],
    [
      'an id that became a string',
      text('application/json', (id) => JSON.stringify({ jsonrpc: '2.0', id: String(id), result: INITIALIZED })),
    ],
  ])('%s', async (_, initialize) => {
    const server = await olderServer({ initialize })
    expect(await probe(server.url)).toMatchObject({
      reason: 'answered',
      generation: 'initialize',
      tools: [{ name: 'echo' }],
    })
  })

  test('a stream that continues after the answer is dropped', async () => {
    const server = await olderServer({
      initialize: ({ id }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${handshake(id)}\n\n: and on\n\n`)
      },
    })
    expect(await probe(server.url)).toMatchObject({ reason: 'answered' })
  })

  test.each<[string, Responder, string | RegExp]>([
    ['a page', HTML, 'It answers with a web page.'],
    ['JSON of another kind', text('application/json', () => '{"ok":true}'), /not a reply/],
    ['no JSON', text('application/json', () => 'hello'), /not a reply/],
    ['another request’s answer', text('application/json', () => handshake(999)), /not a reply/],
    [
      'no JSON-RPC version',
      text('application/json', (id) => JSON.stringify({ id, result: INITIALIZED })),
      /not a reply/,
    ],
    [
      'a result that is no object',
      text('application/json', (id) => `{"jsonrpc":"2.0","id":${id},"result":[]}`),
      /not a reply/,
    ],
    ['JSON labelled as text', text('text/plain', handshake), /no client reads/],
    ['a stream that ends before the answer', events(() => `data: ${notification}\n\n`), /ended before/],
    ['a stream that ends within the answer', events((id) => `data: ${handshake(id)}`), /ended before/],
  ])('%s is not the protocol', async (_, answer, note) => {
    const server = await scripted({ else: answer })
    const { reason, notes } = await probe(server.url)
    expect(reason).toBe('not_the_protocol')
    expect(notes.join()).toMatch(note)
  })

  test('an error without an id answers the request', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_603, message: 'no' } })
    const server = await olderServer({ initialize: events(() => `data: ${body}\n\n`) })
    expect(await probe(server.url)).toMatchObject({ reason: 'protocol_error' })
  })
})

describe('redirects', () => {
  test('to another allowed origin are refused: an own server opens only its own', async () => {
    const server = await olderServer()
    const endpoint = await serve((_, response) => response.writeHead(308, { location: server.url }).end())
    const allowedOrigins = [endpoint, new URL(server.url).origin]
    const found = await probe(`${endpoint}/mcp`, { generation: 'initialize', allowedOrigins })
    expect(found).toMatchObject({ reason: 'address_refused', tools: null })
    expect(server.seen).toEqual([])
  })

  test('to an address that may not be dialled', async () => {
    for (const location of ['http://169.254.169.254/mcp', 'http://127.0.0.1:9/mcp']) {
      const server = await scripted({ else: status(307, { location }) })
      const found = await probe(server.url)
      expect(found).toMatchObject({ reason: 'address_refused', observation: { latencyMs: null } })
      expect(server.seen).toHaveLength(1)
    }
  })

  test('in a cycle', async () => {
    const server = await scripted({ else: status(307, { location: '/mcp' }) })
    expect(await probe(server.url)).toMatchObject({ reason: 'not_the_protocol', httpStatus: 307 })
    expect(server.seen).toHaveLength(4)
  })
})

test('an allowed origin is not dialled for an entry that is not the operator’s own', async () => {
  const server = await modernServer()
  const found = await probe(server.url, { own: false })
  expect(found).toMatchObject({ reason: 'address_refused', httpStatus: null, observation: { latencyMs: null } })
  expect(server.seen).toEqual([])
})

test('an address that is neither public nor configured is never dialled', async () => {
  const server = await modernServer()
  const found = await probe(server.url, { allowedOrigins: [] })
  expect(found).toMatchObject({ reason: 'address_refused', httpStatus: null, observation: { latencyMs: null } })
  expect(server.seen).toEqual([])
})

test('a listing is never asked of a server that offers no tools', async () => {
  const server = await modernServer({ 'server/discover': result({ ...DISCOVERED, capabilities: { prompts: {} } }) })
  expect(await probe(server.url)).toMatchObject({ reason: 'answered_other_than_tools', tools: [], toolsCut: false })
  expect(server.methods()).toEqual(['server/discover'])
})

test('a server that declares no capabilities is asked for its tools', async () => {
  const server = await modernServer({ 'server/discover': result({ supportedVersions: ['2026-07-28'] }) })
  expect(await probe(server.url)).toMatchObject({ reason: 'answered', tools: [{ name: 'echo' }], serverInfo: null })
})

test('the server info is cleaned', async () => {
  const serverInfo = { name: 'na\u202eme\n2', title: 7, version: 'x'.repeat(1000) }
  const server = await olderServer({ initialize: result({ ...INITIALIZED, serverInfo }) })
  const found = await probe(server.url)
  expect(found.serverInfo).toMatchObject({ name: 'name 2', title: null })
  expect(found.serverInfo?.version?.length).toBeLessThanOrEqual(256)
})

test('the number of header lines is limited', async () => {
  const server = await modernServer({
    'server/discover': ({ id }, response) => {
      response.setHeader('content-type', ['application/json', 'application/json'])
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: DISCOVERED }))
    },
    'tools/list': ({ id }, response) => {
      sendJson(response, 200, { jsonrpc: '2.0', id, result: { tools: [tool('echo')] } })
    },
  })
  expect(await probe(server.url)).toMatchObject({ reason: 'answered' })
})

async function textOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of request) body += piece
  return body
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !['connection', 'content-length', 'host'].includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}
