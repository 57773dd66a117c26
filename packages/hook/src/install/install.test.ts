import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { testKey } from 'assay-decide/holder/test-service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseJsonWithComments } from '../setup/json-with-comments.ts'
import { TestAssay } from '../test-assay.ts'
import { TestMachine } from '../test-command.ts'
import { hasEntries, withEntries, withoutEntries } from './edit-json.ts'
import { httpAddress } from './http-hook.ts'

let machine: TestMachine
beforeEach(() => {
  machine = new TestMachine()
})
afterEach(() => machine.close())

const URL = ['--url', 'https://assay.example']
const install = (host: string, ...rest: string[]) => machine.run(['install', host, ...URL, ...rest])
const uninstall = (host: string, ...rest: string[]) => machine.run(['uninstall', host, ...rest])
const at = (path: string) => join(machine.folder, path)
const read = (path: string) => readFileSync(at(path), 'utf8')

/** Texts as people and programs write them. */
const TEXTS = {
  'an empty object': '{}',
  'an empty file': '',
  'two spaces':
    '{\n  "model": "x",\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [] }\n    ]\n  }\n}\n',
  'four spaces without a newline at the end': '{\n    "model": "x"\n}',
  tabs: '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n',
  'one line': '{"model":"x","hooks":{"PreToolUse":[]}}',
  'CRLF and a byte order mark': '\uFEFF{\r\n  "model": "x"\r\n}\r\n',
  'comments and a comma at the end': '{\n  // mine\n  "a": [1, 2,], /* two */\n  "hooks": { /* none */ },\n}\n',
  'comments after the last entry':
    '{\n  "hooks": {\n    "PreToolUse": [\n      {} // last\n    ] // list\n  } // hooks\n}\n',
  'one name twice': '{ "hooks": {"PreToolUse": [1]}, "hooks": { "PreToolUse": [ 2 ] } }',
  'blank lists': '{ "hooks": { "PreToolUse": [ ] , "PostToolUse" : [\n] } }',
} as const
const SETTINGS = 'home/.claude/settings.json'

