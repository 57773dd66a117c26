import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testToolIds } from '../catalog/test-catalog-files'
import { HOSTILE_TEXTS } from '../text/test-hostile-texts'
import { PRIVACY_RULE_TABLE, PRIVACY_RULES, type PrivacyRule, personalDataRule } from './personal-data'
import cases from './personal-data.cases.json' with { type: 'json' }
import { PERSONAL_TEXTS } from './test-personal-data'

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

const REFUSED: [PrivacyRule, string][] = [
  ...(cases.refused as [PrivacyRule, string][]),
  ['secret_token', `AIza${'Sy3kQ9xLm2Zt8Rv'.repeat(3).slice(0, 35)}`],
  ['free_text', 'a'.repeat(513)],
  ['free_text', 'ﷺ'.repeat(20)],
  ['encoded_text', encoded('blue green red')],
]

const ACCEPTED = [...cases.accepted, `mcpm/baryhuang/openapi-anyapi/$${'{MCP_API_PREFIX}'}_make_request`]

describe('personalDataRule', () => {
  it.each(REFUSED)('%s: %j', (rule, text) => {
    expect(personalDataRule(text)).toBe(rule)
    if (text.length < 400) expect(personalDataRule(`mcpm/some/server/${text}`)).toBe(rule)
  })

  it.each(ACCEPTED)('breaks no rule: %j', (id) => {
    expect(personalDataRule(id)).toBeNull()
  })

  it('has an example of every rule, and a description for each', () => {
    expect(new Set(REFUSED.map(([rule]) => rule))).toEqual(new Set(PRIVACY_RULES))
    for (const rule of PRIVACY_RULES) expect(PRIVACY_RULE_TABLE[rule].what).toMatch(/^[A-Z].{10,120}\.$/)
  })
})

