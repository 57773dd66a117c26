import { expect, test } from '@playwright/test'
import { ADAPTERS, NEXT_URL, STANDALONE_URL } from './adapters'

// What an operator asks of a running service; the two operations among it are in the contract's own suites too.

for (const { adapter, origin } of ADAPTERS) {
  test(`${adapter}: health and readiness are answered to whoever asks, whatever key is sent`, async () => {
    for (const path of ['/healthz', '/readyz']) {
      for (const headers of [{}, { authorization: 'Bearer assay_mistyped' }, { 'x-api-key': 'x' }]) {
        const response = await fetch(origin + path, { headers })
        expect(response.status, path).toBe(200)
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(response.headers.get('ratelimit')).toBeNull()
      }
      const head = await fetch(origin + path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
    }
  })
}

test('standalone: a program on this machine reads metrics, where calls are counted', async () => {
  const countOf = async () => {
    const text = await (await fetch(`${STANDALONE_URL}/metrics`)).text()
    return Number(/^assay_requests_total\{operation="jwks",status="405"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  const before = await countOf()
  for (let call = 0; call < 3; call += 1) {
    const response = await fetch(`${STANDALONE_URL}/.well-known/jwks.json`, { method: 'DELETE' })
    expect(response.status).toBe(405)
  }
  // Other suites may send the same meanwhile.
  expect((await countOf()) - before).toBeGreaterThanOrEqual(3)
})

test('standalone: a web page and a proxy read no metrics', async () => {
  for (const headers of [{ origin: 'https://page.example' }, { 'x-forwarded-for': '127.0.0.1' }]) {
    expect((await fetch(`${STANDALONE_URL}/metrics`, { headers })).status).toBe(401)
  }
})

test('next start: nobody reads metrics without a token, as no socket is seen', async () => {
  const response = await fetch(`${NEXT_URL}/metrics`)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'unauthorized', instance: '/metrics' })
})
