import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReply, requestText } from './json-rpc'

const DEEPEST = 128

function nested(depth: number): string {
  return `{"jsonrpc":"2.0","id":1,"result":{"x":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}}`
}

test('a request without parameters has none', () => {
  expect(requestText(1, 'tools/list', undefined)).toBe('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
})

describe('a reply', () => {
  test('is read from any valid JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
        const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { value } })
        expect(readReply(text, 1)).toEqual({ kind: 'result', result: JSON.parse(JSON.stringify({ value })) })
      }),
    )
  })

  test('is read with any content of strings', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ']', '}', ',', 'a', '\ud83d\ude00') }),
        (value) => {
          const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { [value]: value } })
          expect(readReply(text, 1)).toEqual({ kind: 'result', result: { [value]: value } })
        },
      ),
    )
  })

  test('is not found in other text, and nothing is thrown', () => {
    fc.assert(fc.property(fc.string(), (text) => readReply(text, 1) === undefined))
  })

  test('may be an error with data', () => {
    const text = '{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":[]}}}'
    expect(readReply(text, 1)).toEqual({ kind: 'error', code: -32_022, data: { supported: [] } })
  })

  test.each([
    '{"jsonrpc":"2.0","id":2,"error":{"code":1}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"1"}}',
    '{"jsonrpc":"2.0","id":1,"error":"no"}',
    '{"jsonrpc":"2.0","id":1,"result":null}',
    '{"jsonrpc":"2.0","id":null,"result":{}}',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    'null',
    '[]',
    '[null, 1, "x", []]',
    '',
  ])('is not %s', (text) => {
    expect(readReply(text, 1)).toBeUndefined()
  })
})

describe('JSON that is too large or too deep to parse', () => {
  test('is rejected before it is parsed', () => {
    expect(readReply(nested(DEEPEST), 1)).toMatchObject({ kind: 'result' })
    for (const text of [
      nested(DEEPEST + 1),
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      `[${'[],'.repeat(300_000)}0]`,
    ]) {
      expect(() => readReply(text, 1)).toThrow(expect.objectContaining({ reason: 'answer_too_large' }))
    }
  })

  test('brackets within strings are not counted', () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { x: `${'['.repeat(1000)}\\"${'{'.repeat(1000)}\\` } })
    expect(readReply(text, 1)).toMatchObject({ kind: 'result' })
  })

  test('a million backslashes or quotes are read in time', () => {
    for (const text of ['\\', '"', '\\"', '"\\']) expect(readReply(`["${text.repeat(1_000_000)}`, 1)).toBeUndefined()
  })
})
