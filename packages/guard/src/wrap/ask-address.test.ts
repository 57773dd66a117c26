import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { askAddress } from './ask-address.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

it('an address that answers is open, and the session that it began is ended', async () => {
  const seen: string[] = []
  const url = await serve((request, response) => {
    seen.push(`${request.method} ${request.headers['mcp-session-id'] ?? ''} ${request.headers.authorization ?? ''}`)
    response.writeHead(200, { 'mcp-session-id': 's1', 'content-type': 'text/event-stream' })
    // It goes on for ever: nobody reads it.
    response.write('event: message\n')
  })
  expect(await askAddress(url, 'streamable-http')).toEqual({ kind: 'open', transport: 'streamable-http' })
  expect(seen).toEqual(['POST  ', 'DELETE s1 '])
})

it.each([401, 403])('one that answers %i is closed', async (status) => {
  const url = await serve((_, response) => response.writeHead(status).end())
  expect(await askAddress(url, 'streamable-http')).toEqual({ kind: 'closed', status })
  expect(await askAddress(url, 'sse')).toEqual({ kind: 'closed', status })
})

it('one that has only events is of the older transport', async () => {
  const url = await serve(({ method }, response) => {
    if (method !== 'GET') return response.writeHead(405).end()
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).write('event: endpoint\n')
  })
  expect(await askAddress(url, 'streamable-http')).toEqual({ kind: 'open', transport: 'sse' })
  expect(await askAddress(url, 'sse')).toEqual({ kind: 'open', transport: 'sse' })
})

it('one that refuses the greeting for its version is open', async () => {
  const url = await serve(({ method }, response) => response.writeHead(method === 'POST' ? 400 : 405).end('{}'))
  expect(await askAddress(url, 'streamable-http')).toEqual({ kind: 'open', transport: 'streamable-http' })
})

it.each([404, 500, 502, 302])('one that answers %i is none', async (status) => {
  const url = await serve((_, response) => response.writeHead(status).end())
  expect(await askAddress(url, 'streamable-http')).toEqual({
    kind: 'none',
    why: status === 302 ? expect.any(String) : `no MCP server answered there (HTTP ${status})`,
  })
})

it('nobody there is none', async () => {
  expect(await askAddress('http://127.0.0.1:9/mcp', 'streamable-http')).toEqual({
    kind: 'none',
    why: 'it cannot be reached',
  })
})

it('one that says nothing is waited for in bounds', async () => {
  const url = await serve(() => undefined)
  expect(await askAddress(url, 'streamable-http', 200)).toEqual({ kind: 'none', why: 'it did not answer within 0.2 s' })
})
