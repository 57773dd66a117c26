import type { RequestListener, ServerResponse } from 'node:http'
import { outcomeOf } from 'assay-verify/state/observation'
import { describe, expect, test } from 'vitest'
import { noteCertificate } from '../safe-fetch/certificates'
import { certificateNotes } from './http/api-response'
import { freePort, probe, serve, serveSelfSigned } from './test-servers'

const HTML = 'text/html; charset=utf-8'
const PAGE = '<!doctype html><title>Sign in</title>'

async function probeApi(handler: RequestListener) {
  const methods: string[] = []
  const origin = await serve((request, response) => {
    methods.push(`${request.method} ${request.url}`)
    handler(request, response)
  })
  const found = await probe(`${origin}/v1/`, { transport: 'http-api', deadlineMs: 3_000 })
  return { found, methods, origin }
}

const answering =
  (status: number, type: string, body: string, headers: Record<string, string> = {}): RequestListener =>
  ({ method }, response) =>
    response
      .writeHead(status, { ...(type === '' ? {} : { 'content-type': type }), ...headers })
      .end(method === 'HEAD' ? '' : body)

const withoutHead =
  (handler: RequestListener): RequestListener =>
  (request, response) => {
    if (request.method === 'HEAD') response.writeHead(405).end()
    else handler(request, response)
  }

describe('an answer that an API would give shows that it is there', () => {
  test.each<[number, string, string, string[]]>([
    [200, 'application/json', '{}', ['HEAD']],
    [204, '', '', ['HEAD']],
    [200, '', '{}', ['HEAD', 'GET']],
    [404, 'application/json', '{"message":"no route"}', ['HEAD', 'GET']],
    [404, 'text/plain', 'not found', ['HEAD', 'GET']],
    [405, 'application/json', '{}', ['HEAD', 'GET']],
    [400, 'application/xml', '<error/>', ['HEAD', 'GET']],
    [406, 'application/json', '{}', ['HEAD', 'GET']],
  ])('%i %s %s', async (status, type, body, asked) => {
    const { found, methods } = await probeApi(answering(status, type, body))
    expect(found).toMatchObject({ reason: 'api_answered', httpStatus: status, tools: null })
    expect(found.observation.latencyMs).toEqual(expect.any(Number))
    expect(methods).toEqual(asked.map((method) => `${method} /v1/`))
  })

  test.each([405, 501, 404, 400, 500])('GET follows where HEAD is refused with %i', async (status) => {
    const { found, methods } = await probeApi((request, response) => {
      if (request.method === 'HEAD') response.writeHead(status).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    expect(found).toMatchObject({ reason: 'api_answered', httpStatus: 200 })
    expect(methods).toEqual(['HEAD /v1/', 'GET /v1/'])
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['is never answered', () => undefined],
    ['breaks the connection', (response) => response.destroy()],
  ])('GET follows where HEAD %s', async (_, onHead) => {
    const { found } = await probeApi((request, response) => {
      if (request.method === 'HEAD') onHead(response)
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    expect(found.reason).toBe('api_answered')
  })
})

describe('an API that is alive and does not serve the probe', () => {
  test.each<[number, string, number | null]>([
    [401, 'credentials_required', null],
    [402, 'payment_required', null],
    [403, 'forbidden', null],
    [429, 'rate_limited', 60_000],
    [503, 'asked_to_wait', 60_000],
  ])('%i', async (status, reason, retryAfterMs) => {
    const headers: Record<string, string> = retryAfterMs === null ? {} : { 'retry-after': '60' }
    const { found, methods } = await probeApi(answering(status, 'application/json', '{}', headers))
    expect(found).toMatchObject({ reason, httpStatus: status, retryAfterMs })
    expect(methods).toEqual(['HEAD /v1/'])
  })
})

describe('no API', () => {
  test.each<[string, RequestListener, string]>([
    ['a web page', answering(200, HTML, PAGE), 'not_an_api'],
    ['a web page under another type', withoutHead(answering(200, 'application/json', ` \n${PAGE}`)), 'not_an_api'],
    ['a web page without a type', answering(200, '', `<!-- a --><html>`), 'not_an_api'],
    ['a web page of 100 MB', answering(200, HTML, '<html>'.repeat(1_000_000)), 'not_an_api'],
    ['nothing, on a web page', answering(404, HTML, PAGE), 'not_found'],
    ['nothing, without a word', answering(404, '', ''), 'not_found'],
    ['something gone', answering(410, 'application/json', '{}'), 'not_found'],
    ['a server error', answering(500, 'application/json', '{}'), 'server_error'],
    ['an overload', answering(503, 'application/json', '{}'), 'server_error'],
    ['a redirect without an address', answering(302, '', ''), 'not_an_api'],
    ['a redirect loop', (_, response) => response.writeHead(302, { location: '/v1/' }).end(), 'not_the_protocol'],
    [
      'a redirect to the metadata address',
      answering(302, '', '', { location: 'http://169.254.169.254/latest/' }),
      'address_refused',
    ],
    ['a redirect to a file', answering(302, '', '', { location: 'file:///etc/passwd' }), 'address_refused'],
  ])('%s', async (_, handler, reason) => {
    expect((await probeApi(handler)).found).toMatchObject({ reason, tools: null })
  })

  test.each([200, 404])('a redirect to a sign-in page that answers %i', async (status) => {
    const { found } = await probeApi(({ url }, response) => {
      if (url === '/v1/') response.writeHead(302, { location: '/login?next=%2Fv1' }).end()
      else response.writeHead(status, { 'content-type': HTML }).end(PAGE)
    })
    expect(found).toMatchObject({
      reason: 'not_an_api',
      httpStatus: status,
      notes: ['It redirects to another address.'],
    })
    expect(outcomeOf(found.reason)).toBe('failed')
  })

  test('nothing listens', async () => {
    const found = await probe(`http://127.0.0.1:${await freePort()}/`, { transport: 'http-api' })
    expect(found).toMatchObject({ reason: 'connect_failed', httpStatus: null })
  })

  test('a certificate that is not valid', async () => {
    const origin = await serveSelfSigned((_, response) => response.end('{}'))
    expect(await probe(origin, { transport: 'http-api' })).toMatchObject({ reason: 'certificate_invalid' })
  })

  test('an address that is not public is not dialled for others', async () => {
    let asked = 0
    const origin = await serve((_, response) => {
      asked += 1
      response.end()
    })
    const found = await probe(origin, { transport: 'http-api', own: false })
    expect({ reason: found.reason, asked }).toEqual({ reason: 'address_refused', asked: 0 })
  })
})

test('a certificate that expires soon is a note', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const notesIn = (days: number) => certificateNotes(new Date(now.getTime() + days * 86_400_000), now)
  expect(notesIn(9.5)).toEqual(['Its certificate expires in 9 days.'])
  expect(notesIn(1)).toEqual(['Its certificate expires in 1 day.'])
  expect(notesIn(0.5)).toEqual(['Its certificate expires within a day.'])
  expect([notesIn(14), notesIn(-1), certificateNotes(null, now)]).toEqual([[], [], []])
})

test('the note is that of the host that answered', async () => {
  const { apiFindings } = await import('./http/api-response')
  noteCertificate('soon.example', new Date(Date.now() + 5.5 * 86_400_000))
  const answer = { status: 200, headers: {}, url: 'https://soon.example/v1', redirected: false, start: '{}' }
  const controls = { signal: AbortSignal.abort(), attempting: () => undefined, answered: () => undefined }
  expect(apiFindings(answer, 'api_answered', controls).notes).toEqual(['Its certificate expires in 5 days.'])
})
