import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ErrorCode } from '../../lib/contract/errors'
import type { OperationContract } from '../../lib/contract/operation'
import { OPERATIONS, type OperationName } from '../../lib/contract/operations'
import { expectProblem, GOOD, NAMES, sendGood, TOOL } from '../contract-requests'
import { openService } from './test-service'

const origin = await openService()

type Operations = typeof OPERATIONS
type WithBody = { [Name in OperationName]: Operations[Name] extends { body: object } ? Name : never }[OperationName]
const contractOf = (name: OperationName): OperationContract => OPERATIONS[name]
const WITH_BODY = NAMES.filter((name): name is WithBody => contractOf(name).body !== undefined)

const SECRET = 'hunter22-of-nobody'
const many = (length: number, item: unknown) => Array.from({ length }, () => item)
const event = (more: object = {}) => ({ toolId: TOOL, success: true, ...more })
const events = (...given: unknown[]) => ({ events: given })

/** Bodies that are JSON but not what the operation takes. */
const REFUSED: Record<WithBody, [what: string, body: unknown, code: ErrorCode][]> = {
  createKey: [
    ['an invalid e-mail', { email: SECRET }, 'invalid_body'],
    ['an empty e-mail', { email: '' }, 'invalid_body'],
    ['an e-mail of another type', { email: 7 }, 'invalid_body'],
    ['an e-mail that is too long', { email: `${'a'.repeat(250)}@example.org` }, 'invalid_body'],
  ],
  ingest: [
    ['no events', {}, 'invalid_body'],
    ['events that are not a list', { events: {} }, 'invalid_body'],
    ['an event that is null', events(null), 'invalid_body'],
    ['an event without an id', events({ success: true }), 'invalid_body'],
    ['an event without success', events({ toolId: TOOL }), 'invalid_body'],
    ['an empty id', events(event({ toolId: '' })), 'invalid_body'],
    ['an id that is too long', events(event({ toolId: 'x'.repeat(513) })), 'invalid_body'],
    ['an id of another type', events(event({ toolId: 7 })), 'invalid_body'],
    ['success of another type', events(event({ success: 'true' })), 'invalid_body'],
    ['a latency of another type', events(event({ latencyMs: SECRET })), 'invalid_body'],
    ['a negative latency', events(event({ latencyMs: -1 })), 'invalid_body'],
    ['an unknown error class', events(event({ success: false, errorClass: SECRET })), 'invalid_body'],
    ['an error class of a success', events(event({ errorClass: 'timeout' })), 'invalid_body'],
    ['an unknown member of an event', events(event({ [SECRET]: 1 })), 'unknown_member'],
    ['arguments', events(event({ arguments: { q: SECRET } })), 'unknown_member'],
    ['personal data', events(event({ toolId: `${SECRET}@example.org` })), 'personal_data'],
    ['1,001 events', { events: many(1001, event()) }, 'too_many_entries'],
  ],
  hookClaudeCode: [
    ['no event', {}, 'invalid_body'],
    ['an event of another type', { hook_event_name: 7 }, 'invalid_body'],
    ['a tool of another type', { hook_event_name: SECRET, tool_name: [SECRET] }, 'invalid_body'],
  ],
  lockMany: [
    ['no list', {}, 'invalid_body'],
    ['an empty list', { ids: [] }, 'invalid_body'],
    ['an id of another type', { ids: [7] }, 'invalid_body'],
    ['1,001 ids', { ids: many(1001, 'a/b') }, 'too_many_entries'],
  ],
  lookup: [
    ['no list', {}, 'invalid_body'],
    ['a text instead of a list', { repos: SECRET }, 'invalid_body'],
    ['an entry of another type', { packages: [7] }, 'invalid_body'],
    ['501 repositories', { repos: many(501, 'a/b') }, 'too_many_entries'],
    ['501 packages', { packages: many(501, 'a') }, 'too_many_entries'],
    ['501 ids', { ids: many(501, 'a/b') }, 'too_many_entries'],
  ],
}

