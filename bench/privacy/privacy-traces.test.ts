import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLACE_NAMES, placed } from './privacy-attacks'
import { HOOK_PLACE_NAMES, placedInHook } from './privacy-hook'
import { TraceFinder, tracesOf } from './privacy-traces'

const EMAIL = 'Ann.Example@example.org'
const isFound = (text: string, bytes: string | Buffer) =>
  new TraceFinder(tracesOf(text)).find(Buffer.from(bytes as string)).size > 0

describe('traces of a text', () => {
  it.each([
    ['as it is', `before ${EMAIL} after`],
    ['in lower case', EMAIL.toLowerCase()],
    ['percent-encoded', `x=${encodeURIComponent(EMAIL)}&`],
    ['in hex', `\\x00${Buffer.from(EMAIL).toString('hex')}ff`],
    ['in base64', Buffer.from(EMAIL).toString('base64')],
    ['in base64 of a longer text', Buffer.from(`{"m":"${EMAIL}"}`).toString('base64')],
    ['in base64url of a longer text', Buffer.from(`a: ${EMAIL}, b`).toString('base64url')],
    [
      'among bytes that are not text',
      Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(EMAIL), Buffer.from([0xff])]),
    ],
  ])('are found %s', (_, bytes) => {
    expect(isFound(EMAIL, bytes)).toBe(true)
  })

  it('are found at the ends of a text that was cut, and of a text with quotes inside JSON', () => {
    const long = `${EMAIL} ${'and so on '.repeat(20)}${EMAIL}`
    expect(isFound(long, long.slice(0, 100))).toBe(true)
    expect(isFound('😀'.repeat(40), '😀'.repeat(33))).toBe(true)
    expect(isFound(`x${'😀'.repeat(40)}`, 'nothing')).toBe(false)
    expect(isFound('say "hello"\nAnn', JSON.stringify({ note: 'say "hello"\nAnn' }))).toBe(true)
  })

  it('are not found in other text, and a short text has none', () => {
    expect(isFound(EMAIL, `${EMAIL.slice(1)} ${EMAIL.slice(0, -1)}`)).toBe(false)
    expect(tracesOf('Ann')).toEqual([])
    expect(isFound(EMAIL, '')).toBe(false)
  })

  it('are exactly those a plain search finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '@', 'é'), minLength: 6, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), fc.array(text, { maxLength: 6 }), (texts, pieces) => {
        const traces = texts.map((piece) => Buffer.from(piece))
        const bytes = Buffer.from(pieces.join('b'))
        const byPlainSearch = traces.filter((trace) => bytes.includes(trace)).map((trace) => trace.toString('latin1'))
        expect(new TraceFinder(traces).find(bytes)).toEqual(new Set(byPlainSearch))
      }),
    )
  })
})

describe('placed', () => {
  const known = { serverId: 'a/b', toolId: 'a/b/c' }
  const text = 'Ann "A" <ann@example.org>\n☃'

  it.each(PLACE_NAMES)('%s: has the text once, in valid JSON', (place) => {
    const { body, idempotencyKey } = placed(text, place, known)
    const { events } = JSON.parse(body) as { events: unknown[] }
    expect(events).toHaveLength(1)
    expect(`${body}${decodeURIComponent(idempotencyKey ?? '')}`).toContain(
      idempotencyKey === null ? JSON.stringify(text).slice(1, -1) : text,
    )
  })

  it.each(HOOK_PLACE_NAMES)('%s: has the text in the event or the address of a hook', (place) => {
    const { path, body } = placedInHook(text, place, known)
    const twice = decodeURIComponent(decodeURIComponent(path))
    expect(`${body} ${twice}`).toContain(
      place === 'configuredName' || place === 'noJson' ? text : JSON.stringify(text).slice(1, -1),
    )
  })

  it('puts a number into latency as a number, and the bytes of UTF-8 into a header', () => {
    expect(placed('4111111111111111', 'latency', known).body).toContain('"latencyMs":4111111111111111}')
    expect(placed('0012', 'latency', known).body).toContain('"latencyMs":"0012"}')
    expect(placed('é', 'idempotencyKey', known).idempotencyKey).toBe('\u00c3\u00a9')
  })
})
