import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { certificateExpiry } from './certificates'
import { createConfiguredFetch } from './configured-fetch'
import { certificateFor } from './test-certificates'

async function serve(pair: { key: string; cert: string }): Promise<string> {
  const server = createServer(pair, (_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('it is noted until when the certificate of a host is valid', async () => {
  const pair = certificateFor('21000101000000Z')
  const origin = await serve(pair)
  const fetchTrusting = createConfiguredFetch({ checksCertificates: false })
  expect(certificateExpiry(`${origin}/a`)).toBeNull()
  const init = { maxBytes: 1000, signal: AbortSignal.timeout(5000), rules: { allowedOrigins: [origin] } }
  expect((await fetchTrusting(origin, init)).status).toBe(200)
  expect(certificateExpiry(`${origin}/a`)).toEqual(new Date('2100-01-01T00:00:00Z'))
  for (const url of [origin.replace('https:', 'http:'), 'https://127.0.0.1:1/', 'x'])
    expect(certificateExpiry(url)).toBeNull()
})
