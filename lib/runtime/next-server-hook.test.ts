import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { config } from '../config'
import { callerAddress } from '../http/caller-address'
import { currentPeer } from '../http/peer'
import { hookNextServer } from './next-server-hook'

// The server that `next start` opens, for which nobody can give a listener.

const settings = config()
const { baseUrl } = settings
beforeAll(() => {
  settings.baseUrl = 'https://assay.example'
  hookNextServer()
})
afterAll(() => {
  settings.baseUrl = baseUrl
})
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Like Next, fails at what it cannot parse. */
function echo(request: IncomingMessage, response: ServerResponse) {
  decodeURIComponent(request.url ?? '')
  if (request.method === 'TRACE') throw new TypeError("'TRACE' HTTP method is unsupported.")
  response.setHeader('vary', 'rsc, next-router-state-tree')
  response.setHeader('content-type', 'application/json')
  response.end(`${request.method} ${request.url}`)
}

/** Sends the first line of a request as it is; the answer of a server, which says what reached it. */
async function ask(
  line: string,
  answer: RequestListener = echo,
): Promise<{ status: number; head: string; body: string }> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  closers.push(() => server.close().closeAllConnections())
  let answered = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answered += text
  })
  socket.write(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  const [head = '', body = ''] = answered.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

test.each([
  ['GET /v1/ping', 'GET /v1/ping'],
  ['GET http://a/v1/ping?x=1', 'GET /v1/ping?x=1'],
  ['PUT /v1/ping', 'PUT /v1/ping'],
  ['GET /search?q=caf%C3%A9', 'GET /search?q=caf%C3%A9'],
  // No operation has PUT: each refuses it with 405 and the methods it has.
  ['TRACE /v1/ping', 'PUT /v1/ping'],
  ['PROPFIND /mcp', 'PUT /mcp'],
])('%s reaches Next as %s, and varies by no header of its scripts', async (line, seen) => {
  const { status, head, body } = await ask(line)
  expect([status, body]).toEqual([200, seen])
  expect(head).not.toContain('vary')
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toContain('strict-transport-security: max-age=31536000\r')
})

test.each([
  ['GET /%ff', 400, 'invalid_path'],
  ['GET /%zz', 400, 'invalid_path'],
  ['GET /v1/health/%ff', 400, 'invalid_path'],
  ['GET /v1/health/%zz', 400, 'invalid_path'],
  ['GET /_next/static/%ff', 400, 'invalid_path'],
  ['GET /search?q=%ff', 400, 'invalid_parameter'],
  ['TRACE /', 405, 'method_not_allowed'],
  ['PROPFIND /search', 405, 'method_not_allowed'],
  ['GET *', 400, 'invalid_path'],
])('%s is answered %d before Next sees it, as a problem document', async (line, code, name) => {
  const { status, head, body } = await ask(line)
  expect([status, JSON.parse(body).code]).toEqual([code, name])
  expect(head).toContain('content-type: application/problem+json')
})

test('a question about the whole server, and a slash at the end of a path of the API', async () => {
  expect(await ask('OPTIONS *')).toMatchObject({ status: 204, head: expect.stringContaining('allow: get, head') })
  expect(await ask('GET /v1/ping/')).toMatchObject({ status: 308, head: expect.stringContaining('location: /v1/ping') })
})

test.each([
  ['from anybody', ['192.0.2.7'], '127.0.0.1'],
  ['from a proxy that may set it', ['127.0.0.0/8'], '203.0.113.9'],
])(
  'what Next runs knows the peer, so that a forwarding header counts %s as it should',
  async (_whom, proxies, seen) => {
    const trust = { header: 'x-forwarded-for', proxies, hostHeader: null }
    const headers = new Headers({ 'x-forwarded-for': '203.0.113.9' })
    const { body } = await ask('GET /v1/ping', async (_request, response) => {
      await setTimeout(1)
      response.end(callerAddress(currentPeer(), headers, trust))
    })
    expect(body).toBe(seen)
  },
)
