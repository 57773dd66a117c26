import { once } from 'node:events'
import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { compressStream, DONE_ENCODING } from './compress-stream'

const TEXT = JSON.stringify(Array.from({ length: 400 }, (_, n) => ({ n, name: `entry ${n}` })))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function ask(
  answer: (response: ServerResponse, request: IncomingMessage) => unknown,
  accepted = 'gzip, br',
  method = 'GET',
) {
  const server = createServer((request, response) => {
    compressStream(request, response)
    answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const sent = open({ port, host: '127.0.0.1', method, headers: { 'accept-encoding': accepted } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const encoding = response.headers['content-encoding']
  const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  return { headers: response.headers, encoding, body, text: text.toString() }
}
const json = (response: ServerResponse) => response.setHeader('Content-Type', 'application/json')

describe('what is written to a response', () => {
  test.each<[string, (response: ServerResponse) => unknown]>([
    ['at once', (response) => json(response).end(TEXT)],
    ['with its length', (response) => json(response).setHeader('Content-Length', TEXT.length).end(TEXT)],
    [
      'with a head written before',
      (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(TEXT),
    ],
    [
      'with a reason and headers in a list',
      (response) => response.writeHead(200, 'Fine', ['Content-Type', 'text/css']).end(TEXT),
    ],
    [
      'in small pieces',
      (response) => {
        json(response)
        for (let at = 0; at < TEXT.length; at += 500) response.write(TEXT.slice(at, at + 500))
        response.end()
      },
    ],
    [
      'by a pipe',
      (response) => {
        const source = new PassThrough()
        void pipeline(source, json(response))
        for (let at = 0; at < TEXT.length; at += 5000) source.write(TEXT.slice(at, at + 5000))
        source.end()
      },
    ],
  ])('is compressed, %s', async (_how, answer) => {
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0.1, gzip;q=0.2', 'gzip'],
    ] as const) {
      const got = await ask(answer, accepted)
      expect([got.encoding, got.text]).toEqual([encoding, TEXT])
      expect(got.headers.vary).toBe('accept-encoding')
      expect(got.headers['content-length']).toBeUndefined()
    }
    const plain = await ask(answer, 'identity')
    expect([plain.encoding, plain.text, plain.headers.vary]).toEqual([undefined, TEXT, 'accept-encoding'])
  })

  test('has a tag of its own where it is strong', async () => {
    const tagged = (etag: string) => (response: ServerResponse) => json(response).setHeader('ETag', etag).end(TEXT)
    expect((await ask(tagged('"a"'))).headers.etag).toBe('"a-br"')
    expect((await ask(tagged('W/"a"'))).headers.etag).toBe('W/"a"')
    expect((await ask(tagged('"a"'), 'identity')).headers.etag).toBe('"a"')
  })

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['small', (response) => json(response).end('{"a":1}')],
    [
      'small, in pieces',
      (response) => {
        json(response).write('{"a"')
        response.end(':1}')
      },
    ],
    [
      'small, behind a head that was to be sent first',
      (response) => {
        json(response).flushHeaders()
        response.write('{"a"')
        response.end(':1}')
      },
    ],
    ['a picture', (response) => response.setHeader('Content-Type', 'image/png').end(TEXT)],
    ['of no type', (response) => response.end(TEXT)],
    ['not to be changed', (response) => json(response).setHeader('Cache-Control', 'no-transform').end(TEXT)],
    ['a part', (response) => json(response).setHeader('Content-Range', 'bytes 0-9/10').end(TEXT)],
    ['an event stream', (response) => response.setHeader('Content-Type', 'text/event-stream').end(TEXT)],
    ['known to be plain', (response) => json(response).setHeader(DONE_ENCODING, 'identity').end(TEXT)],
  ])('stays as it is where it is %s', async (_what, answer) => {
    const { encoding, text, headers } = await ask(answer)
    expect(encoding).toBeUndefined()
    expect(['{"a":1}', TEXT]).toContain(text)
    expect(headers[DONE_ENCODING]).toBeUndefined()
  })

  test('and was encoded before is named so', async () => {
    const body = gzipSync(TEXT)
    const { encoding, text, headers } = await ask((response) =>
      json(response).setHeader(DONE_ENCODING, 'gzip').end(body),
    )
    expect([encoding, text, headers[DONE_ENCODING]]).toEqual(['gzip', TEXT, undefined])
  })

  test('reaches the caller piece by piece where it is an event stream', async () => {
    let goOn: () => void = () => undefined
    const server = createServer((request, response) => {
      compressStream(request, response)
      response.setHeader('Content-Type', 'text/event-stream').write('data: 1\n\n')
      goOn = () => response.end('data: 2\n\n')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(() => server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const sent = open({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'gzip, br' } })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    // The second piece is written when the first has arrived, and not before.
    const [first] = await once(response, 'data')
    expect(String(first)).toBe('data: 1\n\n')
    goOn()
    const [second] = await once(response, 'data')
    expect(String(second)).toBe('data: 2\n\n')
  })

  test('has no body for HEAD, and none with 304', async () => {
    expect((await ask((response) => json(response).end(TEXT), 'br', 'HEAD')).body.length).toBe(0)
    const same = await ask((response) => json(response).writeHead(304, { ETag: '"a"' }).end())
    expect([same.encoding, same.body.length, same.headers.etag]).toEqual([undefined, 0, '"a"'])
  })
})
