import type { CallToolResult } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILING, type McpWorld, openMcpWorld } from '../test-mcp'
import { summaryOf } from './mcp-summaries'
import { BOTH, call, expectRefused, INITIALIZE, JSON_TYPE, MARK, modern, post, rpc } from './test-mcp-requests'

const PUBLIC = 'https://assay.example'

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

  test('a caller that does not accept both JSON and events is refused, as in the older revisions', async () => {
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

  test.each([
    ['without a revision', undefined, false],
    ['of 2024-11-05', '2024-11-05', false],
    ['of 2025-03-26', '2025-03-26', false],
    ['of 2025-06-18', '2025-06-18', true],
    ['of 2025-11-25', '2025-11-25', true],
  ])('a caller %s gets the answer as text: %s', async (_name, revision, isSummarized) => {
    const headers: Record<string, string> = revision === undefined ? {} : { 'mcp-protocol-version': revision }
    const { messages } = await post(world.url, call('search', { q: 'read a file' }), headers)
    const { content, structuredContent } = (messages[0] as { result: CallToolResult }).result
    const text = content[0]?.type === 'text' ? content[0].text : ''
    expect(text).toBe(isSummarized ? summaryOf('search', structuredContent) : JSON.stringify(structuredContent))
    expect(structuredContent).toMatchObject({ results: [{ toolId: 'g/files/read_file' }] })
  })

  test('a batch ends also where it takes back its own request, or asks twice under one id', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } }
    const takenBack = await post(world.url, [call('search', { q: 'a' }, 'a'), cancelled])
    expect(takenBack.messages).toMatchObject([{ id: 'a', result: { structuredContent: {} } }])
    const twice = await post(world.url, [rpc('ping', {}, 'a'), rpc('ping', {}, 'a')])
    expect(twice.messages[0]).toEqual({ jsonrpc: '2.0', id: 'a', result: {} })
    expect((await post(world.url, [cancelled])).status).toBe(202)
    expectRefused(await post(world.url, []), 400, -32600)
  })

  test('a notification is taken without an answer', async () => {
    const answer = await post(world.url, { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  test('server/discover and tools/list of the modern generation carry their cache lifetime and scope', async () => {
    for (const method of ['server/discover', 'tools/list']) {
      const { body, headers } = modern(method)
      const { status, messages } = await post(world.url, body, headers)
      expect(status).toBe(200)
      expect(messages).toMatchObject([{ result: { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' } }])
    }
  })

  test('a header that differs from the body is refused by its own code', async () => {
    const { body, headers } = modern('tools/list')
    expectRefused(await post(world.url, body, { ...headers, 'mcp-method': 'tools/call' }), 400, -32020)
    const newer = modern('tools/list', {}, '2099-01-01')
    const refused = await post(world.url, newer.body, newer.headers)
    expectRefused(refused, 400, -32022)
    expect(refused.messages).toMatchObject([{ error: { data: { supported: ['2026-07-28'] } } }])
  })

  test('an unknown method is refused as each protocol generation specifies', async () => {
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

  test('an internal failure is answered without details, and logged', async () => {
    const { messages } = await post(world.url, call('search', { q: FAILING }))
    expect(messages).toMatchObject([
      { result: { isError: true, content: [{ text: expect.stringMatching(/^internal: /) }] } },
    ])
    expect(JSON.stringify(messages)).not.toContain('internal detail')
    expect(world.logged.splice(0)).toEqual([expect.stringContaining('an internal detail')])
  })
})
