import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import cases from './strict-json.cases.json' with { type: 'json' }
import { type JsonFault, parseStrictJson } from './strict-json.ts'

interface JsonBody {
  name: string
  expect: 'accept' | 'reject' | 'either'
  text?: string
  hex?: string
}

const BODIES = readFileSync(new URL('fixtures/json-bodies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): JsonBody => JSON.parse(line))

describe('bodies, valid and broken', () => {
  const isTaken = ({ text, hex }: JsonBody) => {
    const bytes = hex === undefined ? Buffer.from(text ?? '') : Buffer.from(hex, 'hex')
    try {
      return parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).ok
    } catch {
      // Not UTF-8, which is refused before it is parsed as JSON.
      return false
    }
  }

  test.each(BODIES)('$expect $name', (body) => {
    if (body.expect === 'either') expect(isTaken(body)).toBeTypeOf('boolean')
    else expect(isTaken(body)).toBe(body.expect === 'accept')
  })

  test('cover every kind, many of each', () => {
    const count = (expected: string) => BODIES.filter((body) => body.expect === expected).length
    expect([count('accept'), count('reject'), count('either')].map((found) => found > 5)).toEqual([true, true, true])
    expect(BODIES.length).toBeGreaterThan(200)
  })
})

const FAULTS: [what: string, text: string, fault: JsonFault][] = [
  ...(cases.faults as [what: string, text: string, fault: JsonFault][]),
  ['a surrogate pair in two spellings', '{"\ud83d\ude00":1,"\\ud83d\\ude00":2}', 'duplicate_member'],
  [
    '__proto__ all escaped',
    `{"${[...'__proto__'].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')}":1}`,
    'forbidden_member',
  ],
  ['lists 33 deep', '['.repeat(33) + ']'.repeat(33), 'too_deep'],
  ['objects 33 deep', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'too_deep'],
]

const TAKEN: [what: string, text: string][] = [
  ['lists 32 deep', '['.repeat(32) + ']'.repeat(32)],
  ['many lists beside each other', `[${Array.from({ length: 50 }, () => '[[]]').join()}]`],
  ['one name in two objects', '[{"a":1},{"a":2},{"b":{"a":1},"a":2}]'],
  ['a name that is also a text', '{"a":"a","b":"a"}'],
  ['brackets, colons and quotes in a text', '{"a":"[[{\\"a\\": ","b":"\\\\"}'],
  ['__proto__ as a text', '{"a":"__proto__"}'],
  ['names of other old members', '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
  ['names that differ in case or form', '{"a":1,"A":2,"\\u00e9":3,"e\\u0301":4}'],
  ['a byte order mark within', '{"\ufeff":1}'],
  ['a bare number', ' 1e3 '],
]

describe('strict JSON', () => {
  test.each(FAULTS)('refuses %s', (_what, text, fault) => {
    expect(parseStrictJson(text)).toEqual({ ok: false, fault })
  })

  test.each(TAKEN)('accepts %s', (_what, text) => {
    expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  const LARGE = 1024 * 1024
  test.each([
    ['[', '[', 'too_deep'],
    ['{"":', '{"":', 'too_deep'],
    ['"', '"', 'not_json'],
    ['\\', '\\', 'not_json'],
    ['" and then \\', '\\', 'not_json', '"'],
    ['" and then \\"', '\\"', 'not_json', '"'],
    ['["\\u', '\\u', 'not_json', '["'],
    ['spaces after a text', ' ', 'not_json', '{"a"'],
    ['texts with spaces between', '"" ', 'not_json', '{'],
    ['},', '},', 'not_json', '{'],
    [':', ':', 'not_json'],
  ])('a mebibyte of %s is refused in bounded time', (_what, piece, fault, before = '') => {
    const text = before + piece.repeat(LARGE / piece.length)
    expect(parseStrictJson(text)).toEqual({ ok: false, fault })
  })

  test('a mebibyte of one text, escaped throughout, is read', () => {
    const text = `["${'\\n'.repeat(LARGE / 2)}"]`
    expect(parseStrictJson(text)).toEqual({ ok: true, value: ['\n'.repeat(LARGE / 2)] })
  })

  test('a mebibyte of names is read', () => {
    const names = Array.from({ length: 80_000 }, (_, n) => `"n${n}":1`)
    const read = parseStrictJson(`{${names.join()}}`)
    expect(read.ok && Object.keys(read.value as object).length).toBe(80_000)
  })

  const json = fc.json({ maxDepth: 8, noUnicodeString: false }).filter((text) => !text.includes('__proto__'))
  test('agrees with JSON.parse where no object has a member twice', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
      { numRuns: 2000 },
    )
  })

  test('refuses every text with a member twice, in any two spellings', () => {
    const spelt = (name: string, escaped: readonly boolean[]) =>
      `"${[...name].map((c, i) => (escaped[i] === true ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : JSON.stringify(c).slice(1, -1))).join('')}"`
    const name = fc.string({ maxLength: 12 }).filter((text) => text !== '__proto__')
    fc.assert(
      fc.property(name, fc.array(fc.boolean()), fc.array(fc.boolean()), json, (text, one, two, value) => {
        const twice = `{${spelt(text, one)}:${value},${spelt(text, two)} : ${value}}`
        expect(parseStrictJson(twice)).toEqual({ ok: false, fault: 'duplicate_member' })
      }),
      { numRuns: 1000 },
    )
  })

  test('never throws, and returns not_json exactly where JSON.parse refuses', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ':',
      ',',
      'a',
      '1',
      'null',
      ' ',
      '"a"',
      '\\u0061',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = pieces.join('')
        const read = parseStrictJson(text)
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(!read.ok && read.fault === 'not_json').toBe(!isJson)
      }),
      { numRuns: 5000 },
    )
  })
})
