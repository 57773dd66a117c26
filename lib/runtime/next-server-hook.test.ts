import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { hookNextServer } from './next-server-hook'

// The server that `next start` opens, for which nobody can give a listener.

beforeAll(hookNextServer)
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Sends the first line of a request as it is; the answer of a server that, like Next, fails at what it cannot parse, and says what reached it. */
async function ask(line: string): Promise<{ status: number; head: string; body: string }> {
  const server = createServer((request, response) => {
    decodeURIComponent(request.url ?? '')
    if (request.method === 'TRACE') throw new TypeError("'TRACE' HTTP method is unsupported.")
    response.setHeader('vary', 'rsc, next-router-state-tree')
    response.setHeader('content-type', 'application/json')
    response.end(`${request.method} ${request.url}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  closers.push(() => server.close().closeAllConnections())
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.write(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
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
