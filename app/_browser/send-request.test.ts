import { expect, test } from 'vitest'
import { requestOf, shownBody } from './send-request'

test('the fields of a form become a request', () => {
  expect(
    requestOf('/v1/alternatives/{toolId}', [
      ['path:toolId', 'npm/acme/a b/t?#'],
      ['query:limit', '3'],
      ['query:compact', ''],
      ['key', 'assay_x'],
      ['header:If-None-Match', '"x"'],
    ]),
  ).toEqual({
    address: '/v1/alternatives/npm/acme/a%20b/t%3F%23?limit=3',
    headers: { Authorization: 'Bearer assay_x', 'If-None-Match': '"x"' },
    body: undefined,
  })
  expect(requestOf('/v1/ingest', [['body', '{}']])).toEqual({
    address: '/v1/ingest',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
})

test('a path that ends after its parameter keeps its ending', () => {
  expect(requestOf('/badge/{toolId}.svg', [['path:toolId', 'a/b']]).address).toBe('/badge/a/b.svg')
})

test('a value with a pattern of String.replace is taken as it is', () => {
  expect(requestOf('/v1/health/{toolId}', [['path:toolId', '$&']]).address).toBe('/v1/health/%24%26')
})

test('JSON is indented, what is not JSON stays, and a long body is cut', () => {
  expect(shownBody('{"a":1}', 'application/problem+json')).toBe('{\n  "a": 1\n}')
  expect(shownBody('{"a":', 'application/json')).toBe('{"a":')
  expect(shownBody('<svg>', 'image/svg+xml')).toBe('<svg>')
  expect(shownBody('x'.repeat(200_007), 'text/plain')).toMatch(/x\n… 7 more characters$/)
})
