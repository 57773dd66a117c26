import { gzipSync } from 'node:zlib'
import {
  answerJson,
  type HostileKind,
  listing,
  type Responder,
  reply,
  type ServedMessage,
  speaking,
  tool,
} from './mcp-answers'

const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'
const MANY_TOOLS = 100_000
const FULL_LISTING = 2_000
const LONG_TEXT_CHARS = 7_900_000

const manyTools = Array.from({ length: MANY_TOOLS }, (_, n) => tool(`t${n}`))
const longText = 'word '.repeat(LONG_TEXT_CHARS / 5)
const textOf = (chars: number) => longText.slice(0, chars)
const numbered = <Item>(count: number, of: (n: number) => Item) => Array.from({ length: count }, (_, n) => of(n))

/** A schema with this many levels of objects. */
function nested(levels: number): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < levels; level += 1)
    schema = { type: 'object', properties: { a: schema }, required: ['a'] }
  return schema
}

/** Definitions of which each refers to the next twice. */
function doubling(levels: number): object {
  const entries = Array.from({ length: levels }, (_, n) => {
    const next = { $ref: `#/$defs/d${n + 1}` }
    return [`d${n}`, { allOf: [next, next], anyOf: [next, next] }]
  })
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: Object.fromEntries(entries) }
}

let names = 0
function next(): number {
  names += 1
  return names
}
/** A schema with so many texts. */
const wide = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(numbered(count, (n) => [`p${n}`, { type: 'string' }])),
})
const freshNames = (count: number) => numbered(count, () => tool(`fresh_${next()}`))
const streamed = (tools: readonly object[]) => (message: ServedMessage) =>
  `event: message\ndata: ${reply(message, { tools })}\n\n`

/** Hostile listings. Long texts are made once, so that serving them costs little. */
const LISTINGS: Record<string, Responder> = {
  '100,000 tools': listing(manyTools),
  '100,000 tools in a stream': (message, response) =>
    response.writeHead(200, { 'content-type': STREAM_TYPE }).end(streamed(manyTools)(message)),
  'new names at every probe': (message, response) => answerJson(message, response, { tools: freshNames(FULL_LISTING) }),
  'new names and descriptions': (message, response) =>
    answerJson(message, response, {
      tools: numbered(500, (n) => tool(`same_${n}`, `${Date.now()} ${textOf(2000)}`)),
    }),
  'cursors without end': (message, response) =>
    answerJson(message, response, { tools: freshNames(20), nextCursor: `c${next()}` }),
  'cursors of 8 kB and pages of 80 kB': (message, response) =>
    answerJson(message, response, {
      tools: numbered(20, (n) => tool(`page_${next()}_${n}`, textOf(4000))),
      nextCursor: `${'c'.repeat(8000)}${next()}`,
    }),
  '2,000 schemas of 30 levels': listing(numbered(FULL_LISTING, (n) => tool(`deep_${n}`, 'Deep.', nested(30)))),
  'a schema of 100,000 properties': listing([tool('wide', 'Wide.', wide(100_000))]),
  '2,000 schemas of 100 properties': listing(numbered(FULL_LISTING, (n) => tool(`wide_${n}`, 'Wide.', wide(100)))),
  'references that double': listing(numbered(500, (n) => tool(`double_${n}`, 'Double.', doubling(40)))),
  'catastrophic patterns': listing(
    numbered(FULL_LISTING, (n) =>
      tool(`pattern_${n}`, `${'a'.repeat(1500)}!`, {
        type: 'object',
        properties: { a: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(500)}!` } },
      }),
    ),
  ),
  'control and bidirectional text': listing(
    numbered(FULL_LISTING, (n) => tool(`plain_${n}`, `\u202e\u0000\u001b[2J\u2066${'\u202e\u200b'.repeat(1500)}`)),
  ),
  '2,000 descriptions of 3.9 kB': listing(numbered(FULL_LISTING, (n) => tool(`long_${n}`, textOf(3900)))),
  'one description of 7.9 MB': listing([tool('long', textOf(LONG_TEXT_CHARS))]),
  'a gzip listing of 7.9 MB': gzippedListing([tool('long', textOf(LONG_TEXT_CHARS))]),
}

/** Servers that shake hands as good ones do and whose listing is hostile. */
export const HOSTILE_LISTINGS: Record<string, HostileKind> = Object.fromEntries(
  Object.entries(LISTINGS).map(([name, answer]) => [name, speaking({ 'tools/list': answer })]),
)

function gzippedListing(tools: readonly object[]) {
  const packed = new Map<number | null, Buffer>()
  return (message: ServedMessage, response: Parameters<HostileKind['http']>[1]) => {
    const body = packed.get(message.id) ?? gzipSync(reply(message, { tools }))
    packed.set(message.id, body)
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }).end(body)
  }
}
