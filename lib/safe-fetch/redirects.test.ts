import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSafeFetch } from '../safe-fetch'

// Redirects from one public origin to another, on loopback: here every address is public.
vi.mock('./address', async (original) => ({
  ...(await original<typeof import('./address')>()),
  isPublicAddress: () => true,
}))

async function serve(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const fetchHere = createSafeFetch(async () => ['127.0.0.1'])
const init = { maxBytes: 1000, signal: AbortSignal.timeout(20_000) }

test('a redirect to another public origin is followed, without the headers of the first', async () => {
  const headers: IncomingMessage['headers'][] = []
  const second = await serve((incoming, response) => {
    headers.push(incoming.headers)
    response.end('arrived')
  })
  const location = `http://second.example.com:${second}/`
  const first = await serve((_, response) => response.writeHead(307, { location }).end())
  const answer = await fetchHere(`http://first.example.com:${first}/`, {
    ...init,
    rules: { allowedOrigins: [] },
    headers: { Authorization: 'Bearer x', cookie: 'a=b', 'mcp-session-id': 's', 'x-api-key': 'k', accept: 'text/x' },
  })
  expect(answer).toMatchObject({ status: 200, url: location, redirected: true })
  expect(headers[0]).toMatchObject({ accept: 'text/x' })
  for (const name of ['authorization', 'cookie', 'mcp-session-id', 'x-api-key'])
    expect(headers[0]).not.toHaveProperty(name)
})

test('a public origin does not lead to an allowed one, though the caller may dial that, nor back by way of it', async () => {
  const seen: string[] = []
  const allowed = await serve((incoming, response) => {
    seen.push(incoming.url ?? '')
    if (incoming.url === '/away') response.writeHead(307, { location: away }).end()
    else response.end('secret')
  })
  const back = await serve((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${allowed}/inside` }).end(),
  )
  const away = `http://away.example.com:${back}/`
  const rules = { allowedOrigins: [`http://127.0.0.1:${allowed}`] }
  for (const start of [away, `http://127.0.0.1:${allowed}/away`]) {
    await expect(fetchHere(start, { ...init, rules })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  }
  expect(seen).toEqual(['/away'])
})
