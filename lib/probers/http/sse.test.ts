import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SseEvent, SseReader } from './sse'

function read(text: string, cuts: readonly number[] = [], maxEventChars = 10_000): SseEvent[] {
  const reader = new SseReader(maxEventChars)
  const bytes = Buffer.from(text)
  const events: SseEvent[] = []
  const edges = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  for (const [index, edge] of edges.entries()) {
    reader.push(bytes.subarray(edge, edges[index + 1] ?? edge), (event) => {
      events.push(event)
      return false
    })
  }
  return events
}

const message = (data: string): SseEvent => ({ type: 'message', data })

test.each<[string, string, SseEvent[]]>([
  ['one event', 'data: a\n\n', [message('a')]],
  ['a named event', 'event: endpoint\ndata: /x\n\n', [{ type: 'endpoint', data: '/x' }]],
  ['no space after the colon, or two', 'data:a\n\ndata:  b\n\n', [message('a'), message(' b')]],
  ['several lines of data', 'data: a\ndata: b\ndata\n\n', [message('a\nb\n')]],
  ['comments and unknown fields', ': hi\nid: 1\nretry: 5\nfoo: bar\ndata: a\n\n', [message('a')]],
  ['an empty event first', 'id: 1\ndata: \n\ndata: a\n\n', [message('a')]],
  ['a type that ends with its event', 'event: x\n\ndata: a\n\n', [message('a')]],
  ['blank lines', '\n\n\ndata: a\n\n\n\n', [message('a')]],
  ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', [message('a'), message('b')]],
  ['CR', 'data: a\r\rdata: b\r\r', [message('a'), message('b')]],
  ['all ends of lines at once', 'data: a\r\ndata: b\ndata: c\r\r\n\n', [message('a\nb\nc')]],
  ['a byte order mark', '\ufeffdata: a\n\n', [message('a')]],
  ['an event without its end', 'data: a\n\ndata: b\n', [message('a')]],
])('%s', (_, text, events) => {
  expect(read(text)).toEqual(events)
})

test('the size of the pieces changes nothing', () => {
  const part = fc.constantFrom(
    'data: ',
    'data:ä😀',
    'event: x',
    ':',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '\r\n\r\n',
    '\r\r',
    'a',
    '\ufeff',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.array(fc.nat(200), { maxLength: 20 }), (parts, cuts) => {
      const text = parts.join('')
      expect(read(text, cuts)).toEqual(read(text))
    }),
  )
})

test('reading stops at the answer', () => {
  const seen: string[] = []
  const isLeft = new SseReader(100).push(Buffer.from('data: a\n\ndata: b\n\n'), ({ data }) => {
    seen.push(data)
    return true
  })
  expect(isLeft).toBe(true)
  expect(seen).toEqual(['a'])
})

test.each([
  ['a line', 'data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
  ['an event of many lines', 'data\n'.repeat(30)],
  ['a comment', `: ${'x'.repeat(40)}`],
  ['the number of events', 'data: x\n\n'.repeat(1_001)],
])('is bounded: %s', (_, text) => {
  expect(() => read(text, [], 30)).toThrow(expect.objectContaining({ reason: 'answer_too_large' }))
})

test('comments between events belong to none', () => {
  expect(read(': still here\n\n'.repeat(100).concat('data: a\n\n'), [], 30)).toEqual([message('a')])
})
