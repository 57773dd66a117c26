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
  ['trueish', 'trueish'],
  ['a//b', 'a//b'],
  ['a\u0000b\u001bc', 'abc'],
  ['te\u202en\u2066', 'ten'],
  ['line\u2028break\nhere', 'linebreakhere'],
  ['天气', '天气'],
  ['read_file_'.repeat(6), `${'read_file_'.repeat(4)}…`],
  ['🌦️'.repeat(30), undefined],
])('%j is repeated as %j', (text, repeated) => {
  if (repeated === undefined) expect((repeatable(text) ?? '').length).toBeLessThanOrEqual(90)
  else expect(repeatable(text)).toBe(repeated)
})

test('personal data, secrets and payloads are never repeated, nor is the beginning of a long text that holds them', () => {
  for (const { text } of PERSONAL_TEXTS.filter((_, at) => at % 9 === 0)) {
    expect(repeatable(text) ?? 'nothing', text).not.toContain(text)
    expect(repeatable(`${text} ${'x'.repeat(400)}`) ?? 'nothing', text).not.toContain(text)
  }
  for (const text of ['someone@example.com', '192.0.2.1', '{"a":1}', `assay_${'x1Y2z3W4'.repeat(4)}aBcDeF`])
    expect(repeatable(text), text).toBeUndefined()
})
