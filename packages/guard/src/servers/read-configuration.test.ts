import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORMS } from '../wrap/test-forms.ts'
import { configurationOf, readConfiguration, serverOfWords } from './read-configuration.ts'

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-guard-')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const VARIABLE = (name: string) => `$\{${name}}`.replace('\\', '')
const SECRET = 'hunter2-4f6a8b0c2d4e6f80'
const options = (env: Record<string, string> = {}, cwd = '/work/app') => ({
  machine: { env, home: '/home/me', platform: 'linux' },
  cwd,
})
const of = (text: string, env?: Record<string, string>, isShort = false) => configurationOf(text, isShort, options(env))
const launches = (text: string, env?: Record<string, string>, isShort = false) =>
  Object.fromEntries(of(text, env, isShort).servers.map(({ name, launch }) => [name, launch]))
const form = (name: string) => FORMS[name]?.text ?? ''
const stdio = (command: string, args: string[], env = {}, cwd: string | null = null) => ({
  kind: 'stdio',
  ...{ command, args, env, cwd },
})
const http = (url: string, headers = {}, transport = 'streamable-http') => ({ kind: 'http', url, headers, transport })

describe('the forms of clients', () => {
  it('Claude Code: variables with defaults, and the transport of an address', () => {
    const { servers, faults } = of(form('Claude Code, of a project'), { API_KEY: SECRET })
    expect(Object.fromEntries(servers.map(({ name, launch }) => [name, launch]))).toEqual({
      api: http('https://api.example.com/mcp', { Authorization: `Bearer ${SECRET}` }),
      database: stdio('./server', [], { DB_URL: VARIABLE('DB_URL') }),
      events: http('https://mcp.example.com/sse', {}, 'sse'),
      helper: http('https://mcp.example.com/mcp'),
    })
    expect(faults).toEqual(['The server “database” needs the variable “DB_URL”, which is not set.'])
  })

  it('Claude Code: those of the nearest folder before those for everywhere', () => {
    const text = form('Claude Code, of a person')
    const command = (cwd: string) => configurationOf(text, false, options({}, cwd)).servers.map(({ launch }) => launch)
    expect(command('/home/me/one/deep')).toEqual([stdio('my-memory', [])])
    for (const cwd of ['/home/me/two', '/elsewhere'])
      expect(command(cwd)).toEqual([stdio('npx', ['-y', '@modelcontextprotocol/server-memory'])])
  })

  it('VS Code: comments, folders, and what only it can ask for', () => {
    const { servers, faults } = of(form('VS Code'))
    expect(servers.map(({ name }) => name)).toEqual(['perplexity', 'context7', 'github', 'closed'])
    expect(faults).toEqual([
      'The server “perplexity” needs “input:key”, which only its client knows.',
      'The server “github” needs “input:key”, which only its client knows.',
      'The server “socket” is left out: its address does not begin with http:// or https://.',
    ])
    expect(launches(form('VS Code, of its settings'))).toEqual({ time: stdio('uvx', ['mcp-server-time']) })
  })

  it('Cursor, Windsurf, Zed, Gemini CLI and opencode', () => {
    expect(launches(form('Cursor'), { API_KEY: 'k' }).local).toEqual(
      stdio('/home/me/bin/server', ['--root', '/work/app'], { API_KEY: 'k' }),
    )
    expect(launches(form('Windsurf'), { AUTH_TOKEN: 't' })['remote-http']).toEqual(
      http('https://mcp.example.com/mcp', { API_KEY: 'Bearer t' }),
    )
    expect(launches(form('Zed'))).toEqual({
      old: stdio('/path/to/my-context-server', ['run']),
      new: stdio('uvx', ['mcp-server-git']),
      remote: http('https://zed.example.com/mcp'),
    })
    expect(
      launches(form('Gemini CLI'), { DB_CONNECTION_STRING: 'd', EXTERNAL_API_KEY: 'e', TOKEN: 't' }, true),
    ).toEqual({
      pythonTools: stdio('python', ['-m', 'my_mcp_server'], { DATABASE_URL: 'd', API_KEY: 'e' }, '/work/app/server'),
      httpServer: http('http://localhost:3000/mcp', { Authorization: 'Bearer t' }),
      google: http('https://my-gcp-service.example/mcp'),
    })
    expect(launches(form('opencode'), { MY_API_KEY: 'k' })).toEqual({
      'my-local': stdio('bun', ['x', 'my-mcp-command'], { MY_ENV_VAR: 'my_env_var_value' }),
      'my-remote': http('https://my-mcp-server.example', { Authorization: 'Bearer k' }),
    })
  })

  it('a server that is turned off is none', () => {
    const text =
      '{ "mcpServers": { "a": { "command": "x", "disabled": true }, "b": { "command": "y", "enabled": false } } }'
    expect(of(text)).toEqual({ servers: [], faults: [] })
    expect(launches(form('Cline and Roo Code'))).toEqual({
      'local-server': stdio('node', ['/path/to/server.js'], { API_KEY: 'your_api_key' }),
    })
  })

  it('servers are known by their packages and addresses', () => {
    const { servers } = of(form('Windsurf'), { AUTH_TOKEN: 't' })
    expect(servers.map(({ names, isLocal, silenceMs }) => ({ names, isLocal, silenceMs }))).toEqual([
      { names: [{ kind: 'oci', name: 'ghcr.io/github/github-mcp-server' }], isLocal: true, silenceMs: 30_000 },
      { names: [{ kind: 'url', name: 'mcp.example.com/mcp' }], isLocal: false, silenceMs: 30_000 },
    ])
  })
})

