import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../contract/errors'
import type { OperationContract } from '../contract/operation'
import { OPERATIONS } from '../contract/operations'
import { readBody } from './body'

const contract: OperationContract = OPERATIONS.ingest
const optional: OperationContract = OPERATIONS.createKey
const JSON_TYPE = { 'content-type': 'application/json' }
const SECRET = 'hunter22-of-nobody'

type Sent = string | Uint8Array | ReadableStream<Uint8Array> | null
const ask = (body: Sent, headers: Record<string, string> = JSON_TYPE) =>
  // `duplex` is asked for by Node for streams, and unknown to the types.
  new Request('http://assay.test/v1/ingest', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

/** In pieces; what follows `null` never comes. */
function stream(pieces: readonly (Uint8Array | null)[]) {
  const seen = { cancelled: false, pulled: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces[seen.pulled]
      seen.pulled += 1
      if (piece === null) return new Promise(() => undefined)
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    },
    cancel: () => {
      seen.cancelled = true
    },
  })
  return { body, seen }
}
const bytes = (text: string) => new TextEncoder().encode(text)
const eventOf = (more: string) => `{"events":[{"toolId":"a/b","success":true${more}}]}`

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  try {
    await work
  } catch (cause) {
    expect(cause).toBeInstanceOf(ApiError)
    return cause as ApiError
  }
  throw new Error('it was not refused')
}

describe('the type of a body', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; profile=x',
  ])('%s is taken', async (type) => {
    expect(await readBody(ask('{"events":[]}', { 'content-type': type }), contract)).toEqual({ events: [] })
  })

  test.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'text/json' }],
    [{ 'content-type': 'application/json-seq' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-type': 'application/json; charset=utf-16' }],
    [{ 'content-type': 'application/json; charset=iso-8859-1' }],
    [{ 'content-type': 'application/json, text/plain' }],
    [{ ...JSON_TYPE, 'content-encoding': 'gzip' }],
    [{ ...JSON_TYPE, 'content-encoding': 'br, gzip' }],
  ])('%o is refused', async (headers) => {
    const refusal = await refusalOf(readBody(ask('{"events":[]}', headers as Record<string, string>), contract))
    expect(refusal.code).toBe('unsupported_media_type')
  })

  test('none at all is refused', async () => {
    expect((await refusalOf(readBody(ask(bytes('{}'), {}), contract))).code).toBe('unsupported_media_type')
  })

  test('identity as an encoding is none', async () => {
    const request = ask('{"events":[]}', { ...JSON_TYPE, 'content-encoding': 'identity' })
    expect(await readBody(request, contract)).toEqual({ events: [] })
  })
})

describe('the length of a body', () => {
  const most = contract.body?.maxBytes ?? 0
  const padded = (length: number) => bytes(`{"events":[]}${' '.repeat(length - 13)}`)

  test('up to the cap is read, in whatever pieces it comes', async () => {
    expect(await readBody(ask(padded(most)), contract)).toEqual({ events: [] })
    const pieces = [...padded(64)].map((byte) => Uint8Array.of(byte))
    expect(await readBody(ask(stream(pieces).body), contract)).toEqual({ events: [] })
  })

  test('a character whose bytes come apart is whole', async () => {
    const [head, tail] = [bytes('{"events":[{"toolId":"図'), bytes('書","success":true}]}')]
    const pieces = [head.subarray(0, -1), head.subarray(-1), tail.subarray(0, 1), tail.subarray(1)]
    expect(await readBody(ask(stream(pieces).body), contract)).toMatchObject({ events: [{ toolId: '図書' }] })
  })

  test('one byte beyond the cap is refused, though nothing announced it, and the rest is not read', async () => {
    const { body, seen } = stream([padded(most), bytes(' '), bytes(' '), null])
    expect((await refusalOf(readBody(ask(body), contract))).code).toBe('body_too_large')
    expect(seen.cancelled).toBe(true)
    expect(seen.pulled).toBeLessThanOrEqual(3)
  })

  test('what is announced as too large is refused before it is read', async () => {
    const { body, seen } = stream([null])
    const request = ask(body, { ...JSON_TYPE, 'content-length': String(most + 1) })
    expect((await refusalOf(readBody(request, contract))).code).toBe('body_too_large')
    expect(seen.cancelled).toBe(false)
  })

  test.each(['12', '-5', 'abc', '1e9x', ''])('a wrong length of "%s" is not trusted', async (length) => {
    const request = ask(padded(most + 1), { ...JSON_TYPE, 'content-length': length })
    expect((await refusalOf(readBody(request, contract))).code).toBe('body_too_large')
    expect(await readBody(ask(padded(20), { ...JSON_TYPE, 'content-length': length }), contract)).toEqual({
      events: [],
    })
  })
})

describe('the time of a body', () => {
  test('one that does not come to its end in time is refused, and let go', async () => {
    const { body, seen } = stream([bytes('{"events":'), null])
    const refusal = await refusalOf(readBody(ask(body), contract, 20))
    expect(refusal.code).toBe('body_too_slow')
    expect(seen.cancelled).toBe(true)
  })

  test('one that breaks off is an error of the sender', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(Object.assign(new Error(`aborted ${SECRET}`), { code: 'ECONNRESET' })),
    })
    const refusal = await refusalOf(readBody(ask(broken), contract))
    expect(refusal.code).toBe('body_too_slow')
    expect(refusal.message).not.toContain(SECRET)
  })
})

