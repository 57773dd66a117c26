import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { EventBody } from './event-body.ts'
import { httpFetch } from './http-fetch.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function asking(listener: RequestListener, init: RequestInit = {}, onBytes = () => {}): Promise<Response> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return httpFetch(10)(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, init, onBytes)
}

const json = { 'content-type': 'application/json' }
const events = { 'content-type': 'text/event-stream; charset=utf-8' }

describe('httpFetch', () => {
  it('passes an answer up to the limit', async () => {
    const read = async (text: string) => (await asking((_, response) => response.writeHead(200, json).end(text))).text()
    expect(await read('1234567890')).toBe('1234567890')
    await expect(read('12345678901')).rejects.toThrow('more than 10 bytes')
  })

  it('passes what has no body', async () => {
    const response = await asking((_, answer) => answer.writeHead(204, { 'x-a': 'b' }).end())
    expect([response.status, response.ok, response.headers.get('x-a'), await response.text()]).toEqual([
      204,
      true,
      'b',
      '',
    ])
  })

  it('sends what is to be sent, and unpacks what comes', async () => {
    const answer = await asking(
      async (request, response) => {
        let body = ''
        for await (const piece of request) body += piece
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' })
        response.end(gzipSync(JSON.stringify(`${request.method}${request.headers['x-a']}${body}`)))
      },
      { method: 'POST', headers: { 'x-a': 'b' }, body: 'ä' },
    )
    expect(await answer.json()).toBe('POSTbä')
  })

  it('tells of each byte, also before an answer is whole', async () => {
    let calls = 0
    const response = await asking(
      async (_, answer) => {
        answer.writeHead(200, json).write('[1')
        await delay(20)
        answer.end(']')
      },
      {},
      () => {
        calls += 1
      },
    )
    expect(await response.json()).toEqual([1])
    expect(calls).toBe(3)
  })

  it('rejects when a server breaks an answer off, and when nobody wants it any more', async () => {
    const half = await asking((_, answer) => answer.writeHead(200, json).write('[', () => answer.destroy()))
    await expect(half.text()).rejects.toThrow()
    const aborting = new AbortController()
    const never = asking(() => aborting.abort(), { signal: aborting.signal })
    await expect(never).rejects.toThrow('aborted')
    await expect(asking(() => {}, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  })

  it('answers a stream that has only the answer as JSON, and another as a stream', async () => {
    const of = (text: string) =>
      asking((_, response) => response.writeHead(200, events).end(text), { method: 'POST', body: '' })
    expect(await onlyAnswerOf('data: {"resu', 'lt":1}\n\n')).toEqual({ result: 1 })
    expect(await onlyAnswerOf('event: message\r\ndata:{"error":1}\r\n\r\n')).toEqual({ error: 1 })
    for (const text of [
      'id: 1\ndata: {"result":1}\n\n',
      'data: {}\n\n',
      ': x\n\n',
      'data: 1\n\ndata: 2\n\n',
      'data: x',
    ])
      expect(await onlyAnswerOf(text)).toBeNull()
    expect(await (await of('data:{}\n\n')).text()).toBe('data:{}\n\n')
  })
})

const onlyAnswerOf = (...chunks: string[]) => new EventBody(streamOf(chunks), 100).onlyAnswer()
const streamOf = (chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const read = (chunks: string[]) => new Response(new EventBody(streamOf(chunks), 10).stream()).text()

describe('EventBody', () => {
  it('limits each message of a stream, not the stream', async () => {
    const chunks = ['data:1\n\n', 'data:2\r\n\r\n', 'da', 'ta:3\n\n', '\n\ndata:4', '\n\n']
    expect(await read(chunks)).toBe(chunks.join(''))
    await expect(read(['data:1\n\n', 'data:', '123456'])).rejects.toThrow('more than 10 bytes')
  })

  it('passes on many messages that come at once, in turns', async () => {
    const text = 'data:1\n\n'.repeat(5000)
    expect(await new Response(new EventBody(streamOf([text]), 1e6).stream()).text()).toBe(text)
  })
})