describe('what is not as it should be', () => {
  it('is said, a sentence each, and takes no other server along', () => {
    const { servers, faults } = of(`{ "mcpServers": {
      "a": { "command": "one" }, "a": { "command": "two", "unknown": { "command": [] } },
      "b": { "command": ["x", 1] }, "c": { "command": "x", "args": "y" }, "d": "x", "e": { "url": "nowhere" },
      "f\\u001b[31m": { "command": "x" }, "g": { "command": "x", "cwd": 1 }, "h": { "type": "stdio" },
      "i": { "url": "https://x.example", "headers": { "A": "b\\nc" } }, "j": { "url": "https://[" },
      "k": { "command": "assay-guard", "args": ["run", "--config", "this"] }, "l": { "command": "x\\u0000" }
    } }`)
    expect(servers.map(({ launch }) => launch)).toEqual([stdio('two', [])])
    expect(faults).toEqual([
      'The name “a” is there 2 times; the last one counts.',
      ...[
        ['b', 'its args are no list of texts'],
        ['c', 'its args are no list of texts'],
        ['d', 'it is no object'],
        ['e', 'its address does not begin with http:// or https://'],
        ['f[31m', 'its name has control characters'],
        ['g', 'its cwd is no text'],
        ['h', 'it has neither a command nor an address'],
        ['i', 'its header “A” has control characters'],
        ['j', 'its address is none'],
        ['k', 'it is assay-guard itself'],
        ['l', 'its command has a NUL character'],
      ].map(([name, why]) => `The server “${name}” is left out: ${why}.`),
    ])
  })

  it('never has a value of a header or a variable in it', () => {
    const { faults } = of(
      `{ "mcpServers": { "a": { "url": "https://x.example", "headers": { "Authorization": "${SECRET}\\u0007" } },
         "b": { "command": "x", "env": { "KEY": ["${SECRET}"] } }, "c": { "command": "x \${KEY:-${SECRET}}" } } }`,
      { KEY: SECRET },
    )
    expect(faults).toHaveLength(3)
    expect(faults.join()).not.toContain(SECRET)
    const path = join(folder, 'broken.json')
    writeFileSync(path, `{ "mcpServers": { "a": { "env": { "KEY": "${SECRET}" `)
    expect(readConfiguration(path, options())).toEqual({
      servers: [],
      faults: [`${path} cannot be read: it is not JSON (line 1).`],
    })
  })

  it('names may be those of what every object has', () => {
    const text =
      '{ "mcpServers": { "__proto__": { "command": "x" }, "constructor": { "command": "y", "env": { "__proto__": "1" } } } }'
    const { servers } = of(text)
    expect(servers.map(({ name, launch }) => [name, launch.kind === 'stdio' && launch.command])).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
    expect({}).not.toHaveProperty('command')
  })

  it('a megabyte of text, and thousands of servers', () => {
    const members = Array.from(
      { length: 10_000 },
      (_, at) => `"s${at}": { "command": "x", "args": ["${'y'.repeat(100)}"] }`,
    )
    const { servers, faults } = of(`{ "mcpServers": { ${members.join()} } }`)
    expect([servers.length, faults]).toEqual([10_000, []])
  })

  it.each([
    ['servers.json', '{}', 'names no server that is turned on.'],
    ['deep.json', '['.repeat(100_000), 'cannot be read: it is nested too deeply (line 1).'],
    ['config.toml', '[mcp_servers.a]', 'cannot be read: it is TOML, and only JSON is read.'],
    ['config.yaml', 'extensions:', 'cannot be read: it is YAML, and only JSON is read.'],
  ])('%s', (name, text, fault) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    expect(readConfiguration(path, options())).toEqual({ servers: [], faults: [`${path} ${fault}`] })
  })

  it('a file that is none', () => {
    expect(readConfiguration(join(folder, 'none.json'), options()).faults[0]).toContain('ENOENT')
    expect(readConfiguration(folder, options()).faults[0]).toBe(`${folder} cannot be read: it is no file.`)
    // It has no end.
    expect(readConfiguration('/dev/zero', options()).faults[0]).toContain('it is no file')
  })
})

