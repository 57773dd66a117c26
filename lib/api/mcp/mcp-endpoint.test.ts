import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contextOf } from '../context'
import { DOORS } from '../index'
import { FAILING, type McpWorld, openMcpWorld } from './test-mcp'

const JSON_TYPE = 'application/json'
const BOTH = 'application/json, text/event-stream'
const INITIALIZE = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})
const PUBLIC = 'https://assay.example'
/** What a caller sends that nobody is to repeat or write down. */
const MARK = 'marker-7f3a9'

function rpc(method: string, params: object = {}, id: string | number = 1) {
  return { jsonrpc: '2.0', id, method, params }
}

const call = (name: string, args: object, id: string | number = 1) => rpc('tools/call', { name, arguments: args }, id)

/** A request of the stateless era, whole. */
function modern(method: string, params: object = {}, version = '2026-07-28') {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = 'name' in params ? { 'mcp-name': String(params.name) } : {}
  return {
    body: rpc(method, { ...params, _meta }),
    headers: { 'mcp-protocol-version': version, 'mcp-method': method, ...name },
  }
}

interface Answer {
  status: number
  headers: Headers
  text: string
  /** The JSON-RPC messages of the answer, whether it came as JSON or as events. */
  messages: Record<string, unknown>[]
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE, accept: BOTH, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  })
  const text = await response.text()
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const datas = isEvents ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data) : [text]
  const messages = datas.filter((data) => data !== '').map((data) => JSON.parse(data))
  return { status: response.status, headers: response.headers, text, messages }
}

function expectRefused(answer: Answer, status: number, code: number, reason?: string): void {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const data = reason === undefined ? {} : { data: { code: reason } }
  expect(answer.messages).toMatchObject([{ jsonrpc: '2.0', error: { code, ...data } }])
}