describe('a body that may be absent', () => {
  test.each([
    ['none', null, {}],
    ['an empty one', '', {}],
    ['an empty one of another type', '', { 'content-type': 'text/plain' }],
    ['an empty stream', stream([]).body, {}],
    ['{}', '{}', JSON_TYPE],
  ])('%s is an empty object', async (_what, body, headers) => {
    expect(await readBody(ask(body as Sent, headers as Record<string, string>), optional)).toEqual({})
  })

  test.each([
    ['a space', ' ', 'malformed_json'],
    ['null', 'null', 'invalid_body'],
    ['a list', '[]', 'invalid_body'],
    ['an e-mail that is none', '{"email":"ann"}', 'invalid_body'],
    ['an e-mail that is a number', '{"email":1}', 'invalid_body'],
    ['a long e-mail', `{"email":"${'a'.repeat(260)}@example.org"}`, 'invalid_body'],
    ['another member', `{"${SECRET}":1}`, 'unknown_member'],
  ])('%s is refused', async (_what, body, code) => {
    const refusal = await refusalOf(readBody(ask(body), optional))
    expect(refusal.code).toBe(code)
    expect(refusal.message).not.toContain(SECRET)
  })

  test('and where one is asked for, none is refused', async () => {
    expect((await refusalOf(readBody(ask('', JSON_TYPE), contract))).code).toBe('malformed_json')
    expect((await refusalOf(readBody(ask(null, {}), contract))).code).toBe('unsupported_media_type')
  })
})

describe('the text of a body', () => {
  const utf16 = (text: string, order: 'le' | 'be') => {
    const little = Buffer.from(text, 'utf16le')
    return new Uint8Array(order === 'le' ? little : little.swap16())
  }
  test.each([
    ['UTF-16, little end first', utf16('{"events":[]}', 'le')],
    ['UTF-16, big end first', utf16('{"events":[]}', 'be')],
    ['UTF-16 with a mark', utf16('\ufeff{"events":[]}', 'le')],
    ['UTF-8 with a mark', bytes('\ufeff{"events":[]}')],
    ['an overlong slash', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)],
    ['half a surrogate pair as bytes', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['Latin-1', Uint8Array.of(0x22, 0xe9, 0x22)],
    ['no JSON', bytes(`{"events":[${SECRET}]}`)],
    ['a member twice', bytes(`{"events":[],"events":["${SECRET}"]}`)],
    ['__proto__', bytes(`{"events":[],"__proto__":{"a":"${SECRET}"}}`)],
    ['33 lists in each other', bytes(`${'['.repeat(33)}"${SECRET}"${']'.repeat(33)}`)],
  ])('%s is malformed', async (_what, body) => {
    const refusal = await refusalOf(readBody(ask(body), contract))
    expect(refusal.code).toBe('malformed_json')
    expect(refusal.message).not.toContain(SECRET)
  })

  test.each([
    [eventOf(`,"${SECRET}":1`), 'unknown_member', 'events[0] has a member that is not known here.', 0],
    [`{"events":[],"${SECRET}":1}`, 'unknown_member', 'The body has a member that is not known here.', undefined],
    [
      eventOf(`,"latencyMs":"${SECRET}"`),
      'invalid_body',
      'events[0].latencyMs must be a number from 0 to 600,000; a text was sent.',
      0,
    ],
    [eventOf(`,"errorClass":"${SECRET}"`), 'invalid_body', 'events[0].errorClass must be one of timeout, auth,', 0],
    [
      eventOf(',"latencyMs":1e999'),
      'invalid_body',
      'events[0].latencyMs must be a number from 0 to 600,000; a number was sent.',
      0,
    ],
    [
      `{"events":"${SECRET}"}`,
      'invalid_body',
      'events must be a list of at most 1,000 entries; a text was sent.',
      undefined,
    ],
    [`"${SECRET}"`, 'invalid_body', 'The body must be an object; a text was sent.', undefined],
  ])('%s is refused with its place and without its content', async (body, code, detail, event) => {
    const refusal = await refusalOf(readBody(ask(body), contract))
    expect(refusal.code).toBe(code)
    expect(refusal.message).toContain(detail)
    expect(refusal.extra.event).toBe(event)
    expect(JSON.stringify(refusal.extra) + refusal.message).not.toContain(SECRET)
  })

  test('too many entries have their own error, with advice', async () => {
    const lists = z.strictObject({ ids: z.array(z.string()).max(2) })
    const own: OperationContract = { ...contract, body: { schema: lists, maxBytes: 100, tooMany: 'Ask again.' } }
    const refusal = await refusalOf(readBody(ask('{"ids":["a","b","c"]}'), own))
    expect(refusal.code).toBe('too_many_entries')
    expect(refusal.message).toBe('ids may have 2 entries at most. Ask again.')
  })

  test('an operation without a body reads none', async () => {
    const { body, seen } = stream([null])
    expect(await readBody(ask(body), OPERATIONS.showKey)).toBeUndefined()
    expect(seen.cancelled).toBe(false)
  })
})
