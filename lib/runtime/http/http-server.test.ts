import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { config } from '../../config'
import type { Listener } from '../pages/listener'
import { dispatch } from '../standalone-adapter'
import { createHttpServer } from './http-server'

const HEAD_WITHIN_MS = 300
const settings = config()
const { baseUrl } = settings
beforeAll(() => {
  settings.baseUrl = 'https://assay.example'
})
afterAll(() => {
  settings.baseUrl = baseUrl
})
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** The standalone adapter in front of an API and of pages that say their name. */
async function serve(): Promise<number> {
  const named =
    (name: string): Listener =>
    (_request, response) =>
      response.end(name)
  const server = createHttpServer(dispatch(named('api'), named('page'), false), HEAD_WITHIN_MS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

/** Sends bytes as they are and gives all that comes until the server closes the connection. */
async function exchange(port: number, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  for (const piece of pieces) socket.write(piece)
  await once(socket, 'close')
  return answer
}
const CLOSE = 'Connection: close\r\n\r\n'
const POLICIES = [/x-content-type-options: nosniff/i, /referrer-policy: no-referrer/i, /frame-ancestors 'none'/i]

describe('a connection', () => {
  test.each([
    ['a request of the API', `GET /v1/ping HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 200, /api$/],
    ['a page', `GET / HTTP/1.1\r\nhOsT: a\r\n${CLOSE}`, 200, /page$/],
    ['HTTP/1.0, which has no Host header', 'GET / HTTP/1.0\r\n\r\n', 200, /page$/],
    [
      'a question about the whole server',
      `OPTIONS * HTTP/1.1\r\nHost: a\r\n${CLOSE}`,
      204,
      /allow: GET, HEAD, POST, DELETE, OPTIONS/,
    ],
  ])('that sends %s is answered', async (_what, request, status, content) => {
    const answer = await exchange(await serve(), request)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(content)
    expect(answer).toMatch(/^strict-transport-security: max-age=31536000\r$/im)
  })

  test.each([
    ['two Host headers', `GET /v1/ping HTTP/1.1\r\nHost: a\r\nHost: b\r\n${CLOSE}`, 400],
    ['the same Host twice', `GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n${CLOSE}`, 400],
    ['two Host headers over HTTP/1.0', `GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n`, 400],
    ['no Host header', `GET / HTTP/1.1\r\n${CLOSE}`, 400],
    ['a target of another method', `GET * HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 400],
    ['a page by a method of tracers', `TRACE / HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 405],
    ['a page by a method of WebDAV', `PROPFIND /search HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 405],
    ['a query of a page that is not UTF-8', `GET /search?q=%ff HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 400],
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['a head beyond all measure', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n${CLOSE}`, 431],
  ])('that sends %s is refused, with the headers of every answer', async (_what, request, status) => {
    const answer = await exchange(await serve(), request)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const policy of POLICIES) expect(answer).toMatch(policy)
  })

  test.each([
    ['part of a head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['nothing', ''],
    ['part of a second head', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n'],
  ])('that sends %s and no more is closed with 408', async (_what, piece) => {
    const answer = await exchange(await serve(), piece)
    expect(answer).toContain('HTTP/1.1 408 Request Timeout')
    for (const policy of POLICIES) expect(answer.slice(answer.indexOf('408'))).toMatch(policy)
  })
})
