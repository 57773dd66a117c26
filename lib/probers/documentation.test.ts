import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { MEGABYTE } from './test-hostile-answers'
import { probe, serve } from './test-servers'

const probePage = async (handler: RequestListener, validators?: { etag: string | null; lastModified: string | null }) =>
  probe(`${await serve(handler)}/docs`, {
    transport: 'http-api-docs',
    deadlineMs: 2_000,
    ...(validators && { validators }),
  })

test('a page that is there; its validators are kept', async () => {
  const headers = {
    etag: '"a"',
    'last-modified': 'Sun, 01 Mar 2026 12:00:00 GMT',
    'cache-control': 'public, max-age=600',
  }
  const found = await probePage((_, response) => response.writeHead(200, headers).end('<html>'))
  expect(found).toMatchObject({
    reason: 'documented',
    httpStatus: 200,
    tools: null,
    validators: { etag: '"a"', lastModified: 'Sun, 01 Mar 2026 12:00:00 GMT' },
    validForMs: 600_000,
  })
})

test('the request is conditional, and an unchanged page is there', async () => {
  const seen: unknown[] = []
  const validators = { etag: '"a"', lastModified: 'Sun, 01 Mar 2026 12:00:00 GMT' }
  const found = await probePage(({ headers }, response) => {
    seen.push([headers['if-none-match'], headers['if-modified-since']])
    response.writeHead(304).end()
  }, validators)
  expect(found).toMatchObject({ reason: 'documented', httpStatus: 304, validators })
  expect(seen).toEqual([['"a"', 'Sun, 01 Mar 2026 12:00:00 GMT']])
})

test('validators that cannot be sent back are not kept, and a stored one is not sent', async () => {
  const seen: unknown[] = []
  const found = await probePage(
    ({ headers }, response) => {
      seen.push(headers['if-none-match'])
      response.writeHead(200, { etag: `"${'x'.repeat(300)}"`, 'cache-control': 'no-store, max-age=9' }).end()
    },
    { etag: 'a\r\nx: y', lastModified: null },
  )
  expect(found).toMatchObject({ reason: 'documented', validators: null, validForMs: null })
  expect(seen).toEqual([undefined])
})

test('its body is not read', async () => {
  let written = 0
  const found = await probePage((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const write = () => {
      while (!response.destroyed && response.write(MEGABYTE)) written += 1
      response.once('drain', write)
    }
    write()
  })
  expect(found.reason).toBe('documented')
  expect(written).toBeLessThan(50)
})

test.each<[number, string, Record<string, string>]>([
  [401, 'documented', {}],
  [402, 'documented', {}],
  [403, 'documented', {}],
  [404, 'not_found', {}],
  [410, 'not_found', {}],
  [429, 'rate_limited', { 'retry-after': '5' }],
  [503, 'asked_to_wait', { 'retry-after': '5' }],
  [503, 'server_error', {}],
  [500, 'server_error', {}],
  [451, 'description_unavailable', {}],
])('%i is %s', async (status, reason, headers) => {
  const found = await probePage((_, response) => response.writeHead(status, headers).end())
  expect(found).toMatchObject({ reason, httpStatus: status, retryAfterMs: 'retry-after' in headers ? 5_000 : null })
})
