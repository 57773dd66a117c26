import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contextOf } from '../../api/context'
import { ENDPOINTS } from '../endpoints'
import { type McpWorld, openMcpWorld } from '../test-mcp'
import { call, expectRefused, INITIALIZE, MARK, type McpResponse, post, rpc } from './test-mcp-requests'

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

  const remaining = ({ headers }: McpResponse) => Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  const RATE_LIMITED = { result: { isError: true, content: [{ text: expect.stringMatching(/^rate_limited: /) }] } }
  const isOver = async (body: unknown) => {
    const { status, headers, text } = await post(world.url, body)
    const isRefused = status === 429 || (status === 200 && text.includes('"rate_limited: '))
    if (isRefused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    return isRefused
  }

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
    for (const body of [
      call('search', { q: 'a' }),
      call('health', { toolId: 'g/files' }, 'second'),
      call('none', {}),
    ]) {
      expect(await post(world.url, body)).toMatchObject({ status: 200, messages: [RATE_LIMITED] })
    }
    const later = await post(world.url, call('search', { q: 'a' }))
    expect(later).toMatchObject({ status: 200, messages: [RATE_LIMITED] })
    expect(Number(later.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(later.headers.get('ratelimit')).toMatch(/^"keyless";r=0;/)
    // What is no tool call has no tool to answer it.
    expectRefused(await post(world.url, rpc('ping')), 429, -32000, 'rate_limited')
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
    const issued = await ENDPOINTS.createKey.handle(asked, contextOf(world.app, world.address))
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