describe('personalDataRule decodes', () => {
  const EMAIL = 'john.doe@example.com'
  const disguises: [string, string][] = [
    ['percent escapes', EMAIL.replace('@', '%40')],
    ['percent escapes of percent escapes', EMAIL.replace('@', '%25252540')],
    ['percent escapes of everything', EMAIL.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`)],
    ['full width', fullWidth(EMAIL)],
    [
      'bold letters of mathematics',
      EMAIL.replace(/[a-z]/g, (c) => String.fromCodePoint(0x1d41a + c.charCodeAt(0) - 97)),
    ],
    ['a soft hyphen and a zero-width space', EMAIL.replace('@', '\u00ad@\u200b')],
    ['joiners everywhere', [...EMAIL].join('\u200d')],
    ['tag characters', EMAIL.replace(/./g, (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0)))],
    ['base64', Buffer.from(EMAIL).toString('base64')],
    ['base64url', encoded(EMAIL)],
    ['base64 behind a prefix', `user_${encoded(EMAIL)}`],
    ['base64 that is not aligned to groups of four', `xy${encoded(EMAIL)}`],
    ['base64 of base64', encoded(encoded(EMAIL))],
    ['base64 of two bytes a letter', Buffer.from(EMAIL, 'utf16le').toString('base64url')],
    ['hex', Buffer.from(EMAIL).toString('hex')],
    ['hex in pairs', (Buffer.from(EMAIL).toString('hex').match(/../g) ?? []).join(':')],
    ['decimal entities', EMAIL.replace('@', '&#64;')],
    ['hexadecimal entities', EMAIL.replace('@', '&#x40;')],
    ['named entities', EMAIL.replace('@', '&commat;').replaceAll('.', '&period;')],
    ['entities of entities', EMAIL.replace('@', '&amp;#64;')],
    ['\\u escapes', EMAIL.replace('@', '\\u0040')],
    ['\\x escapes', EMAIL.replace('@', '\\x40')],
    ['quoted-printable', EMAIL.replace('@', '=40')],
    ['words', EMAIL.replace('@', '_at_').replaceAll('.', '_dot_')],
  ]

  it.each(disguises)('%s', (_, text) => {
    for (const id of [text, `mcpm/some/server/${text}`, `mcpm/some/${text}/tool`]) {
      expect(personalDataRule(id)).toBe('email')
    }
  })

  it.each([
    ['Arabic', '٤١١١١١١١١١١١١١١١'],
    ['Devanagari', '४१११११११११११११११'],
    ['circled', '④①①①①①①①①①①①①①①①'],
  ])('%s digits', (_, text) => {
    expect(personalDataRule(`mcpm/some/server/${text}`)).toBe('payment_card')
  })
})

describe('personalDataRule at its limits', () => {
  const patterns = cases.patterns
  it.each(patterns)('handles 64 KiB of %j, and the longest text it reads', (pattern) => {
    expect(personalDataRule(pattern.repeat(Math.ceil(65_536 / pattern.length)))).toBe('free_text')
    const answer = personalDataRule(pattern.repeat(512).slice(0, 512))
    expect([null, ...PRIVACY_RULES]).toContain(answer)
  })

  it.each([':', ':x', '::1:', '%c3a:', 'a-', '٣%c3'])('reads a batch of the longest texts of %j', (pattern) => {
    const longest = pattern.repeat(512).slice(0, 511)
    for (let n = 0; n < 128; n += 1) personalDataRule(`${longest}${n % 10}`)
    expect(personalDataRule(longest)).toBe(personalDataRule(longest))
  })

  it('never throws, and is deterministic', () => {
    const pieces = fc.constantFrom(
      '%',
      '%4',
      '%u',
      '&#x110000;',
      '&#0;',
      '\\u{110000}',
      '\\ud800',
      '@',
      '/',
      '::',
      '=',
      '0'.repeat(20),
      'ey',
      '\ud800',
      '\u0301',
      '٤',
      'QUFB',
      '-',
      '+',
      ' ',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ maxLength: 600 }),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 60 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (sent) => {
        const rule = personalDataRule(sent)
        expect([null, ...PRIVACY_RULES]).toContain(rule)
        expect(personalDataRule(sent)).toBe(rule)
      }),
      { numRuns: 200 },
    )
  })

  it('finds an e-mail address among any words, in any encoding', () => {
    const word = fc.stringMatching(/^[a-z]{1,10}$/)
    const encodings: ((text: string) => string)[] = [(text) => text, encodeURIComponent, encoded, fullWidth]
    fc.assert(
      fc.property(word, word, word, fc.constantFrom(...encodings), (name, host, tool, encode) => {
        expect(personalDataRule(`mcpm/${tool}/server/${encode(`${name}@${host}.example`)}`)).toBe('email')
      }),
    )
  })
})

/** Valid names that contain what the rules search for, in words or in digits. */
const RISKY_NAMES = cases.riskyNames

describe('on ids as catalogs have them', () => {
  const owners = ['garden/northwind-labs/mail', 'names/20260131/phone-book', 'seed/io.github.someone/ip-lookup']

  it.each(RISKY_NAMES)('accepts %j of any server', (name) => {
    for (const owner of owners) expect(personalDataRule(`${owner}/${name}`)).toBeNull()
  })

  it('accepts all of several catalogs', () => {
    const ids = testToolIds()
    expect(ids.length).toBeGreaterThan(3000)
    expect(ids.filter((id) => personalDataRule(id) !== null)).toEqual([])
  })
})

describe('on personal data and secrets', () => {
  it('refuses all of them, as an id and as its last segment', () => {
    expect(PERSONAL_TEXTS.length).toBeGreaterThan(600)
    for (const id of [(text: string) => text, (text: string) => `mcpm/some/server/${text}`])
      expect(PERSONAL_TEXTS.filter(({ text }) => personalDataRule(id(text)) === null)).toEqual([])
  })

  it('has some that each rule refuses', () => {
    const rules = new Set(PERSONAL_TEXTS.map(({ text }) => personalDataRule(text)))
    expect(PRIVACY_RULES.filter((rule) => !rules.has(rule))).toEqual(['encoded_text'])
  })
})

it.each(HOSTILE_TEXTS)('handles %j', (text) => {
  expect([null, ...PRIVACY_RULES]).toContain(personalDataRule(text))
})
