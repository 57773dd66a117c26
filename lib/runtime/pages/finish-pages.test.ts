import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { finishPages } from './finish-pages'
import { askStatus } from './page-status'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function ask(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  headers: Record<string, string> = {},
): Promise<Response> {
  const server = createServer((request, response) => {
    finishPages(request, response)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close().closeAllConnections())
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers, redirect: 'manual' })
}

test('a page is sent whole, without scripts of the framework, with the status that it asked for', async () => {
  const response = await ask((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', "default-src 'self'")
    response.write('<p>one</p><scr')
    setTimeout(() => {
      askStatus(410)
      response.write('ipt src="/_next/a.js"></script>')
      response.end('<p>two</p>')
    }, 5)
  })
  expect(response.status).toBe(410)
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(await response.text()).toBe('<p>one</p><p>two</p>')
})

test('everything else is sent as it is written', async () => {
  const response = await ask((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' })
    response.write('"<script>')
    response.end('</script>"')
  })
  expect(response.status).toBe(201)
  expect(await response.text()).toBe('"<script></script>"')
  expect(response.headers.get('content-security-policy')).toBeNull()
})

test.each([
  ['rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch', null],
  ['RSC, Next-Router-State-Tree, Accept-Encoding', 'Accept-Encoding'],
  ['accept', 'accept'],
])('an answer that varies by %s varies by %s', async (given, kept) => {
  const ended = await ask((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.appendHeader('vary', given)
    response.end('{}')
  })
  const begun = await ask((_request, response) => {
    response.appendHeader('vary', given)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{}')
  })
  expect([ended.headers.get('vary'), begun.headers.get('vary')]).toEqual([kept, kept])
})

test('a status asked for in one answer is not that of another', async () => {
  const page = (status: 404 | undefined) =>
    ask((_request, response) => {
      response.setHeader('content-type', 'text/html')
      setTimeout(() => {
        if (status !== undefined) askStatus(status)
        response.end('<p>page</p>')
      }, 5)
    })
  const [missing, found] = await Promise.all([page(404), page(undefined)])
  expect([missing.status, found.status]).toEqual([404, 200])
})

test('outside of an answer no status can be asked for', () => {
  expect(askStatus(404)).toBe(false)
})

test('a page has a tag, and a caller that has it already gets a 304', async () => {
  const page = (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html')
    response.end('<p>page</p>')
  }
  const tag = (await ask(page)).headers.get('etag') ?? ''
  const again = await ask(page, { 'if-none-match': `W/${tag}` })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
  expect((await ask(page, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a reader without a name gets one, for which Next needs no script', async () => {
  const seen: (string | undefined)[] = []
  await ask(
    (request, response) => {
      seen.push(request.headers['user-agent'])
      response.end()
    },
    { 'user-agent': '' },
  )
  expect(seen).toEqual(['assay-page'])
})

test('a page that would stay incomplete is an error, and is answered', async () => {
  const response = await ask((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<p>one</p><template id="B:0"></template>')
  })
  expect([response.status, await response.text()]).toEqual([500, 'This page failed to load. Reload it in a moment.'])
})

test('a part that a file does not have is 416 without a body', async () => {
  const response = await ask((_request, response) => {
    response.setHeader('content-range', 'bytes */3')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', "script-src 'unsafe-inline'")
    response.statusCode = 500
    response.end('<p>Internal Server Error</p>')
  })
  const { status, headers } = response
  expect([status, headers.get('content-range'), headers.get('content-type'), await response.text()]).toEqual([
    416,
    'bytes */3',
    null,
    '',
  ])
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
})

test.each([
  ['a file', 200, { 'content-type': 'image/svg+xml' }],
  ['a redirect', 308, { location: '/trust' }],
])('%s has the policy of answers that are no pages', async (_, status, headers) => {
  const response = await ask((_request, response) => {
    response.setHeader('content-security-policy', "default-src 'self'; script-src 'self' 'unsafe-inline'")
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.statusCode = status
    response.end()
  })
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('the policy that an operation gives its answer stays', async () => {
  const response = await ask((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-security-policy': 'sandbox' }).end('{}')
  })
  expect(response.headers.get('content-security-policy')).toBe('sandbox')
})