describe('the words of run', () => {
  const run = (words: Parameters<typeof serverOfWords>[0], env?: Record<string, string>) =>
    serverOfWords(words, options(env))

  it('name a command, whose words are what they are', () => {
    const { name, launch, names } = run(
      { name: 'a', command: ['npx', '-y', '@scope/name@1.2.3', VARIABLE('KEY'), '--'] },
      { KEY: 'k' },
    )
    expect({ name, launch, names }).toEqual({
      name: 'a',
      launch: stdio('npx', ['-y', '@scope/name@1.2.3', VARIABLE('KEY'), '--']),
      names: [{ kind: 'npm', name: '@scope/name' }],
    })
    expect(run({ name: 'a', command: ['~/bin/server'] }).launch).toEqual(stdio('/home/me/bin/server', []))
  })

  it('name an address, with headers and itself from the environment', () => {
    const env = {
      ASSAY_GUARD_HEADERS: 'Authorization: Bearer a:b\nX-Two:2\n',
      ASSAY_GUARD_URL: 'https://x.example/mcp?k=1',
    }
    const headers = { Authorization: 'Bearer a:b', 'X-Two': '2' }
    expect(run({ name: 'a' }, env).launch).toEqual(http('https://x.example/mcp?k=1', headers))
    expect(run({ name: 'a', url: 'https://y.example/mcp', isSse: true }, env).launch).toEqual(
      http('https://y.example/mcp', headers, 'sse'),
    )
    expect(run({ name: 'a', command: ['x'] }, env).launch).toEqual(stdio('x', []))
  })

  it('are refused where they name no server, or two', () => {
    expect(() => run({ name: 'a' })).toThrow('A server has a command after --, or an address: --url URL')
    expect(() => run({ name: 'a', url: 'https://x.example', command: ['x'] })).toThrow('A server has a command')
    expect(() => run({ name: '', command: ['x'] })).toThrow('The server “” cannot be used: its name is empty')
    expect(() => run({ name: 'a', url: 'x' })).toThrow('its address is none')
    const headers = { ASSAY_GUARD_HEADERS: `Fine: 1\n${SECRET}` }
    expect(() => run({ name: 'a', url: 'https://x.example' }, headers)).toThrow(
      /^Line 2 of ASSAY_GUARD_HEADERS is no header, "Name: value"$/,
    )
  })
})
