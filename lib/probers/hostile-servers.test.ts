import { createCipheriv } from 'node:crypto'
import type { Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { outcomeOf } from 'assay-verify/state/observation'
import { describe, expect, test } from 'vitest'
import { safeFetch } from '../safe-fetch'
import { MOST_HEADER_LINES, MOST_INTERIM_ANSWERS, MOST_PIECES } from '../safe-fetch/response'
import cases from './hostile-servers.cases.json' with { type: 'json' }
import { compressed, deepReply, dripping, MEGABYTE, poured, sendOneByteChunks } from './test-hostile-answers'
import {
  DISCOVERED,
  INITIALIZED,
  modernServer,
  olderServer,
  type Responder,
  scripted,
  silence,
  text,
  tool,
} from './test-mcp'
import { freePort, probe, serve, serveSelfSigned, serveTcp, settingsFor } from './test-servers'

describe('an answer that is too large', () => {
  test.each<[string, Responder]>([
    ['100 MB', poured('application/json', MEGABYTE, 100)],
    ['100 MB, announced', (_, response) => response.writeHead(200, { 'content-length': 100_000_000 }).flushHeaders()],
    ['100 MB that gzip packs into 100 kB', compressed('gzip', gzipSync(Buffer.alloc(100_000_000)))],
    ['100 MB that brotli packs into 100 bytes', compressed('br', brotliCompressSync(Buffer.alloc(100_000_000)))],
    ['a stream of comments without end', poured('text/event-stream', ': nothing\n\n')],
    ['a stream of events without end', poured('text/event-stream', 'data: {"jsonrpc":"2.0","method":"ping"}\n\n')],
    ['a stream of empty events without end', poured('text/event-stream', 'data:\n\n')],
    ['an event without end', poured('text/event-stream', 'data: x\n')],
    ['a line without end', poured('text/event-stream', 'x'.repeat(100))],
    ['JSON 100,000 deep', text('application/json', deepReply)],
    ['JSON 100,000 deep in a stream', text('text/event-stream', (id) => `data: ${deepReply(id)}\n\n`)],
    ['JSON of a million empty arrays', text('application/json', () => `[${'[],'.repeat(300_000)}[]]`)],
    ['headers without end', (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end()],
  ])('%s', async (_, answerer) => {
    const server = await scripted({ else: answerer })
    for (const transport of ['streamable-http', 'sse'] as const) {
      const isForStream = transport === 'streamable-http' || !['JSON 100,000 deep', 'JSON of a million'].includes(_)
      const found = await probe(server.url, { transport })
      if (isForStream) expect(found).toMatchObject({ reason: 'answer_too_large', tools: null })
      expect(outcomeOf(found.reason)).toBe('failed')
    }
  })

  test('is never held in memory as a whole', async () => {
    const server = await olderServer({ initialize: poured('application/json', MEGABYTE, 100) })
    await probe(server.url, { generation: 'initialize' })
    const before = process.memoryUsage()
    for (let count = 0; count < 5; count += 1) {
      const found = await probe(server.url, { generation: 'initialize', maxAnswerBytes: 2_000_000 })
      expect(found.reason).toBe('answer_too_large')
    }
    const after = process.memoryUsage()
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(20_000_000)
    expect(after.rss - before.rss).toBeLessThan(60_000_000)
  })

  test('as a listing keeps the facts of the handshake', async () => {
    const server = await modernServer({ 'tools/list': poured('application/json', MEGABYTE, 100) })
    const found = await probe(server.url)
    expect(found).toMatchObject({ reason: 'answer_too_large', generation: 'modern', tools: null })
  })
})

describe('an answer in tiny parts', () => {
  const inOneByteChunks = (head: string, body: (at: number) => number, count: number) =>
    serveTcp((socket) => {
      socket.once('data', () => sendOneByteChunks(socket, head, body, count))
    })

  test('is read whole, into a buffer of its own', async () => {
    const count = 90_000
    const origin = await inOneByteChunks('', (at) => at % 251, count)
    const { dial: rules } = settingsFor(origin)
    const { body } = await safeFetch(origin, { maxBytes: 8_000_000, rules, signal: AbortSignal.timeout(20_000) })
    expect(body.equals(Buffer.from(Array.from({ length: count }, (_, at) => at % 251)))).toBe(true)
    expect(body.buffer.byteLength).toBe(count)
  })

  test.each([
    ['JSON', 'content-type: application/json\r\n', 0x78],
    ['an event stream of one line', 'content-type: text/event-stream\r\n', 0x78],
    ['an event stream of empty events', 'content-type: text/event-stream\r\n', 0x0a],
  ])('is dropped after so many pieces: %s', async (_, head, byte) => {
    const origin = await inOneByteChunks(head, () => byte, 3 * MOST_PIECES)
    for (const transport of ['streamable-http', 'sse'] as const) {
      const found = await probe(`${origin}/mcp`, { transport, generation: 'initialize', maxAnswerBytes: 8_000_000 })
      expect(found).toMatchObject({ reason: 'answer_too_large', tools: null })
    }
  })

  test('is dropped after so many pieces, also where they are compressed', async () => {
    // The output of a cipher, which gzip cannot compress.
    const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16))
    const packed = gzipSync(cipher.update(Buffer.alloc(MOST_PIECES + 10_000)))
    const origin = await inOneByteChunks(
      'content-type: application/json\r\ncontent-encoding: gzip\r\n',
      (at) => packed[at] ?? 0,
      packed.length,
    )
    expect(packed.length).toBeGreaterThan(MOST_PIECES)
    const found = await probe(`${origin}/mcp`, {
      generation: 'initialize',
      maxAnswerBytes: 8_000_000,
      deadlineMs: 25_000,
    })
    expect(found).toMatchObject({ reason: 'answer_too_large', tools: null })
  })

  const afterFirstByte = (write: (socket: Socket) => void) =>
    serveTcp((socket) => {
      socket.once('data', () => write(socket))
    })
  const EMPTY_ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
  const INTERIM = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'

  test.each([
    ['few interim answers', INTERIM.repeat(MOST_INTERIM_ANSWERS) + EMPTY_ANSWER, 'not_the_protocol'],
    ['interim answers without end', INTERIM.repeat(MOST_INTERIM_ANSWERS + 1), 'answer_too_large'],
    [
      'few header lines',
      EMPTY_ANSWER.replace('\r\n\r\n', `\r\n${'a: b\r\n'.repeat(MOST_HEADER_LINES - 1)}\r\n`),
      'not_the_protocol',
    ],
    [
      'too many header lines',
      EMPTY_ANSWER.replace('\r\n\r\n', `\r\n${'a: b\r\n'.repeat(MOST_HEADER_LINES)}\r\n`),
      'answer_too_large',
    ],
  ])('%s', async (_, answer, reason) => {
    const origin = await afterFirstByte((socket) => socket.write(answer))
    const found = await probe(`${origin}/mcp`, { generation: 'initialize', deadlineMs: 3_000 })
    expect(found).toMatchObject({ reason, tools: null })
  })
})

