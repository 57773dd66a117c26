import { expect, test } from 'vitest'
import { repeatable } from './repeatable'
import { PERSONAL_TEXTS } from './test-personal-data'

test.each([
  ['ten', 'ten'],
  ['', ''],
  ['1e3', '1e3'],
  ['99999', '99999'],
  ['-5', '-5'],
  ['2.5', '2.5'],
  ['a//b', 'a//b'],
  ['a\u0000b\u001bc', 'abc'],
  ['te\u202en\u2066', 'ten'],
  ['line\u2028break\nhere', 'linebreakhere'],
  ['天气', '天气'],
  ['many'.repeat(10), 'many'.repeat(10)],
])('%j is repeated as %j', (text, repeated) => {
  expect(repeatable(text)).toBe(repeated)
})

test.each([`${'many'.repeat(10)}s`, 'someone@example.com', '192.0.2.1', '4111 1111 1111 1111', '{"a":1}', '1234567'])(
  '%j is not repeated',
  (text) => {
    expect(repeatable(text)).toBeUndefined()
  },
)

test('personal data, secrets and payloads are not repeated, nor is the beginning of a long text that holds them', () => {
  for (const { text } of PERSONAL_TEXTS.filter((_, at) => at % 9 === 0)) {
    expect(repeatable(text), text).toBeUndefined()
    expect(repeatable(`${text} ${'x'.repeat(40)}`), text).toBeUndefined()
  }
})