describe('install claude-code', () => {
  it.each(Object.entries(TEXTS))('and uninstall leave a file with %s byte for byte', async (_, text) => {
    machine.write(SETTINGS, text)
    expect(await install('claude-code')).toMatchObject({ code: 0, said: '' })
    const { hooks } = parseJsonWithComments(read(SETTINGS)) as { hooks: Record<string, { matcher: string }[]> }
    for (const name of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'])
      expect(hooks[name]?.at(-1)).toMatchObject({ matcher: 'mcp__.*', hooks: [{ type: 'command' }] })
    const once = read(SETTINGS)
    expect((await install('claude-code')).out).toContain('Already in')
    expect(read(SETTINGS)).toBe(once)
    expect((await uninstall('claude-code')).code).toBe(0)
    expect(read(SETTINGS)).toBe(text)
  })

  it('makes a file where there is none, and removes it', async () => {
    await install('claude-code')
    expect(JSON.parse(read(SETTINGS)).hooks.PreToolUse).toHaveLength(1)
    await uninstall('claude-code')
    expect(existsSync(at(SETTINGS))).toBe(false)
    expect((await uninstall('claude-code')).out).toContain('Nothing of it in')
  })

  it('writes the command that runs now, or for others its name', async () => {
    await install('claude-code')
    const command = JSON.parse(read(SETTINGS)).hooks.PreToolUse[0].hooks[0].command
    expect(command).toMatch(/^\/\S+ \/\S+assay-hook\.js run claude-code --url https:\/\/assay\.example$/)
    await install('claude-code', '--project')
    const shared = JSON.parse(read('project/.claude/settings.json')).hooks.PreToolUse[0].hooks[0].command
    expect(shared).toBe('assay-hook run claude-code --url https://assay.example')
  })

  it('replaces what an earlier one wrote', async () => {
    machine.write(SETTINGS, TEXTS['two spaces'])
    await install('claude-code')
    await machine.run(['install', 'claude-code', '--url', 'https://other.example'])
    expect(read(SETTINGS)).not.toContain('assay.example')
    expect(read(SETTINGS).match(/other\.example/g)).toHaveLength(3)
    await uninstall('claude-code')
    expect(read(SETTINGS)).toBe(TEXTS['two spaces'])
  })

  it('keeps what others changed meanwhile', async () => {
    machine.write(SETTINGS, '{\n  "model": "x"\n}\n')
    await install('claude-code')
    machine.write(SETTINGS, read(SETTINGS).replace('"x"', '"y"').replace('"hooks": [\n', '"hooks": [ // why\n'))
    await uninstall('claude-code')
    expect(read(SETTINGS)).toBe('{\n  "model": "y"\n}\n')
  })

  it('keeps modes and links', async () => {
    const real = machine.write('dotfiles/settings.json', '{}')
    chmodSync(real, 0o600)
    machine.write('home/.claude/x', '')
    symlinkSync(real, at(SETTINGS))
    await install('claude-code')
    expect(lstatSync(at(SETTINGS)).isSymbolicLink()).toBe(true)
    expect(statSync(real).mode & 0o777).toBe(0o600)
    await uninstall('claude-code')
    expect(read('dotfiles/settings.json')).toBe('{}')
  })

  it.each([
    ['is no JSON', '{ "hooks": '],
    ['is a list', '[]'],
    ['has hooks of another form', '{ "hooks": [] }'],
    ['has a list of another form', '{ "hooks": { "PreToolUse": {} } }'],
  ])('changes nothing in a file that %s', async (_, text) => {
    machine.write(SETTINGS, text)
    const { code, said } = await install('claude-code')
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^assay-hook: .* is not changed: .*\.\n$/) })
    expect(read(SETTINGS)).toBe(text)
  })

  it('refuses wrong use', async () => {
    for (const args of [
      ['install'],
      ['install', 'emacs'],
      ['install', 'cursor', '--http', ...URL],
      ['wish'],
      ['status', 'x', ...URL],
    ])
      expect(await machine.run(args)).toMatchObject({
        code: 2,
        said: expect.stringContaining('assay-hook install HOST'),
      })
    for (const url of ['assay.example', 'ftp://x'])
      expect(await machine.run(['install', 'claude-code', '--url', url])).toMatchObject({ code: 2 })
    expect(await machine.run(['install', 'claude-code', ...URL, '--key', 'x'])).toMatchObject({ code: 2 })
    expect(await machine.run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('uninstall') })
  })
})

describe('install for other hosts', () => {
  it.each([
    ['vscode', ['home/.copilot/hooks/assay.json'], ['project/.github/hooks/assay.json']],
    ['copilot', ['home/.copilot/hooks/assay.json'], ['project/.github/hooks/assay.json']],
    ['cursor', ['home/.cursor/hooks.json'], ['project/.cursor/hooks.json']],
    [
      'goose',
      ['home/.agents/plugins/assay/plugin.json', 'home/.agents/plugins/assay/hooks/hooks.json'],
      ['project/.agents/plugins/assay/plugin.json', 'project/.agents/plugins/assay/hooks/hooks.json'],
    ],
  ])('%s makes its files, and uninstall removes them', async (host, own, shared) => {
    for (const [paths, scope] of [
      [own, []],
      [shared, ['--project']],
    ] as const) {
      expect((await install(host, ...scope)).code).toBe(0)
      for (const path of paths) expect(() => JSON.parse(read(path))).not.toThrow()
      expect(read(paths.at(-1) ?? '')).toMatch(/assay-hook(\.js)? run /)
      expect((await uninstall(host, ...scope)).code).toBe(0)
      for (const path of paths) expect(existsSync(at(path))).toBe(false)
    }
  })

  it('guards the command where a failure denies the call', async () => {
    await install('copilot')
    const [{ bash }] = JSON.parse(read('home/.copilot/hooks/assay.json')).hooks.PreToolUse
    expect(bash).toMatch(/ \|\| true$/)
    const gone = spawnSync('sh', ['-c', bash.replace('assay-hook.js', 'gone.js')], { input: '{}', encoding: 'utf8' })
    expect(gone).toMatchObject({ status: 0, stdout: '' })
    await install('copilot', '--project')
    const [shared] = JSON.parse(read('project/.github/hooks/assay.json')).hooks.PreToolUse
    expect(spawnSync('sh', ['-c', `PATH=/nowhere; ${shared.bash}`]).status).toBe(0)
    expect(shared.powershell).toMatch(/^try \{ assay-hook run copilot .* \} catch \{ \}; exit 0$/)
  })

  it('has one hook an event in the file that two hosts read', async () => {
    await install('copilot')
    await install('vscode')
    const { hooks } = JSON.parse(read('home/.copilot/hooks/assay.json'))
    expect(Object.values<unknown[]>(hooks).map((list) => list.length)).toEqual([1, 1, 1])
    await uninstall('copilot')
    expect(existsSync(at('home/.copilot/hooks/assay.json'))).toBe(false)
  })
})

