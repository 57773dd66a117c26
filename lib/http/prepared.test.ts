import { describe, expect, test } from 'vitest'
import { NOBODY, OPEN_GATE } from './gate'
import { defineEndpoint } from './operation'
import { Prepared } from './prepared'
import cases from './prepared.cases.json' with { type: 'json' }

const bytes = (text: string) => new TextEncoder().encode(text)
const ALL = new Prepared('"v1"', { identity: bytes('plain'), gzip: bytes('gz'), br: bytes('br') }, { 'x-more': '1' })
const NO_BR = new Prepared('"v1"', { identity: bytes('plain'), gzip: bytes('gz') })
const PLAIN = new Prepared('"v1"', { identity: bytes('plain') })

describe('the encoding of a prepared answer', () => {
  test.each(cases.encodings as [null | string, string, string][])(
    'for "%s" is %s, and without brotli %s',
    (accepted, best, withoutBrotli) => {
      expect(ALL.encodingFor(accepted)).toBe(best)
      expect(NO_BR.encodingFor(accepted)).toBe(withoutBrotli)
      expect(PLAIN.encodingFor(accepted)).toBe('identity')
    },
  )
})

describe('a prepared answer', () => {
  const endpoint = defineEndpoint('breakages', async () => ALL)
  const context = { log: () => undefined, gate: OPEN_GATE, address: null, now: new Date(), caller: NOBODY }
  const ask = (headers: Record<string, string>, method = 'GET') =>
    endpoint.handle(new Request('http://assay.test/v1/breakages', { method, headers }), context)

  test('is sent as it is, with its tag, its headers and what it varies by', async () => {
    const answer = await ask({ 'accept-encoding': 'br' })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'br',
      'content-length': '2',
      etag: '"v1-br"',
      vary: 'accept-encoding',
      'x-more': '1',
    })
    expect(await answer.text()).toBe('br')
    const plain = await ask({})
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe('plain')
  })

  test('is 304 to who has it, in whatever encoding, and without a body to HEAD', async () => {
    const again = await ask({ 'if-none-match': 'W/"v1"', 'accept-encoding': 'gzip' })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', '"v1"'])
    const other = await ask({ 'if-none-match': '"v1-br"', 'accept-encoding': 'gzip' })
    expect([other.status, other.headers.get('etag')]).toEqual([304, '"v1-br"'])
    expect((await ask({ 'if-none-match': '"v2-br"' })).status).toBe(200)
    const head = await ask({ 'accept-encoding': 'gzip' }, 'HEAD')
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '2'])
  })
})
