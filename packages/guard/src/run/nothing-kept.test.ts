import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { testKey } from 'assay-decide/holder/test-service'
import { serverKeySync } from 'assay-hook/setup/read-setup'
import { serviceFiles } from 'assay-hook/state/files'
import { serviceFolder } from 'assay-hook/state/state-folder'
import { TestAssay } from 'assay-hook/test-assay'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ANY_RESULT } from '../agent/members.ts'
import { builtProgram, testFolder } from '../test-built.ts'
import { ToolsOverHttp } from '../test-servers/tools-over-http.ts'

// Every place in which a call carries something is marked; only what is counted may be found anywhere afterwards.

const MARK = 'MARKED'
const PLAIN = resolve('packages/guard/src/test-servers/plain-server.mjs')

let guard: string
let assay: TestAssay
let remote: ToolsOverHttp
const root = mkdtempSync(join(testFolder(), 'nothing-kept-'))
const state = join(root, 'state')
const config = join(root, 'mcp.json')
const said: string[] = []

beforeAll(async () => {
  guard = await builtProgram('assay-guard.ts')
  assay = await TestAssay.start(await testKey())
  remote = await ToolsOverHttp.start([{ name: 'echo', inputSchema: { type: 'object' } }])
  remote.headers = { [`x-${MARK}`]: MARK }
  remote.error = `${MARK} not found`
  const keys = [serverKeySync({ kind: 'url', name: remote.name })]
  const until = Math.floor(Date.now() / 60_000) + 600
  await assay.bundle.publish([{ id: 'g/remote', title: 'Remote', keys, tools: {}, state: { v: 'healthy', until } }])
  const local = { command: process.execPath, args: [PLAIN, `{"${MARK}":1}`], env: { [`${MARK}_NAME`]: MARK } }
  const servers = { local, remote: { url: `http://${remote.name}?key=${MARK}`, headers: { [`x-${MARK}`]: MARK } } }
  writeFileSync(config, JSON.stringify({ mcpServers: servers }))
})
afterAll(async () => {
  await assay.close()
  remote.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const env = () =>
  ({ ...process.env, ASSAY_GUARD_STATE: state, ASSAY_URL: assay.url }) as typeof process.env & Record<string, string>
const command = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [guard, ...args], { env: env() })).stdout

async function connected(): Promise<Client> {
  const args = [guard, 'run', '--config', config]
  const transport = new StdioClientTransport({ command: process.execPath, args, env: env(), stderr: 'pipe' })
  transport.stderr?.on('data', (part) => said.push(String(part)))
  const client = new Client({ name: MARK, version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  await client.connect(transport)
  return client
}

test('nothing of a call is in the state, in what is said, in the status, or in what is sent', async () => {
  await command('reports', 'on')
  const client = await connected()
  const { tools } = await client.listTools()
  await vi.waitFor(async () => expect(await command('status')).toContain('as of'), 20_000)
  expect(tools.map(({ name }) => name)).toEqual(['local__echo', 'remote__echo'])
  const params = { arguments: { [MARK]: MARK }, _meta: { [MARK]: MARK, traceparent: MARK } }
  for (const name of ['local__echo', 'remote__echo'])
    expect(
      JSON.stringify(await client.request({ method: 'tools/call', params: { name, ...params } }, ANY_RESULT)),
    ).toContain(MARK)
  for (const name of [MARK, `local__${MARK}`, `remote__${MARK}`])
    await client.request({ method: 'tools/call', params: { name, ...params } }, ANY_RESULT).catch(() => undefined)
  for (const method of ['resources/read', `${MARK}/asked`])
    await client.request({ method, params: { uri: `file:///${MARK}` } }, ANY_RESULT).catch(() => undefined)
  await vi.waitFor(async () => expect(await command('status')).toMatch(/remote: running.*calls [1-9]/), 20_000)
  const printed = await command('status')
  const whileRunning = filesBelow(state)
  await client.close()
  expect([printed, whileRunning, filesBelow(state), said].join()).not.toContain(MARK)
})

test('what is sent once that was turned on is the tool, success, and time', async () => {
  makeDue()
  const client = await connected()
  await vi.waitFor(() => expect(assay.ingested.length).toBeGreaterThan(0), 20_000)
  await client.close()
  expect(assay.ingested.map(({ body }) => body)).toEqual([
    { events: [{ toolId: 'g/remote/echo', success: true, latencyMs: expect.any(Number) }] },
  ])
  expect(assay.bundle.asked.join()).not.toContain(MARK)
  await vi.waitFor(() => expect(readdirSync(join(state, 'running'))).toEqual([]), 20_000)
})

const files = () => serviceFiles(serviceFolder(state, assay.url))

/** As if more than a minute had gone by since the last refresh. */
function makeDue(): void {
  const { folder, view, bundle } = files()
  for (const name of readdirSync(folder).filter((one) => one.startsWith('refresh-'))) rmSync(join(folder, name))
  utimesSync(view, 1, 1)
  const held = join(bundle, 'state.json')
  writeFileSync(held, JSON.stringify({ ...JSON.parse(readFileSync(held, 'utf8')), askedAt: 0 }))
}

/** The names and contents of all files. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? [entry.name, ...filesBelow(path)] : [entry.name, readFileSync(path, 'latin1')]
  })
}
