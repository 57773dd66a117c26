import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Service, ServiceUnusable } from './fetch-service.ts'

async function serviceThat(answer: RequestListener, withinMs = 5000): Promise<Service> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return new Service(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { withinMs })
}

const ASKED = { maxBytes: 10_000_000 }

describe('a service that keeps whoever asks it waiting', { timeout: 30_000 }, () => {
  test.each<[string, RequestListener]>([
    ['says nothing', () => undefined],
    ['sends a head and no body', (_, response) => response.writeHead(200).flushHeaders()],
    ['asks to wait, again and again', (_, response) => void response.writeHead(429, { 'retry-after': '1' }).end()],
    ['asks to wait for long', (_, response) => void response.writeHead(503, { 'retry-after': '100' }).end()],
  ])('%s: all answers together end in the time they were given', async (_, answer) => {
    const service = await serviceThat(answer, 1500)
    // One answer may take 60 s and the longest wait 100 s, both more than a test may take.
    await expect(service.getJson('/', ASKED)).rejects.toThrow('did not answer everything in the time it was given')
  })
})

test.each(['http://127.0.0.1:1/', 'http://[::1]/', 'file:///etc/passwd', 'https://example.com/'])(
  'a redirect to %s is not followed',
  async (location) => {
    const service = await serviceThat((_, response) => void response.writeHead(302, { location }).end())
    await expect(service.getJson('/', ASKED)).rejects.toThrow(/answered with status 302|ADDRESS|not_http/)
  },
)

test('a redirect at the same origin is followed', async () => {
  const service = await serviceThat((request, response) => {
    if (request.url === '/new') response.end('{"at":"new"}')
    else response.writeHead(308, { location: '/new' }).end()
  })
  expect(await service.getJson('/old', ASKED)).toEqual({ at: 'new' })
})

test.each([
  ['too_deep', '['.repeat(100_000)],
  ['forbidden_member', '{"__proto__":{}}'],
  ['duplicate_member', '{"a":1,"a":2}'],
  ['not_json', 'null and void'],
])('what is no plain JSON is refused: %s', async (fault, body) => {
  const service = await serviceThat((_, response) => void response.end(body))
  await expect(service.getJson('/', ASKED)).rejects.toThrow(`is not JSON (${fault})`)
})

test('messages have no control characters, whatever they quote', () => {
  expect(new ServiceUnusable('a\u001b[2J\u202eb\r\nc').message).toBe('a[2Jb c')
})