describe('an answer that never arrives', () => {
  test.each<[string, Responder]>([
    ['no byte', () => {}],
    [
      'a head and nothing more',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(),
    ],
    ['a byte now and then', dripping('application/json', ' ', 20)],
    ['a stream of comments only', dripping('text/event-stream', ': alive\n\n', 20)],
  ])('%s', async (_, answerer) => {
    const server = await scripted({ else: answerer })
    for (const generation of [null, 'modern', 'initialize', 'sse'] as const) {
      const found = await probe(server.url, { generation, deadlineMs: 400 })
      expect(found).toMatchObject({ reason: 'timed_out', observation: { latencyMs: null } })
    }
  })

  test('no listing: the latency of the handshake is known, the tools are not', async () => {
    const server = await olderServer({ 'tools/list': silence })
    const found = await probe(server.url, { deadlineMs: 1_000 })
    const observation = { reason: 'timed_out', httpStatus: 200, latencyMs: expect.any(Number) }
    expect(found).toMatchObject({ reason: 'timed_out', generation: 'initialize', tools: null, observation })
    expect(server.methods()).toContain('DELETE')
  })

  test('the end of a session is not waited for', async () => {
    const server = await olderServer({ DELETE: silence })
    expect(await probe(server.url)).toMatchObject({ reason: 'answered' })
  })

  test('a notification whose answer is delayed', async () => {
    const server = await olderServer({ 'notifications/initialized': silence })
    expect(await probe(server.url)).toMatchObject({ reason: 'answered' })
  })
})

describe('a connection that fails', () => {
  test('no process listens', async () => {
    const found = await probe(`http://127.0.0.1:${await freePort()}/mcp`)
    expect(found).toMatchObject({ reason: 'connect_failed', httpStatus: null, observation: { latencyMs: null } })
  })

  test.each(cases.failedConnections as [string, string | null, string][])('%s', async (_, answer, reason) => {
    const origin = await serveTcp((socket) => {
      socket.once('data', () => {
        if (answer === null) socket.resetAndDestroy()
        else socket.end(answer)
      })
    })
    expect(await probe(`${origin}/mcp`)).toMatchObject({ reason, tools: null })
  })

  test('a self-signed certificate', async () => {
    const origin = await serveSelfSigned((_, response) => response.end())
    const found = await probe(`${origin}/mcp`)
    expect(found).toMatchObject({ reason: 'certificate_invalid', httpStatus: null })
  })

  test('https to an http server, and http to an https server', async () => {
    const plain = await serve((_, response) => response.end())
    expect(await probe(plain.replace('http:', 'https:'))).toMatchObject({ reason: 'connect_failed' })
    const secured = await serveSelfSigned((_, response) => response.end())
    const { reason } = await probe(secured.replace('https:', 'http:'))
    expect(outcomeOf(reason)).toBe('failed')
  })

  test('a body that does not match its encoding', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip']) {
      const server = await scripted({ else: compressed(encoding, Buffer.from('{"plain":true}')) })
      expect(await probe(server.url)).toMatchObject({ reason: 'not_the_protocol' })
    }
  })
})

test('a compressed body is read up to the cap of its decompressed size', async () => {
  const packed: Responder = ({ id, method }, response) => {
    const result = method === 'tools/list' ? { tools: [tool('echo', { description: 'x'.repeat(50_000) })] } : DISCOVERED
    const body = gzipSync(JSON.stringify({ jsonrpc: '2.0', id, result }))
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
  }
  const server = await scripted({ else: packed })
  expect(await probe(server.url)).toMatchObject({ reason: 'answered', tools: [{ name: 'echo' }] })
})

test('names such as __proto__ change no object', async () => {
  const body = (id: number | null) =>
    `{"jsonrpc":"2.0","id":${id},"__proto__":{"polluted":1},"result":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},` +
    `"protocolVersion":"${INITIALIZED.protocolVersion}","capabilities":{"tools":{}},"tools":[{"name":"__proto__","inputSchema":{"__proto__":{"polluted":1}}},` +
    `{"name":"constructor"},{"name":"toString"}]}}`
  const server = await scripted({
    'notifications/initialized': (_, response) => response.end(),
    else: text('application/json', body),
  })
  const found = await probe(server.url, { generation: 'initialize' })
  expect(found.reason).toBe('answered')
  expect(found.tools?.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString'])
  expect({}).not.toHaveProperty('polluted')
})
