import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ReferenceServers, startReferenceServers } from './reference-processes'

const PATIENCE = { timeout: 20_000, interval: 50 }

let workDir: string
let started: ReferenceServers[]
let log: string[]

beforeEach(() => {
  workDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
  started = []
  log = []
})

afterEach(async () => {
  await Promise.all(started.map((servers) => servers.close()))
  rmSync(workDir, { recursive: true, force: true })
})

async function start(options: { port?: number; restart?: boolean } = {}): Promise<ReferenceServers> {
  const servers = await startReferenceServers({
    port: options.port ?? 0,
    restart: options.restart ?? true,
    log: (line) => log.push(line),
    workDir,
  })
  started.push(servers)
  return servers
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function pidOf(servers: ReferenceServers): number {
  const pid = servers.everythingPid()
  if (pid === undefined) throw new Error('the everything server does not run')
  return pid
}

function answersAt(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

async function toolNames(client: Client): Promise<string[]> {
  const { tools } = await client.listTools()
  return tools.map((tool) => tool.name)
}

async function everythingTools(servers: ReferenceServers): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${servers.origin}/mcp`))
  await client.connect(transport as Parameters<Client['connect']>[0])
  const names = await toolNames(client)
  await client.close()
  return names
}

describe('the everything server', { timeout: 60_000 }, () => {
  test('answers over streamable HTTP, on loopback only, and gets none of this process’s environment', async () => {
    vi.stubEnv('ASSAY_TEST_SECRET', 'not for others')
    const servers = await start()
    vi.unstubAllEnvs()
    expect(await everythingTools(servers)).toContain('echo')
    const port = Number(new URL(servers.origin).port)
    expect(await answersAt(port, '127.0.0.1')).toBe(true)
    expect(await answersAt(port, '127.0.0.2')).toBe(false)
    expect(await answersAt(port, '::1')).toBe(false)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${servers.origin}/mcp`)) as Parameters<Client['connect']>[0],
    )
    const { content } = await client.callTool({ name: 'get-env', arguments: {} })
    await client.close()
    const [{ text }] = content as [{ text: string }]
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['PATH', 'PORT'])
  })

  test('is started again when it ends', async () => {
    const servers = await start()
    const pid = pidOf(servers)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => {
      expect(servers.everythingPid()).not.toBe(pid)
      expect(await everythingTools(servers)).toContain('echo')
    }, PATIENCE)
    expect(log).toEqual(['The everything reference server ended (SIGKILL) and is started again in 0.5 s.'])
  })

  test('is not started again without restart, and can be started by hand with the command of the log', async () => {
    const servers = await start({ restart: false })
    const port = Number(new URL(servers.origin).port)
    process.kill(pidOf(servers), 'SIGTERM')
    await vi.waitFor(() => expect(log).toHaveLength(1), PATIENCE)
    expect(servers.everythingPid()).toBeUndefined()
    expect(await answersAt(port, '127.0.0.1')).toBe(false)

    const [, script] =
      /ended \(SIGTERM\) and is not started again\. By hand: PORT=\d+ node (\S+) streamableHttp$/.exec(log[0] ?? '') ??
      []
    const byHand = spawn(process.execPath, [String(script), 'streamableHttp'], {
      env: { PORT: String(port) } as unknown as NodeJS.ProcessEnv,
      stdio: 'ignore',
    })
    try {
      await vi.waitFor(async () => expect(await everythingTools(servers)).toContain('echo'), PATIENCE)
    } finally {
      byHand.kill('SIGKILL')
    }
  })

  test('uses another port when its own is in use, and logs it in one line', async () => {
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    const { port } = squatter.address() as AddressInfo
    try {
      const servers = await start({ port })
      expect(servers.origin).not.toBe(`http://127.0.0.1:${port}`)
      expect(await everythingTools(servers)).toContain('echo')
      expect(log).toEqual([
        `Port ${port} is in use; the everything reference server uses ${new URL(servers.origin).port}.`,
      ])
    } finally {
      squatter.close()
    }
  })

  test('close ends it and removes the folders, and can be called twice', async () => {
    const servers = await start()
    const pid = pidOf(servers)
    expect(readdirSync(workDir)).toHaveLength(1)
    await servers.close()
    await servers.close()
    expect(isAlive(pid)).toBe(false)
    expect(servers.everythingPid()).toBeUndefined()
    expect(readdirSync(workDir)).toEqual([])
    expect(log).toEqual([])
  })

  test('close ends one that ignores SIGTERM', async () => {
    const servers = await start()
    const pid = pidOf(servers)
    process.kill(pid, 'SIGSTOP')
    await servers.close()
    expect(isAlive(pid)).toBe(false)
  })

  test('ends, with its folders, when its parent is killed', async () => {
    const script = `
      import { startReferenceServers } from './lib/sources/reference-processes'
      startReferenceServers({ port: 0, restart: true, log() {}, workDir: ${JSON.stringify(workDir)} })
        .then((servers) => console.log(servers.everythingPid()))`
    const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const line = await new Promise<string>((resolve) => createInterface(parent.stdout).once('line', resolve))
    const pid = Number(line)
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE)
    expect(readdirSync(workDir)).toEqual([])
  })
})

describe('the stdio servers', { timeout: 60_000 }, () => {
  const SERVERS: [url: string, tool: string, count: number][] = [
    ['stdio:npm-official/modelcontextprotocol/server-filesystem', 'read_text_file', 14],
    ['stdio:npm-official/modelcontextprotocol/server-memory', 'create_entities', 9],
    ['stdio:npm-official/modelcontextprotocol/server-sequential-thinking', 'sequentialthinking', 1],
  ]

  test('start in empty folders of their own', async () => {
    const servers = await start()
    const check = async ([url, tool, count]: (typeof SERVERS)[number]) => {
      const found = servers.stdioCommands.get(url)
      if (found === undefined) throw new Error(`no command for ${url}`)
      expect(existsSync(found.cwd)).toBe(true)
      const isFilesystem = found.cwd.endsWith('server-filesystem')
      expect(readdirSync(found.cwd).sort(), url).toEqual(isFilesystem ? ['example', 'example.txt'] : [])
      expect(Object.keys(found.env).filter((name) => name !== 'MEMORY_FILE_PATH')).toEqual(['PATH'])

      const client = new Client({ name: 'test', version: '1' })
      await client.connect(
        new StdioClientTransport({
          command: found.command,
          args: [...found.args],
          cwd: found.cwd,
          env: { ...found.env },
          stderr: 'ignore',
        }),
      )
      const names = await toolNames(client)
      await client.close()
      expect(names).toContain(tool)
      expect(names, url).toHaveLength(count)
    }
    await Promise.all(SERVERS.map(check))
  })
})