describe('install claude-code --http', () => {
  it('prints the lines for the servers of the setup, found by their public names, and changes nothing', async () => {
    const assay = await TestAssay.start(await testKey())
    try {
      const resolved = [{ input: '@garden/lantern', kind: 'package', serverId: 'npm/garden/lantern', match: 'exact' }]
      assay.bundle.answers.set('/v1/reliability/lookup', new TextEncoder().encode(JSON.stringify({ resolved })))
      const servers = {
        'my srv': { command: 'npx', args: ['-y', '@garden/lantern'] },
        own: { url: 'http://10.0.0.7/secret' },
      }
      machine.write('project/.mcp.json', { mcpServers: servers })
      const { code, out } = await machine.run(['install', 'claude-code', '--http', '--url', assay.url])
      expect(code).toBe(0)
      expect(out).toContain(
        `"url": "${assay.url}/v1/hooks/claude-code?servers=my%2520srv%3Anpm%252Fgarden%252Flantern%3Alocal"`,
      )
      expect(out).toContain('Not known to the service, so never refused: "own".')
      expect(existsSync(at(SETTINGS))).toBe(false)
      machine.write('project/.mcp.json', {})
      expect(await machine.run(['install', 'claude-code', '--http', '--url', assay.url])).toMatchObject({ code: 1 })
    } finally {
      await assay.close()
    }
  })
})

describe('entries of a text', () => {
  const ENTRY = { matcher: 'm', hooks: [{ command: 'assay-hook run x' }] }
  const added = [{ members: ['hooks', 'PreToolUse'], entry: ENTRY }]
  const isOurs = (json: string) => json.includes('assay-hook run x')

  it.each(Object.entries(TEXTS).filter(([, text]) => text !== ''))('are added and taken out again: %s', (_, text) => {
    const more = withEntries(text, added)
    expect(hasEntries(text, added)).toBe(false)
    expect(hasEntries(more, added)).toBe(true)
    const less = withoutEntries(more, [['hooks', 'PreToolUse']], isOurs)
    // Without a record it is not known who made a list or an object that is empty then: it goes too.
    const { hooks = {}, ...rest } = parseJsonWithComments(less) as { hooks?: Record<string, unknown[]> }
    const { hooks: former = {}, ...others } = parseJsonWithComments(text) as { hooks?: Record<string, unknown[]> }
    expect(rest).toEqual(others)
    const filled = (lists: Record<string, unknown[]>) => Object.entries(lists).filter(([, list]) => list.length > 0)
    expect(filled(hooks)).toEqual(filled(former))
  })
})

describe('the address for hooks without this program', () => {
  it('has the names and ids of the setup, each encoded', () => {
    const { address, left } = httpAddress('https://assay.example', new Map([['my srv', 'official/io.github.x/y']]))
    expect(address).toBe(
      'https://assay.example/v1/hooks/claude-code?servers=my%2520srv%3Aofficial%252Fio.github.x%252Fy',
    )
    expect(left).toBe(0)
    expect(new globalThis.URL(address).searchParams.get('servers')).toBe('my%20srv:official%2Fio.github.x%2Fy')
  })

  it('has as many as it takes', () => {
    const many = new Map(
      Array.from({ length: 150 }, (_, index) => [`name-${index}`, `registry/${'x'.repeat(100)}/${index}`]),
    )
    const { address, left } = httpAddress('https://assay.example', many)
    expect(address.length).toBeLessThanOrEqual(8192)
    expect(left).toBeGreaterThan(50)
  })
})
