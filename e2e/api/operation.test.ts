import { expect, test } from 'vitest'
import { openService } from './test-service'

const origin = await openService()

// What an operator asks of a running service; the two operations among it are in the contract's own suites too.

test(`health and readiness are answered to whoever asks, whatever key is sent`, async () => {
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

test('a program on this machine reads metrics, where calls are counted', async () => {
  const countOf = async () => {
    const text = await (await fetch(`${origin}/metrics`)).text()
    return Number(/^assay_requests_total\{operation="jwks",status="405"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  const before = await countOf()
  for (let call = 0; call < 3; call += 1) {
    const response = await fetch(`${origin}/.well-known/jwks.json`, { method: 'DELETE' })
    expect(response.status).toBe(405)
  }
  // Other suites may send the same meanwhile.
  expect((await countOf()) - before).toBeGreaterThanOrEqual(3)
})

test('a web page and a proxy read no metrics', async () => {
  for (const headers of [{ origin: 'https://page.example' }, { 'x-forwarded-for': '127.0.0.1' }]) {
    expect((await fetch(`${origin}/metrics`, { headers })).status).toBe(401)
  }
})