interface JsonBody {
  name: string
  expect: 'accept' | 'reject' | 'either'
  text?: string
  hex?: string
}
const MALFORMED = readFileSync(
  new URL('../../packages/verify/src/text/fixtures/json-bodies.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line): JsonBody => JSON.parse(line))
  .filter((body) => body.expect === 'reject')
const BYTES: [what: string, body: string | Uint8Array<ArrayBuffer>][] = [
  ['a byte order mark', '\ufeff{}'],
  ['UTF-16', new Uint8Array(Buffer.from('{}', 'utf16le'))],
  ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
  ['a duplicate member', `{"${SECRET}":1,"${SECRET}":2}`],
  ['a duplicate member in two spellings', '{"a":1,"\\u0061":2}'],
  ['__proto__', '{"__proto__":{}}'],
  ['deeply nested lists', '['.repeat(4000)],
  ['a space', ' '],
  ['two values', '{}{}'],
]

for (const name of WITH_BODY) {
  const { body: wanted } = contractOf(name)
  const codeOf = async (body: string | Uint8Array<ArrayBuffer> | null, what: string, headers = {}) => {
    const problem = await expectProblem(name, await sendGood(origin, name, { body, headers }), what)
    expect(JSON.stringify(problem), what).not.toContain(SECRET)
    return problem.code
  }

  test(`${name}: JSON that does not fit is refused`, async () => {
    for (const [what, body, code] of REFUSED[name]) expect(await codeOf(JSON.stringify(body), what), what).toBe(code)
    for (const body of ['null', '[]', '"a"', '7', 'true']) expect(await codeOf(body, body), body).toBe('invalid_body')
    expect(await codeOf(JSON.stringify({ [SECRET]: 1 }), 'unknown')).toMatch(/^(unknown_member|invalid_body)$/)
    const good = { ...(GOOD[name].body as object | undefined), [SECRET]: 1 }
    // A host may send more with each of its versions.
    if (name === 'hookClaudeCode')
      expect((await sendGood(origin, name, { body: JSON.stringify(good) })).status).toBe(200)
    else expect(await codeOf(JSON.stringify(good), 'one member more')).toBe('unknown_member')
  })

  test(`${name}: bytes that are not JSON are refused`, async () => {
    for (const [what, body] of BYTES) expect(await codeOf(body, what), what).toBe('malformed_json')
  })

  test(`${name}: malformed JSON is refused`, async () => {
    for (const { name: what, text, hex } of MALFORMED) {
      const body = hex === undefined ? Buffer.from(text ?? '') : Buffer.from(hex, 'hex')
      // An empty body is valid where the body is optional.
      if (body.length === 0 && wanted?.isOptional === true) continue
      expect(await codeOf(new Uint8Array(body), what), what).toBe('malformed_json')
    }
  })

  test(`${name}: other media types and too large bodies are refused`, async () => {
    const good = JSON.stringify(GOOD[name].body ?? {})
    const types = ['text/plain', 'application/xml', 'application/json; charset=utf-16', 'multipart/form-data']
    for (const type of types) expect(await codeOf(good, type, { 'content-type': type })).toBe('unsupported_media_type')
    expect(await codeOf(good, 'gzip', { 'content-encoding': 'gzip' })).toBe('unsupported_media_type')
    const most = wanted?.maxBytes ?? 0
    expect((await sendGood(origin, name, { body: good.padEnd(most) })).status).toBeLessThan(300)
    expect(await codeOf(good.padEnd(most + 1), 'one byte too many')).toBe('body_too_large')
    expect(await codeOf('x'.repeat(most * 4), 'much more')).toBe('body_too_large')
  })

  if (wanted?.isOptional === true) {
    test(`${name}: no body, an empty one and {} are the same`, async () => {
      for (const body of [null, '', '{}'])
        expect((await sendGood(origin, name, { body })).status).toBe(OPERATIONS.createKey.status)
    })
  } else {
    test(`${name}: no body and an empty one are refused`, async () => {
      expect(await codeOf(null, 'none')).toBe('unsupported_media_type')
      expect(await codeOf('', 'empty')).toBe('malformed_json')
    })
  }
}
