import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { INITIALIZED, type Incoming, type Responder, scripted, status, tool } from '../test-mcp'
import { probe, type TestProbe } from '../test-servers'

/** A server of 2024-11-05. `answer` gives what the stream carries for a message; undefined: nothing. */
async function serveStream(
  options: {
    endpoint?: (port: string) => string
    answer?: (message: Incoming) => object | undefined
    post?: Responder
  } = {},
) {
  const { endpoint = () => '/message?session=1', answer = answerOf, post } = options
  let stream: ServerResponse | undefined
  const server = await scripted({
    GET: (_, response, request) => {
      stream = response
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write(`event: endpoint\ndata: ${endpoint(String(request.socket.localPort))}\n\n`)
    },
    else: (message, response, request) => {
      if (message.path === '/mcp') return status(404)(message, response, request)
      ;(post ?? status(202, {}, 'Accepted'))(message, response, request)
      const reply = answer(message)
      if (reply !== undefined) stream?.write(`event: message\ndata: ${JSON.stringify(reply)}\n\n`)
    },
  })
  return server
}

function answerOf({ id, method }: Incoming): object | undefined {
  if (method === 'initialize') return { jsonrpc: '2.0', id, result: { ...INITIALIZED, protocolVersion: '2024-11-05' } }
  if (method === 'tools/list') return { jsonrpc: '2.0', id, result: { tools: [tool('echo')] } }
  return undefined
}

const probeStream = (url: string, options: TestProbe = {}) => probe(url, { transport: 'sse', ...options })

describe('an event stream of 2024-11-05', () => {
  test.each<[string, ((port: string) => string) | undefined]>([
    ['a path', undefined],
    ['an address of its own origin', (port) => `http://127.0.0.1:${port}/message`],
    ['a relative path', () => 'message'],
  ])('whose endpoint is %s', async (_, endpoint) => {
    const server = await serveStream(endpoint === undefined ? {} : { endpoint })
    const found = await probeStream(server.url)
    expect(found).toMatchObject({
      reason: 'answered',
      generation: 'sse',
      protocolVersion: '2024-11-05',
      tools: [{ name: 'echo' }],
    })
    expect(server.methods()).toEqual(['GET', 'initialize', 'notifications/initialized', 'tools/list'])
    expect(server.seen[0]?.headers).toMatchObject({ accept: 'text/event-stream', 'user-agent': /AssayTest/ })
    expect(server.seen.slice(1).map(({ path }) => path)).not.toContain('/mcp')
  })

  test('is found where the catalog names streamable HTTP, and stored', async () => {
    const server = await serveStream()
    expect(await probe(server.url)).toMatchObject({ reason: 'answered', generation: 'sse' })
    expect(server.methods().slice(0, 3)).toEqual(['server/discover', 'initialize', 'GET'])
    server.seen.length = 0
    expect(await probe(server.url, { generation: 'sse' })).toMatchObject({ reason: 'answered', generation: 'sse' })
    expect(server.methods()[0]).toBe('GET')
  })

  test.each([
    'https://elsewhere.example.com/message',
    'http://169.254.169.254/latest/',
    'http://127.0.0.1:1/message',
    'http://[broken',
    'file:///etc/passwd',
  ])('is left when its endpoint lies elsewhere: %s', async (address) => {
    const server = await serveStream({ endpoint: () => address })
    const found = await probeStream(server.url)
    expect(found).toMatchObject({ reason: 'not_the_protocol', tools: null })
    expect(found.notes).toEqual(['Its endpoint event names no address of its own origin.'])
    expect(server.methods()).toEqual(['GET'])
  })

  test('that answers with an error', async () => {
    const answer = ({ id }: Incoming) => ({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'no' } })
    expect(await probeStream((await serveStream({ answer })).url)).toMatchObject({ reason: 'protocol_error' })
  })

  test('without an answer', async () => {
    const server = await serveStream({ answer: () => undefined })
    expect(await probeStream(server.url, { deadlineMs: 500 })).toMatchObject({ reason: 'timed_out' })
  })

  test('with other answers and other text first', async () => {
    const server = await serveStream({ answer: ({ id }) => ({ jsonrpc: '2.0', id: `${id}x`, result: INITIALIZED }) })
    expect(await probeStream(server.url, { deadlineMs: 500 })).toMatchObject({ reason: 'timed_out' })
  })

  test('that ends after its endpoint', async () => {
    const server = await scripted({
      GET: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /message\n\n')
        setTimeout(() => response.end(), 50)
      },
      else: (message, response, request) => {
        if (message.path === '/mcp') status(404)(message, response, request)
      },
    })
    const found = await probeStream(server.url)
    expect(found).toMatchObject({ reason: 'not_the_protocol', notes: ['Its stream ended before the answer.'] })
  })

  test.each([
    [401, 'credentials_required'],
    [429, 'rate_limited'],
    [404, 'not_found'],
    [500, 'server_error'],
  ])('whose endpoint answers %i', async (code, reason) => {
    const server = await serveStream({ post: status(code), answer: () => undefined })
    expect(await probeStream(server.url)).toMatchObject({ reason, httpStatus: code })
  })

  test('whose endpoint never answers a POST, though the stream does', async () => {
    const server = await serveStream({ post: () => {} })
    expect(await probeStream(server.url)).toMatchObject({ reason: 'answered', tools: [{ name: 'echo' }] })
  })

  test('that never names an endpoint is dropped in time for another generation', async () => {
    const server = await scripted({
      GET: (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n'),
      else: status(405),
    })
    const found = await probe(server.url, { deadlineMs: 1_000 })
    expect(found).toMatchObject({ reason: 'not_the_protocol', httpStatus: 405 })
  })
})
