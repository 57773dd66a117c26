import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from './verify/src/commands/audit/test-world.ts'

// Each package is packed, installed into an empty folder and run there, against a service: as a stranger has it.

const COMPILED = ['tlog', 'verify', 'client', 'decide'].map((name) => `packages/${name}`)
const PACKAGES = [...COMPILED, 'packages/hook', 'packages/guard']
/** Packages of others that they need, packed from here: an install asks no registry. */
const NEEDED = ['@noble/ed25519', '@noble/hashes', 'aws4fetch'].map((name) => `node_modules/${name}`)
const WITHIN_MS = 300_000

let folder: string
let world: TestWorld

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-packed-')))
  for (const path of COMPILED) await succeeds(process.execPath, ['node_modules/typescript/bin/tsc', '-p', path])
  for (const name of ['hook', 'guard']) await succeeds(process.execPath, [`commands/build-${name}.mjs`])
  for (const path of [...NEEDED, ...PACKAGES])
    await succeeds('npm', ['pack', resolve(path), '--ignore-scripts', '--pack-destination', folder])
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  expect(packed).toHaveLength(NEEDED.length + PACKAGES.length)
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev']
  await succeeds('npm', ['install', ...quiet, ...packed.map((name) => `./${name}`)], folder)
  // So that its history ends now, as the commands know no other time.
  world = await openTestWorld(new Date(Date.now() - 4 * 10 * 60_000))
  for (let round = 0; round < 4; round += 1) await world.probe('w/steady', 10, 'answered')
  await world.publish()
}, WITHIN_MS)

afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  code: number
  out: string
}

function run(file: string, args: readonly string[], cwd = '.', more: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_PATH: '', ...more }
  return new Promise((done) => {
    execFile(file, [...args], { cwd, env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
    )
  })
}

async function succeeds(file: string, args: readonly string[], cwd?: string, env?: Record<string, string>) {
  const { code, out } = await run(file, args, cwd, env)
  expect({ file, args, code, out }).toMatchObject({ code: 0 })
  return out
}

/** Node that may read and write the folder only: no file of the repository. */
function confined(...args: string[]): [string, string[]] {
  const inside = [`--allow-fs-read=${folder}/*`, `--allow-fs-write=${folder}/*`]
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission'
  return [process.execPath, [flag, '--no-warnings', ...inside, ...args]]
}

const BIN = 'node_modules/assay-verify/dist/assay-verify.js'
const command = (...args: string[]) => run(...confined(join(folder, BIN), ...args), folder)
const script = (text: string) => run(...confined('--input-type=module', '--eval', text), folder)

/** Bytes of a file, or of all in a folder. */
function sizeOf(path: string): number {
  const stat = lstatSync(path)
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size
}

describe('what is installed', () => {
  it('are files of its own, without links, tests and sources', () => {
    const names = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
    const links = names.filter((one) => one.isSymbolicLink()).map(({ name }) => name)
    expect(links.sort()).toEqual(['assay-guard', 'assay-hook', 'assay-verify'])
    const ours = names.filter(({ parentPath }) => /node_modules\/assay-/.test(parentPath)).map(({ name }) => name)
    expect(ours.filter((name) => /\.test\.|^test-|(?<!\.d)\.m?ts$/.test(name))).toEqual([])
    expect(ours).toEqual(
      expect.arrayContaining([
        'README.md',
        'package.json',
        'assay-verify.js',
        'client.js',
        'assay-hook.js',
        'assay-guard.js',
      ]),
    )
  })

  it('is small', () => {
    const sizes = Object.fromEntries(
      [
        ...['assay-tlog', 'assay-verify', 'assay-client', 'assay-decide', 'assay-hook', 'assay-guard'],
        ...['@noble', 'aws4fetch'],
      ].map((name) => [name, sizeOf(join(folder, 'node_modules', name))]),
    )
    const {
      'assay-client': client = 0,
      'assay-decide': decide = 0,
      'assay-hook': hook = 0,
      'assay-guard': guard = 0,
      ...verify
    } = sizes
    const whole = Object.values(verify).reduce((sum, bytes) => sum + bytes, 0)
    process.stdout.write(`installed bytes: ${JSON.stringify(sizes)}; assay-verify with all it needs: ${whole}\n`)
    expect(whole).toBeLessThan(10_000_000)
    expect(client).toBeLessThan(1_000_000)
    expect(decide + hook).toBeLessThan(1_000_000)
    // With the SDK of both sides.
    expect(guard).toBeLessThan(3_000_000)
  })

  it('cannot reach the repository', async () => {
    const { code, out } = await script(`import(${JSON.stringify(resolve('packages/verify/dist/subject-id.js'))})`)
    expect(code).not.toBe(0)
    expect(out).toContain('ERR_ACCESS_DENIED')
  })
})

