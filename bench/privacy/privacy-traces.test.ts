import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLACE_NAMES, placed } from './privacy-attacks'
import { TraceFinder, tracesOf } from './privacy-traces'

const EMAIL = 'Ann.Example@example.org'
const isFound = (text: string, heap: string | Buffer) =>
  new TraceFinder(tracesOf(text)).find(Buffer.from(heap as string)).size > 0

describe('traces of a text', () => {
  it.each([
    ['as it is', `before ${EMAIL} after`],
    ['in small letters', EMAIL.toLowerCase()],
    ['percent-encoded', `x=${encodeURIComponent(EMAIL)}&`],
    ['in hex', `\\x00${Buffer.from(EMAIL).toString('hex')}ff`],
    ['in base64', Buffer.from(EMAIL).toString('base64')],
    ['in base64 of something longer', Buffer.from(`{"m":"${EMAIL}"}`).toString('base64')],
    ['in base64url of something longer', Buffer.from(`a: ${EMAIL}, b`).toString('base64url')],
    [
      'among bytes that are no text',
      Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(EMAIL), Buffer.from([0xff])]),
    ],
  ])('are found %s', (_, heap) => {
    expect(isFound(EMAIL, heap)).toBe(true)
  })

  it('are found of its ends where it was cut, and of a text with quotes inside JSON', () => {
    const long = `${EMAIL} ${'and so on '.repeat(20)}${EMAIL}`
    expect(isFound(long, long.slice(0, 100))).toBe(true)
    expect(isFound('😀'.repeat(40), '😀'.repeat(33))).toBe(true)
    expect(isFound(`x${'😀'.repeat(40)}`, 'nothing')).toBe(false)
    expect(isFound('say "hello"\nAnn', JSON.stringify({ note: 'say "hello"\nAnn' }))).toBe(true)
  })

  it('are not found elsewhere, and a short text has none', () => {
    expect(isFound(EMAIL, `${EMAIL.slice(1)} ${EMAIL.slice(0, -1)}`)).toBe(false)
    expect(tracesOf('Ann')).toEqual([])
    expect(isFound(EMAIL, '')).toBe(false)
  })

  it('are found exactly where a search by hand finds them', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '@', 'é'), minLength: 6, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), fc.array(text, { maxLength: 6 }), (texts, pieces) => {
        const traces = texts.map((piece) => Buffer.from(piece))
        const heap = Buffer.from(pieces.join('b'))
        const byHand = traces.filter((trace) => heap.includes(trace)).map((trace) => trace.toString('latin1'))
        expect(new TraceFinder(traces).find(heap)).toEqual(new Set(byHand))
      }),
    )
  })
})

describe('placed', () => {
  const known = { serverId: 'a/b', toolId: 'a/b/c' }
  const text = 'Ann "A" <ann@example.org>\n☃'

  it.each(PLACE_NAMES)('%s: holds the text once, in JSON that can be read', (place) => {
    const { body, idempotencyKey } = placed(text, place, known)
    const { events } = JSON.parse(body) as { events: unknown[] }
    expect(events).toHaveLength(1)
    expect(`${body}${decodeURIComponent(idempotencyKey ?? '')}`).toContain(
      idempotencyKey === null ? JSON.stringify(text).slice(1, -1) : text,
    )
  })

  it('puts a number into latency as a number, and bytes of UTF-8 into a header', () => {
    expect(placed('4111111111111111', 'latency', known).body).toContain('"latencyMs":4111111111111111}')
    expect(placed('0012', 'latency', known).body).toContain('"latencyMs":"0012"}')
    expect(placed('é', 'idempotencyKey', known).idempotencyKey).toBe('\u00c3\u00a9')
  })
})
