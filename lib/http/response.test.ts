import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../contract/errors'
import { NOBODY, OPEN_GATE } from './gate'
import { type BaseContext, defineEndpoint, type Endpoint } from './operation'
import { compressedResponse } from './response'

const context: BaseContext = {
  log: (line, cause) => {
    throw new Error(line, { cause })
  },
  gate: OPEN_GATE,
  address: null,
  now: new Date('2026-11-20T12:00:00Z'),
  caller: NOBODY,
}
const categoriesOf = (size: number) => ({ categories: 'x'.repeat(size - '{"categories":""}'.length) })
const kept = (size: number) => defineEndpoint('categories', async () => categoriesOf(size) as never)
const never = defineEndpoint('ping', async () => categoriesOf(5000) as never)
const svg = defineEndpoint('badge', async () => `<svg>${'a'.repeat(2000)}</svg>`)
const missing = defineEndpoint('health', async () => {
  throw new ApiError('unknown_tool', 'No such tool.', { nearest: Array(20).fill(`near/${'x'.repeat(100)}`) })
})

async function ask(endpoint: Endpoint<BaseContext>, headers: Record<string, string> = {}, method = 'GET') {
  const path = endpoint.contract.path.replace('{toolId}', 'a/b')
  const answer = await endpoint.handle(new Request(`http://assay.test${path}`, { method, headers }), context)
  const body = Buffer.from(await answer.arrayBuffer())
  const encoding = answer.headers.get('content-encoding')
  const hasBody = body.length > 0
  const text =
    hasBody && encoding === 'br' ? brotliDecompressSync(body) : hasBody && encoding === 'gzip' ? gunzipSync(body) : body
  return { status: answer.status, headers: answer.headers, encoding, body, text: text.toString() }
}
const accepting = (encodings: string) => ({ 'accept-encoding': encodings })

describe('an answer', () => {
  // Small ones are compressed at once, large ones in another thread.
  test.each([1024, 5000, 200_000])('of %s bytes is compressed as its caller accepts', async (size) => {
    const plain = await ask(kept(size))
    expect([plain.encoding, plain.headers.get('vary'), plain.body.length]).toEqual([null, 'accept-encoding', size])
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
    ] as const) {
      const answer = await ask(kept(size), accepting(accepted))
      expect([answer.encoding, answer.text, answer.headers.get('vary')]).toEqual([
        encoding,
        plain.text,
        'accept-encoding',
      ])
      expect(answer.headers.get('content-length')).toBe(String(answer.body.length))
      expect(answer.body.length).toBeLessThan(size / 2)
    }
  })

  test('below a kilobyte stays plain and does not vary', async () => {
    const answer = await ask(kept(1023), accepting('gzip, br'))
    expect([answer.encoding, answer.headers.get('vary'), answer.body.length]).toEqual([null, null, 1023])
  })

  test('is measured in bytes, not in characters', async () => {
    const wide = defineEndpoint('categories', async () => ({ categories: '語'.repeat(500) }) as never)
    expect((await ask(wide, accepting('gzip'))).encoding).toBe('gzip')
  })

  test('that no cache keeps is compressed too, as are pictures in text', async () => {
    expect((await ask(never, accepting('gzip'))).encoding).toBe('gzip')
    expect((await ask(svg, accepting('br'))).encoding).toBe('br')
  })

  test('has a strong tag for each encoding, and any of them gets 304 whatever is accepted now', async () => {
    const answers = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => ask(kept(5000), accepting(encoding))),
    )
    const tags = answers.map(({ headers }) => headers.get('etag') ?? '')
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) {
      expect(tag).toMatch(/^"[\w-]+"$/)
      for (const given of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const again = await ask(kept(5000), { ...accepting('gzip'), 'if-none-match': given })
        expect([again.status, again.headers.get('etag'), again.body.length]).toEqual([304, tag, 0])
        expect([again.encoding, again.headers.get('vary')]).toEqual([null, 'accept-encoding'])
      }
    }
    expect((await ask(kept(5001), { 'if-none-match': tags.join() })).status).toBe(200)
  })

  test('to HEAD has the headers of GET and no body', async () => {
    const got = await ask(kept(5000), accepting('gzip'))
    const head = await ask(kept(5000), accepting('gzip'), 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    for (const name of ['etag', 'vary', 'content-encoding']) expect(head.headers.get(name)).toBe(got.headers.get(name))
  })

  test('that refuses with a long list of near ids is compressed', async () => {
    const answer = await ask(missing, accepting('gzip'))
    expect([answer.status, answer.encoding, answer.headers.get('content-type')]).toEqual([
      404,
      'gzip',
      'application/problem+json',
    ])
    expect(JSON.parse(answer.text).nearest).toHaveLength(20)
  })

  test('carries the policies of every answer', async () => {
    for (const { headers } of [await ask(svg), await ask(missing), await ask(kept(2000), { 'if-none-match': '*' })]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
  })
})

describe('a complete answer of another maker', () => {
  const request = new Request('http://assay.test/mcp', { headers: accepting('gzip') })
  const text = JSON.stringify(categoriesOf(3000))

  test('is compressed where it is text, and keeps its status and headers', async () => {
    const headers = { 'content-type': 'application/json', vary: 'origin', 'x-own': '1' }
    const answer = await compressedResponse(new Response(text, { status: 202, headers }), request)
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(text)
    expect(answer.status).toBe(202)
    expect(Object.fromEntries(answer.headers)).toMatchObject({ vary: 'origin, accept-encoding', 'x-own': '1' })
  })

  test.each(['text/event-stream', 'text/event-stream; charset=utf-8', 'image/png'])(
    'is handed on as it is where it is %s',
    async (type) => {
      const response = new Response(text, { headers: { 'content-type': type } })
      expect(await compressedResponse(response, request)).toBe(response)
      expect(response.bodyUsed).toBe(false)
    },
  )
})