describe('assay-verify', () => {
  it('is the command that npm links, and prints its usage', async () => {
    const out = await succeeds(join(folder, 'node_modules/.bin/assay-verify'), ['--help'], folder)
    expect(out).toMatch(/^assay-verify score URL TOOL_ID/)
    for (const name of ['score', 'audit', 'lock', 'witness'])
      expect(await command(name, '--help')).toMatchObject({
        code: 0,
        out: expect.stringContaining(`assay-verify ${name}`),
      })
    expect(await command('nothing')).toMatchObject({ code: 2 })
  })

  it('recomputes a score', async () => {
    const { code, out } = await command('score', world.url, 'w/steady')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Everything agrees.') })
    expect((await command('score', world.url, 'w/nothing')).code).toBe(2)
  })

  it('audits', async () => {
    const args = ['audit', world.url, '--settle', '0', '--state', join(folder, 'audit.json')]
    const { code, out } = await command(...args)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Everything agrees,') })
    expect(existsSync(join(folder, 'audit.json'))).toBe(true)
    expect((await command(...args)).code).toBe(0)
  })

  it('locks', async () => {
    const file = join(folder, 'tools.lock.json')
    expect(await command('lock', 'add', file, '--url', world.url, 'w/steady')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Pinned: 1 server'),
    })
    expect(existsSync(file)).toBe(true)
    expect((await command('lock', 'check', file)).code).not.toBe(1)
  })

  it('serves as a witness', async () => {
    const vkey = JSON.parse(await (await fetch(`${world.url}/v1/log`)).text()).keys[0].vkey
    const files = ['--key-file', join(folder, 'witness.key'), '--state', join(folder, 'witness.json')]
    const args = [...files, '--name', 'w.example/1', '--port', '0', '--log', vkey]
    const child = spawn(...confined(join(folder, BIN), 'witness', ...args), { cwd: folder })
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
    expect(line).toMatch(/^w\.example\/1\+[0-9a-f]{8}\+/)
    child.kill()
    await once(child, 'close')
  })
})

describe('assay-client', () => {
  it('asks and verifies', async () => {
    const { code, out } = await script(`
      import { createClient } from 'assay-client'
      import { createVerifier } from 'assay-client/verifier'
      const baseUrl = ${JSON.stringify(world.url)}
      const { reachable, verdict } = await createClient({ baseUrl }).check('w/steady')
      const { attestation } = await (await fetch(baseUrl + '/v1/score/w/steady')).json()
      const { ok } = await createVerifier(baseUrl + '/.well-known/jwks.json').verify(attestation)
      console.log(JSON.stringify({ reachable, verdict, ok }))`)
    expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { reachable: true, verdict: 'healthy', ok: true } })
  })
})

describe('assay-hook', () => {
  const state = () => join(folder, 'hook-state')
  const hook = (words: string[], input = '') => {
    const [file, args] = confined(
      '--allow-child-process',
      join(folder, 'node_modules/assay-hook/dist/assay-hook.js'),
      ...words,
    )
    const env = { ...process.env, NODE_OPTIONS: '', HOME: folder, ASSAY_HOOK_STATE: state(), ASSAY_URL: world.url }
    return new Promise<Ended>((done) => {
      const child = execFile(file, args, { cwd: folder, env }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
      )
      child.stdin?.end(input)
    })
  }
  const event = { hook_event_name: 'PreToolUse', tool_name: 'mcp__steady__echo', tool_input: {} }

  it('is the command that npm links, and prints its usage', async () => {
    const out = await succeeds(join(folder, 'node_modules/.bin/assay-hook'), ['--help'], folder)
    expect(out).toMatch(/^assay-hook install HOST/)
  })

  it('is installed, answers a call, prints what it knows, and is removed', async () => {
    writeFileSync(
      join(folder, '.mcp.json'),
      JSON.stringify({ mcpServers: { steady: { command: 'npx', args: ['steady'] } } }),
    )
    expect(await hook(['install', 'claude-code'])).toMatchObject({ code: 0 })
    expect(await hook(['run', 'claude-code'], JSON.stringify({ ...event, cwd: folder }))).toEqual({
      code: 0,
      out: '{}\n',
    })
    expect(await hook(['status'])).toMatchObject({ code: 0, out: expect.stringContaining('  steady: ') })
    expect(await hook(['uninstall', 'claude-code'])).toMatchObject({ code: 0 })
    expect(existsSync(join(folder, '.claude/settings.json'))).toBe(false)
  })
})

describe('assay-guard', () => {
  const bin = () => join(folder, 'node_modules/assay-guard/dist/assay-guard.js')
  const state = () => ({ ASSAY_GUARD_STATE: join(folder, 'guard-state'), ASSAY_URL: 'off' })
  const guard = (...args: string[]) => succeeds(process.execPath, [bin(), ...args], folder, state())

  it('is the command that npm links, and prints its usage', async () => {
    const out = await succeeds(join(folder, 'node_modules/.bin/assay-guard'), ['--help'], folder)
    for (const name of ['run', 'wrap', 'unwrap', 'status']) expect(out).toContain(`assay-guard ${name}`)
    expect(readFileSync(join(folder, 'node_modules/assay-guard/dist/LICENSES.txt'), 'utf8')).toMatch(
      /@modelcontextprotocol\/client .*, Apache-2\.0\n/,
    )
  })

  it('is put before the servers of a configuration, serves them, says how they are, and is taken out', async () => {
    const path = join(folder, 'mcp.json')
    const everything = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js')
    const text = JSON.stringify(
      { mcpServers: { everything: { command: process.execPath, args: [everything] } } },
      null,
      2,
    )
    writeFileSync(path, text)
    expect(await guard('wrap', path)).toContain('“everything” goes through assay-guard now.')
    const { command, args } = JSON.parse(readFileSync(path, 'utf8')).mcpServers.everything
    expect([command, args[0]]).toEqual([process.execPath, bin()])
    const client = new Client({ name: 'packed', version: '1.0.0' })
    await client.connect(new StdioClientTransport({ command, args, cwd: folder, env: state(), stderr: 'ignore' }))
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('echo')
      const { content } = await client.callTool({ name: 'echo', arguments: { message: 'packed' } })
      expect(content).toEqual([{ type: 'text', text: 'Echo: packed' }])
      expect(await guard('status')).toContain('everything')
    } finally {
      await client.close()
    }
    await guard('unwrap', path)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

describe('assay-tlog', () => {
  it('runs the example of its README', async () => {
    const example = readFileSync('packages/tlog/README.md', 'utf8').split('```js\n')[1]?.split('\n```')[0] ?? ''
    expect(await script(example)).toEqual({ code: 0, out: 'true\n' })
  })
})
