import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANY_RESULT } from '../agent/members.ts'
import { builtProgram, testFolder } from '../test-built.ts'

// Whatever the service does, calls end as they do without it.

const PLAIN = resolve('packages/guard/src/test-servers/plain-server.mjs')
const root = mkdtempSync(join(testFolder(), 'without-service-'))
const sockets = new Set<Socket>()
let guard: string
let silent: Server
let lying: Server

beforeAll(async () => {
  guard = await builtProgram('assay-guard.ts')
  silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  lying = createHttpServer((_, response) => void response.end(`{"keys":${'['.repeat(5000)}`))
  for (const server of [silent, lying]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  lying.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** What an agent sees of one server: its introduction, its list, an answered call, and one that is refused. */
async function seen(name: string, service: string | null): Promise<unknown> {
  const { ASSAY_URL: _, ...others } = process.env
  const env = { ...others, ASSAY_GUARD_STATE: join(root, name), ...(service !== null && { ASSAY_URL: service }) }
  const args = [guard, 'run', '--name', 'plain', '--', process.execPath, PLAIN]
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args, stderr: 'ignore' },
    env: env as Record<string, string>,
  })
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  await client.connect(transport)
  const call = (tool: string) =>
    client
      .request({ method: 'tools/call', params: { name: tool, arguments: { a: 1 } } }, ANY_RESULT)
      .catch((error: Error) => error.message)
  const results = [await client.listTools(), await call('echo'), await call('none')]
  const introduction = [client.getServerVersion(), client.getServerCapabilities()]
  await client.close()
  return [...introduction, ...results]
}

test('a state folder that others may write to is not used, and the servers are served all the same', async () => {
  const open = mkdtempSync(join(root, 'open-'))
  chmodSync(open, 0o777)
  expect(JSON.stringify(await seen(basename(open), null))).toContain('echo')
  expect(readdirSync(open)).toEqual([])
})

test('a service that is off, refused, silent or no service at all changes nothing', async () => {
  const without = await seen('unset', null)
  expect(JSON.stringify(without)).toContain('echo')
  const services = { off: 'off', refused: 'http://127.0.0.1:9', silent: urlOf(silent), lying: urlOf(lying) }
  for (const [name, service] of Object.entries(services))
    expect([name, await seen(name, service)]).toEqual([name, without])
})
