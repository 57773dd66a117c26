import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openPeers } from '../http/peer'
import { copyEmbeddedTemplate } from '../store/test-templates'
import { getApp } from './app'
import { everyMethod } from './next-adapter'

// The address that an operation under Next receives for its caller.

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-mount-'))
  await copyEmbeddedTemplate(dataDir)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('CLIENT_ADDRESS_HEADER', 'X-Forwarded-For')
  vi.stubEnv('TRUSTED_PROXIES', '192.0.2.7')
  await getApp()
})
beforeEach(() => Reflect.deleteProperty(globalThis, Symbol.for('assay.peers')))
afterAll(async () => {
  await (await getApp()).close()
  await rm(dataDir, { recursive: true, force: true })
})

const { POST } = everyMethod(async (_request, { address }) => new Response(address))

async function addressSeen(): Promise<string> {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  return (await POST(new Request('http://host/v1/keys', { method: 'POST', headers }))).text()
}

test('on a host without sockets, nothing: anybody may have written the header', async () => {
  expect(await addressSeen()).toBe('')
})

test('in a process with its own sockets, the peer, whatever header it sends', async () => {
  expect(await openPeers()('198.51.100.1', addressSeen)).toBe('198.51.100.1')
})

test('in such a process, the header where the peer is a proxy that may set it', async () => {
  expect(await openPeers()('192.0.2.7', addressSeen)).toBe('203.0.113.9')
})

test('in such a process, nothing where the peer is not known', async () => {
  const withPeer = openPeers()
  expect(await withPeer(undefined, addressSeen)).toBe('')
  expect(await addressSeen()).toBe('')
})

test('a setting that is found wrong when the service opens is named in every answer, without its value', async () => {
  const secret = 'sekret-4711'
  await (await getApp()).close()
  vi.stubEnv('SEARCH_WEIGHTS', `/nonexistent/${secret}`)
  vi.resetModules()
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { mount } = await import('./next-adapter')
  for (const path of ['/readyz', '/v1/ping']) {
    const answer = await mount(path === '/readyz' ? 'readyz' : 'ping').GET(new Request(`http://host${path}`))
    const { code, detail } = (await answer.json()) as { code: string; detail: string }
    expect([answer.status, code]).toEqual([503, 'not_ready'])
    expect(detail).toMatch(/^Assay cannot start: SEARCH_WEIGHTS: the file cannot be read \(ENOENT\)\./)
    expect(detail).not.toContain(secret)
  }
  const logged = stderr.mock.calls.map(([text]) => String(text)).join('')
  stderr.mockRestore()
  expect(logged).toContain('SEARCH_WEIGHTS')
  expect(logged).not.toMatch(new RegExp(`${secret}|    at `))
  vi.stubEnv('SEARCH_WEIGHTS', '')
})

test('an encoding of the body is not chosen where the host would lose its name, and is kept for the hook where there is one', async () => {
  const { POST: echo } = everyMethod(async (request) => {
    const encoding = request.headers.get('accept-encoding') ?? 'identity'
    return new Response(`${await request.text()} in ${encoding}`, { headers: { 'content-encoding': encoding } })
  })
  const headers = { 'accept-encoding': 'gzip' }
  const ask = () => echo(new Request('http://host/mcp', { method: 'POST', headers, body: 'body' }))
  expect(await (await ask()).text()).toBe('body in identity')
  const hook = Symbol.for('assay.server-hook')
  Object.assign(globalThis, { [hook]: true })
  const hooked = await ask()
  Reflect.deleteProperty(globalThis, hook)
  expect([await hooked.text(), hooked.headers.get('x-assay-encoding')]).toEqual(['body in gzip', 'gzip'])
})
