import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Availability, Outage } from '../../store/connection/availability'
import type { Listener } from './listener'
import { pagesInOutage } from './pages-in-outage'

const AWAY: Outage = { since: new Date('2026-11-22T00:00:00Z'), reason: 'ECONNREFUSED' }
let server: Server

async function ask(pages: Listener, outage: Outage | null, method = 'GET') {
  const availability: Availability = { outage, limitations: [], check: async () => outage === null }
  server = createServer(pagesInOutage(pages, { availability }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method })
  const { status, headers } = response
  return {
    status,
    retryAfter: headers.get('retry-after'),
    policy: headers.get('content-security-policy'),
    transport: headers.get('strict-transport-security'),
    body: await response.text(),
  }
}

const failing: Listener = (_, response) => {
  response.statusCode = 500
  response.setHeader('content-encoding', 'identity')
  response.setHeader('strict-transport-security', 'max-age=31536000')
  response.write('<p>half of ')
  response.end('an error page</p>')
}
const failingByHead: Listener = (_, response) => {
  response.writeHead(500, { 'content-type': 'text/html' })
  response.end('an error page')
}
const working: Listener = (_, response) => {
  response.write('a ')
  response.end('page')
}

afterEach(() => server.close())

test.each([
  ['by its status', failing],
  ['by its head', failingByHead],
])('a page that fails in an outage, %s, is answered with 503 and a page that says so', async (_, pages) => {
  const answer = await ask(pages, AWAY)
  expect(answer).toMatchObject({ status: 503, retryAfter: '5' })
  expect(answer.body).toContain('Assay cannot use its database')
  expect(answer.body).not.toContain('error page')
})

test('the page of an outage has a policy that its style passes, and no other inline code', async () => {
  const { body, policy, transport } = await ask(failing, AWAY)
  expect(transport).toBe('max-age=31536000')
  const styles = [...body.matchAll(/<style>([^<]*)</g)].map(([, style = '']) => style)
  expect(styles).toHaveLength(1)
  const hash = createHash('sha256')
    .update(styles[0] ?? '')
    .digest('base64')
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`)
  expect(body).not.toMatch(/ style=|<script/)
})

test('the same without a body for HEAD', async () => {
  expect(await ask(failing, AWAY, 'HEAD')).toMatchObject({ status: 503, retryAfter: '5', body: '' })
})

test('a page that works is shown in an outage too, and one that fails without an outage keeps its answer', async () => {
  expect(await ask(working, AWAY)).toMatchObject({ status: 200, retryAfter: null, body: 'a page' })
  server.close()
  expect(await ask(failing, null)).toMatchObject({
    status: 500,
    retryAfter: null,
    body: '<p>half of an error page</p>',
  })
})