describe('the endpoint', () => {
  let world: McpWorld
  beforeAll(async () => {
    world = await openMcpWorld({ LIMITS: 'off', BASE_URL: PUBLIC })
  })
  afterAll(() => world.close())

  test.each<[name: string, body: string | Uint8Array]>([
    ['nothing', ''],
    ['no JSON', `{"jsonrpc": "2.0", ${MARK}`],
    ['a byte order mark', `\uFEFF${JSON.stringify(INITIALIZE)}`],
    ['a member twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}'],
    ['__proto__', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"a":"${MARK}"}}}`],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ['a deep nest', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('a body of %s is a parse error', async (_name, body) => {
    const answer = await post(world.url, body)
    expectRefused(answer, 400, -32700, 'malformed_json')
    expect(answer.text).not.toContain(MARK)
  })

  test.each(['null', '7', '"text"', '{}', `{"jsonrpc":"1.0","id":1,"method":"${MARK}"}`])(
    'JSON that is no message, %s, is an invalid request',
    async (body) => {
      const answer = await post(world.url, body)
      expectRefused(answer, 400, -32600)
      expect(answer.text).not.toContain(MARK)
    },
  )

  test('a body over 256 KiB is refused, announced or not', async () => {
    const long = JSON.stringify(call('search', { q: 'x'.repeat(256 * 1024) }))
    expectRefused(await post(world.url, long), 413, -32000, 'body_too_large')
    const unannounced = await fetch(world.url, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, accept: BOTH },
      body: new Blob([long]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(unannounced.status).toBe(413)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
    'a body of type %s is refused',
    async (type) => {
      expectRefused(await post(world.url, INITIALIZE, { 'content-type': type }), 415, -32000, 'unsupported_media_type')
    },
  )

  test('who does not take both JSON and events is refused, as the older revisions say', async () => {
    expectRefused(await post(world.url, INITIALIZE, { accept: JSON_TYPE }), 406, -32000)
  })

  test.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'])('%s is not allowed: there are no sessions', async (method) => {
    const response = await fetch(world.url, { method, headers: { accept: 'text/event-stream' } })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    const text = await response.text()
    if (method === 'HEAD') expect(text).toBe('')
    else expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } })
  })

  test('OPTIONS lets any page ask, with the headers of the protocol', async () => {
    const response = await fetch(world.url, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name']))
  })

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('initialize agrees on %s', async (version) => {
    const { messages, headers } = await post(
      world.url,
      rpc('initialize', { ...INITIALIZE.params, protocolVersion: version }),
    )
    expect(messages).toMatchObject([{ result: { protocolVersion: version, capabilities: { tools: {} } } }])
    expect(headers.has('mcp-session-id')).toBe(false)
  })

  test('initialize of a revision that is not known is answered with one that is', async () => {
    const { messages } = await post(
      world.url,
      rpc('initialize', { ...INITIALIZE.params, protocolVersion: '1999-01-01' }),
    )
    expect(messages).toMatchObject([{ result: { protocolVersion: '2025-11-25' } }])
  })

  test('a batch of 2025-03-26 is answered whole', async () => {
    const batch = [
      call('search', { q: 'a' }, 'first'),
      rpc('ping', {}, 'second'),
      call('health', { toolId: 'no' }, 'third'),
    ]
    const { messages } = await post(world.url, batch, { 'mcp-protocol-version': '2025-03-26' })
    const byId = Object.fromEntries(messages.map((message) => [message.id, message.result]))
    expect(byId).toMatchObject({ first: { structuredContent: {} }, second: {}, third: { isError: true } })
    expect(messages).toHaveLength(3)
  })

  test('a notification is taken without an answer', async () => {
    const answer = await post(world.url, { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  test('server/discover and tools/list of the stateless era say how long they hold, and for whom', async () => {
    for (const method of ['server/discover', 'tools/list']) {
      const { body, headers } = modern(method)
      const { status, messages } = await post(world.url, body, headers)
      expect(status).toBe(200)
      expect(messages).toMatchObject([{ result: { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' } }])
    }
  })

  test('a header that says another than the body is refused by its own code', async () => {
    const { body, headers } = modern('tools/list')
    expectRefused(await post(world.url, body, { ...headers, 'mcp-method': 'tools/call' }), 400, -32020)
    const newer = modern('tools/list', {}, '2099-01-01')
    const refused = await post(world.url, newer.body, newer.headers)
    expectRefused(refused, 400, -32022)
    expect(refused.messages).toMatchObject([{ error: { data: { supported: ['2026-07-28'] } } }])
  })

  test('a method that there is not is refused in the manner of each era', async () => {
    const old = await post(world.url, rpc('resources/list'))
    expect([old.status, old.messages]).toMatchObject([200, [{ error: { code: -32601 } }]])
    const { body, headers } = modern('resources/list')
    expectRefused(await post(world.url, body, headers), 404, -32601)
  })

  test('a cursor that was never given is refused', async () => {
    const { messages } = await post(world.url, rpc('tools/list', { cursor: MARK }))
    expect(messages).toMatchObject([{ error: { code: -32602 } }])
    expect(JSON.stringify(messages)).not.toContain(MARK)
  })

  test('no stream stays open for changes that never come', async () => {
    const { body, headers } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
    const { messages } = await post(world.url, body, headers)
    expect(messages).toMatchObject([{ params: { notifications: {} } }, { id: 1, result: { resultType: 'complete' } }])
  })

  test('any page may ask a public service, by any name', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    expect((await post(world.url, INITIALIZE, headers)).status).toBe(200)
    expect((await post(world.url, INITIALIZE, { origin: 'null' })).status).toBe(200)
  })

  test('nothing of a refused request is repeated, and nothing at all is logged', async () => {
    const asked = [
      call(MARK, {}),
      call('search', { [MARK]: 1 }),
      call('search', { q: { [MARK]: MARK } }),
      call('report_outcome', { toolId: `${MARK}@example.com`, success: true }),
      call('report_outcome', { toolId: 'g/files', success: true, [MARK]: MARK }),
      call('lookup', { ids: [{ [MARK]: 1 }] }),
      rpc(MARK),
      rpc('tools/call', { name: 'search', arguments: MARK }),
    ]
    for (const body of asked) expect((await post(world.url, body)).text).not.toContain(MARK)
    expect(world.logged).toEqual([])
  })

  test('a failure inside is told without a word of it, and noted', async () => {
    const { messages } = await post(world.url, call('search', { q: FAILING }))
    expect(messages).toMatchObject([
      { result: { isError: true, content: [{ text: expect.stringMatching(/^internal: /) }] } },
    ])
    expect(JSON.stringify(messages)).not.toContain('inside of the house')
    expect(world.logged.splice(0)).toEqual([expect.stringContaining('the inside of the house')])
  })
})

describe('a service on a machine of its own', () => {
  let world: McpWorld
  beforeAll(async () => {
    world = await openMcpWorld({ LIMITS: 'off' })
  })
  afterAll(() => world.close())

  /** A request whose Host says what it likes, as a name bound anew to this machine brings it. */
  const postTo = (host: string, origin?: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { host, 'content-type': JSON_TYPE, accept: BOTH, ...(origin === undefined ? {} : { origin }) }
      const sent = httpRequest(world.url, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.once('error', reject).end(JSON.stringify(INITIALIZE))
    })

  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.20:3000'])('answers to %s', async (host) => {
    expect(await postTo(host)).toBe(200)
  })

  test.each(['rebound.example', 'rebound.example:3000', 'localhost.rebound.example', '127.0.0.1.nip.example'])(
    'does not answer to the name %s',
    async (host) => {
      expect(await postTo(host)).toBe(403)
    },
  )

  test('answers its own pages, and those of no stranger', async () => {
    expect(await postTo('localhost:3000', 'http://localhost:6274')).toBe(200)
    expect(await postTo('localhost:3000', 'http://127.0.0.1:3000')).toBe(200)
    expect(await postTo('localhost:3000', `https://${MARK}.example`)).toBe(403)
    expect(await postTo('localhost:3000', 'null')).toBe(403)
    const refused = await post(world.url, INITIALIZE, { origin: `https://${MARK}.example` })
    expectRefused(refused, 403, -32000)
    expect(refused.text).not.toContain(MARK)
  })
})

describe('limits', () => {
  let world: McpWorld
  beforeAll(async () => {
    world = await openMcpWorld({ LIMIT_KEYLESS: '4', LIMIT_KEYED: '50' })
  })
  afterAll(() => world.close())
  let caller = 0
  beforeEach(() => {
    caller += 1
    world.address = `192.0.2.${caller}`
  })

  const remaining = ({ headers }: Answer) => Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  const isOver = async (body: unknown) => (await post(world.url, body)).status === 429

  test('what the endpoint answers by itself weighs one', async () => {
    for (const [index, body] of [INITIALIZE, rpc('tools/list'), rpc('ping'), rpc('tools/list')].entries()) {
      const answer = await post(world.url, body)
      expect([answer.status, remaining(answer)]).toEqual([200, 3 - index])
    }
    const refused = await post(world.url, INITIALIZE)
    expectRefused(refused, 429, -32000, 'rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-policy')).toBe('"keyless";q=4;w=60')
    world.address = '198.51.100.1'
    expect((await post(world.url, INITIALIZE)).status).toBe(200)
  })

  test('a call weighs what its operation does, once', async () => {
    for (let n = 0; n < 4; n++) {
      expect((await post(world.url, call('search', { q: 'a' }))).messages).toMatchObject([
        { result: { structuredContent: {} } },
      ])
    }
    const { messages } = await post(world.url, call('search', { q: 'a' }))
    expect(messages).toMatchObject([
      { result: { isError: true, content: [{ text: expect.stringMatching(/^rate_limited: /) }] } },
    ])
    expectRefused(await post(world.url, call('search', { q: 'a' })), 429, -32000, 'rate_limited')
  })

  test.each<[name: string, body: unknown]>([
    ['that is not JSON', '{'],
    ['that is no message', '{}'],
    ['that calls no tool there is', call('none', {})],
    ['whose arguments no operation can be asked', call('health', { toolId: '..' })],
    ['of nothing but notifications', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['of an answer nobody asked for', { jsonrpc: '2.0', id: 1, result: {} }],
  ])('a request %s is not free', async (_name, body) => {
    for (let n = 0; n < 4; n++) expect((await post(world.url, body)).status).not.toBe(429)
    await post(world.url, body)
    expect(await isOver(body)).toBe(true)
  })

  test('a batch weighs as much as what is in it', async () => {
    expect(await isOver(Array.from({ length: 5 }, (_, id) => rpc('ping', {}, id)))).toBe(true)
    world.address = '198.51.100.2'
    const { messages } = await post(
      world.url,
      Array.from({ length: 6 }, (_, id) => call('search', { q: 'a' }, id)),
    )
    const refused = messages.filter(({ result }) => (result as { isError?: boolean }).isError === true)
    expect([messages.length, refused.length]).toEqual([6, 2])
  })

  test('a key raises them, in either header; one that is none is refused', async () => {
    const asked = new Request('http://assay.test/v1/keys', { method: 'POST' })
    const issued = await DOORS.createKey.handle(asked, contextOf(world.app, world.address))
    const { apiKey } = (await issued.json()) as { apiKey: string }
    for (const headers of [{ authorization: `Bearer ${apiKey}` }, { 'x-api-key': apiKey }]) {
      for (let n = 0; n < 5; n++) {
        const { messages } = await post(world.url, call('breakages', {}), headers as Record<string, string>)
        expect(messages).toMatchObject([{ result: { structuredContent: { breakages: [] } } }])
      }
    }
    const answer = await post(world.url, INITIALIZE, { 'x-api-key': apiKey })
    expect(answer.headers.get('ratelimit-policy')).toBe('"keyed";q=50;w=60')
    expect(remaining(answer)).toBe(39)
    const mistyped = await post(world.url, INITIALIZE, { 'x-api-key': `${apiKey}${MARK}` })
    expectRefused(mistyped, 401, -32000, 'mistyped_key')
    expect(mistyped.headers.get('www-authenticate')).toContain('Bearer')
    expect(mistyped.text).not.toContain(MARK)
  })
})
