import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entriesIn } from '../servers/configuration-text.ts'
import { readConfiguration } from '../servers/read-configuration.ts'
import type { AskAddress } from './ask-address.ts'
import { FORMS } from './test-forms.ts'
import { unwrapFile } from './unwrap-file.ts'
import { type WrapOptions, wrapFile } from './wrap-file.ts'

const PROGRAM = ['/usr/bin/node', '/opt/assay-guard/dist/assay-guard.js'] as const
const ENV = { API_KEY: 'k', DB_URL: 'd', MY_TOKEN: 't', AUTH_TOKEN: 'a', TOKEN: 'o', MY_API_KEY: 'm', ID: 'i' }

let folder: string
let said: string[]
let asked: string[]
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-guard-')))
  said = []
  asked = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const machine = () => ({
  env: { ...ENV, ASSAY_GUARD_STATE: join(folder, 'state') },
  home: '/home/me',
  platform: 'linux',
})
const print = (line: string) => void said.push(line)
const open: AskAddress = async (url, transport) => {
  asked.push(url)
  return { kind: 'open', transport }
}
function write(path: string, text: string): string {
  const whole = join(folder, path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
  return whole
}
const read = (path: string) => readFileSync(path, 'utf8')
const wrap = (path: string, rest: Partial<WrapOptions> = {}, ask = open) =>
  wrapFile(
    { path, program: PROGRAM, service: null, except: [], isDryRun: false, ...rest },
    { machine: machine(), cwd: folder, ask, print },
  )
const unwrap = (path: string) => unwrapFile({ path, program: PROGRAM }, { machine: machine(), print })
const forget = () => rmSync(join(folder, 'state'), { recursive: true, force: true })
const servers = (path: string) =>
  readConfiguration(path, { machine: machine(), cwd: folder }).servers.map(({ name, launch }) => ({ name, launch }))
const wordsIn = (path: string) =>
  entriesIn(read(path)).entries.map(({ value }) => {
    const { command, args } = value as { command: unknown; args?: unknown[] }
    const { path: program, args: inner } = (command ?? {}) as { path?: unknown; args?: unknown[] }
    return [program ?? command, inner ?? args ?? []].flat(2)
  })

describe.each(Object.entries(FORMS))('the form of %s', (_, { path: name, text, wrapped }) => {
  it('is wrapped once, and unwrapped byte for byte', async () => {
    const path = write(name, text)
    const before = servers(path)
    await wrap(path)
    const through = wordsIn(path).filter((words) => words[0] === PROGRAM[0])
    expect(through.map((words) => words.slice(0, 5))).toEqual(wrapped.map((one) => [...PROGRAM, 'run', '--name', one]))
    expect(servers(path)).toEqual(before)
    const once = read(path)
    await wrap(path)
    expect(read(path)).toBe(once)
    unwrap(path)
    expect(read(path)).toBe(text)
    expect(existsSync(join(folder, 'state', 'wrapped'))).toBe(true)
  })

  it('is unwrapped from its entries where what was kept is lost', async () => {
    const path = write(name, text)
    const [before, valuesBefore] = [servers(path), entriesIn(text).entries.map(({ value }) => withArgs(value))]
    await wrap(path)
    forget()
    unwrap(path)
    expect(servers(path)).toEqual(before)
    expect(entriesIn(read(path)).entries.map(({ value }) => withArgs(value))).toEqual(valuesBefore)
    expect(read(path)).not.toMatch(/assay-guard/i)
  })

  it('keeps what else is changed meanwhile', async () => {
    const path = write(name, text)
    await wrap(path)
    writeFileSync(path, `\n${read(path).replace('{', '{ "mine": [1, /* 2 */ 3], ')}\n`)
    unwrap(path)
    expect(read(path)).toBe(`\n${text.replace('{', '{ "mine": [1, /* 2 */ 3], ')}\n`)
  })
})

/** A command without arguments may have none, or an empty list. */
function withArgs(value: unknown): unknown {
  const entry = value as { command?: unknown }
  return typeof entry.command === 'string' ? { args: [], ...entry } : entry
}

describe('wrap', () => {
  it('writes headers into the environment, with the variables of the client, and never on a command line', async () => {
    const path = write('.mcp.json', FORMS['Cline and Roo Code']?.text ?? '')
    await wrap(path, { service: 'https://assay.example' })
    const [local, remote] = entriesIn(read(path)).entries.map(({ value }) => value as Record<string, unknown>)
    expect(local?.args).toEqual([
      ...[PROGRAM[1], 'run', '--name', 'local-server', '--service', 'https://assay.example'],
      ...['--', 'node', '/path/to/server.js'],
    ])
    expect(local).toMatchObject({ env: { API_KEY: 'your_api_key' }, alwaysAllow: ['tool1'], disabled: false })
    const run = [PROGRAM[1], 'run', '--name', 'remote-server', '--service', 'https://assay.example']
    expect(remote).toEqual({
      type: 'stdio',
      command: PROGRAM[0],
      args: [...run, '--was', 'url,type=streamable-http'],
      env: {
        ASSAY_GUARD_HEADERS: 'Authorization: Bearer your-token\nX-Two: 2',
        ASSAY_GUARD_URL: 'https://your-server.example/mcp?key=4f6a8b0c2d4e6f80',
      },
      timeout: 60,
      disabled: true,
    })
    const kept = read(join(folder, 'state/wrapped', readdirSync(join(folder, 'state/wrapped'))[0] ?? ''))
    expect(kept).not.toMatch(/your-token|your_api_key|4f6a8b0c2d4e6f80/)
  })

  it('asks an address without credentials once, and leaves it where it wants a sign-in or does not answer', async () => {
    const path = write(
      'mcp.json',
      `{ "mcpServers": { "a": { "url": "https://a.example/mcp" }, "b": { "url": "https://b.example/mcp" },
        "c": { "url": "https://c.example/mcp" }, "d": { "url": "https://d.example/\${NOWHERE}" },
        "e": { "url": "https://e.example/mcp", "headers": { "x-api-key": "1" } } } }`,
    )
    const answers: Record<string, Awaited<ReturnType<AskAddress>>> = {
      'https://a.example/mcp': { kind: 'closed', status: 401 },
      'https://b.example/mcp': { kind: 'none', why: 'it did not answer within 5 s' },
      'https://c.example/mcp': { kind: 'open', transport: 'sse' },
    }
    await wrap(path, {}, async (url, transport) => {
      await open(url, transport)
      return answers[url] ?? { kind: 'none', why: 'x' }
    })
    expect(asked.sort()).toEqual(Object.keys(answers))
    expect(said).toEqual([
      '“a” stays as it is: its address wants a sign-in (HTTP 401), which only its client can do.',
      '“b” stays as it is: it did not answer within 5 s.',
      '“c” goes through assay-guard now.',
      '“d” stays as it is: its address has the variable “NOWHERE”, which only its client knows.',
      '“e” goes through assay-guard now.',
    ])
    expect(wordsIn(path)[2]).toEqual([...PROGRAM, 'run', '--name', 'c', '--sse', '--url', 'https://c.example/mcp'])
  })

  it('leaves what it does not understand, and says why', async () => {
    const text = `{ "mcpServers": {
      "list": [], "none": {}, "args": { "command": "x", "args": ["--port", 3] }, "number": { "command": 5 },
      "both": { "command": "x", "url": "https://x.example" }, "words": { "command": "npx -y x" },
      "ws": { "type": "ws", "url": "wss://x.example" }, "twice": { "command": "a", "command": "b" },
      "env": { "command": "x", "env": { "A": {} } }, "header": { "url": "https://x.example", "headers": { "A b": "1" } },
      "taken": { "url": "https://x.example?k=1", "env": {} }, "": { "command": "x" }, "a\\u0000b": { "command": "x" },
      "${'n'.repeat(10_000)}": { "command": "x" }, "guard": { "command": "assay-guard", "args": ["run", "--config", "x"] },
      "same": { "command": "old" }, "same": { "command": "new" }, "__proto__": { "command": "x" }, "but": { "command": "x" }
    } }`
    const path = write('mcp.json', text)
    await wrap(path, { except: ['but'] })
    expect(said).toEqual([
      'The name “same” is there 2 times; the last one counts.',
      '“list” stays as it is: it is no object.',
      '“none” stays as it is: it has neither a command nor an address.',
      '“args” stays as it is: its args are no list of texts.',
      '“number” stays as it is: its command is no text.',
      '“both” stays as it is: it has both a command and an address.',
      '“words” stays as it is: its command has several words: the others belong into "args".',
      '“ws” stays as it is: its type “ws” is not known.',
      '“twice” stays as it is: it has a member twice.',
      '“env” stays as it is: its env “A” is no text.',
      '“header” stays as it is: it has a header “A b”, which is no name of one.',
      '“taken” stays as it is: it has both an address and "env", where the guard would need its own.',
      '“” stays as it is: its name is empty.',
      '“ab” stays as it is: its name has control characters.',
      expect.stringMatching(/^“n{39}…” stays as it is: its name is longer than 256 characters\.$/),
      '“guard” stays as it is: it is assay-guard itself.',
      '“same” goes through assay-guard now.',
      '“__proto__” goes through assay-guard now.',
      '“but” stays as it is: so it was asked.',
    ])
    expect(read(path)).toContain('"same": { "command": "old" }')
    unwrap(path)
    expect(read(path)).toBe(text)
  })

  it('writes a name that begins like an option with it', async () => {
    const path = write('mcp.json', '{ "mcpServers": { "--help": { "command": "x" } } }')
    await wrap(path)
    expect(wordsIn(path)).toEqual([[...PROGRAM, 'run', '--name=--help', '--', 'x']])
    expect(servers(path)[0]?.name).toBe('--help')
  })

  it('writes nothing in a dry run', async () => {
    const path = write('mcp.json', FORMS.Cursor?.text ?? '')
    await wrap(path, { isDryRun: true })
    expect(said[0]).toBe('“local” would go through assay-guard.')
    expect(read(path)).toBe(FORMS.Cursor?.text)
    expect(existsSync(join(folder, 'state'))).toBe(false)
  })

  it('keeps mode, line ends and byte order mark, and changes what a link leads to', async () => {
    const text = `\uFEFF${(FORMS.Zed?.text ?? '').replaceAll('\n', '\r\n')}`
    const real = write('dotfiles/settings.json', text)
    chmodSync(real, 0o640)
    const link = join(folder, 'link.json')
    symlinkSync(real, link)
    await wrap(link)
    expect(said[0]).toBe(`${link} is a link: what is changed is ${real}.`)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(statSync(real).mode & 0o777).toBe(0o640)
    expect(read(real)).toMatch(/^\uFEFF\{\r\n/)
    expect(read(real).replaceAll('\r\n', '')).not.toContain('\n')
    unwrap(link)
    expect(read(real)).toBe(text)
  })

  it('wraps what was added since, and takes all back', async () => {
    const path = write('mcp.json', '{ "mcpServers": { "a": { "command": "x" } } }')
    await wrap(path)
    writeFileSync(path, read(path).replace('"a":', '"b": { "command" : "y" }, "a":'))
    await wrap(path)
    expect(said.slice(1)).toEqual([
      '“b” goes through assay-guard now.',
      '“a” stays as it is: it goes through assay-guard already.',
    ])
    unwrap(path)
    expect(read(path)).toBe('{ "mcpServers": { "b": { "command" : "y" }, "a": { "command": "x" } } }')
  })

  it('writes nothing over what another program wrote meanwhile', async () => {
    const path = write('mcp.json', '{ "mcpServers": { "a": { "url": "https://a.example/mcp" } } }')
    const ask: AskAddress = async (_, transport) => {
      writeFileSync(path, '{}')
      return { kind: 'open', transport }
    }
    await expect(wrap(path, {}, ask)).rejects.toThrow('it was changed by another program meanwhile')
    expect(read(path)).toBe('{}')
  })

  it.each([
    ['is no JSON', '{ "mcpServers": ', 'it is not JSON (line 1)'],
    ['is empty', '', 'it is not JSON (line 1)'],
    ['names no servers', '{ "mcpServers": {} }', 'it names no servers'],
    ['has servers of another form', '{ "mcpServers": [] }', 'it names no servers'],
    ['is nested deeply', '['.repeat(100_000), 'it is nested too deeply (line 1)'],
  ])('changes nothing in a file that %s', async (_, text, why) => {
    const path = write('mcp.json', text)
    await expect(wrap(path)).rejects.toThrow(`${path} is not changed: ${why}.`)
    expect(() => unwrap(path)).toThrow(`${path} is not changed: `)
    expect(read(path)).toBe(text)
  })

  it('changes nothing that is no file, not in UTF-8 or not there, nor for a name that is not in it', async () => {
    await expect(wrap(folder)).rejects.toThrow('it is no configuration file')
    await expect(wrap(join(folder, 'none'))).rejects.toThrow('ENOENT')
    const path = write('mcp.json', '')
    writeFileSync(path, Buffer.from('{ "mcpServers": { "é": { "command": "x" } } }', 'latin1'))
    await expect(wrap(path)).rejects.toThrow('it is not UTF-8')
    writeFileSync(path, '{ "mcpServers": { "a": { "command": "x" } } }')
    await expect(wrap(path, { except: ['b'] })).rejects.toThrow('it has no server “b”')
  })

  it.each([
    ['config.toml', '[mcp_servers.NAME]', '\n  command = "/usr/bin/node"'],
    ['config.yaml', 'NAME:', '\n    cmd: "/usr/bin/node"'],
  ])('says what to change by hand in %s', async (name, first, command) => {
    const path = write(name, '')
    const error = await wrap(path, { service: 'https://assay.example' }).catch(String)
    const args =
      '["/opt/assay-guard/dist/assay-guard.js", "run", "--name", "NAME", "--service", "https://assay.example", "--", "COMMAND", "ARGUMENT"]'
    for (const part of [first, command, args]) expect(error).toContain(part)
  })
})

describe('unwrap', () => {
  it('changes nothing where no entry is wrapped, or one is damaged', async () => {
    const path = write('mcp.json', FORMS.Cursor?.text ?? '')
    expect(() => unwrap(path)).toThrow('no server of it goes through assay-guard')
    await wrap(path)
    for (const damaged of [
      read(path).replace('"--name", ', ''),
      read(path).replace('"--", ', ''),
      read(path).replace('"--url", "https://api.example.com/v1/mcp"', '"--url"'),
      read(path).replace('"--root"', '5'),
    ]) {
      writeFileSync(path, damaged)
      expect(() => unwrap(path)).toThrow(/the entry “\w+” is damaged/)
      expect(read(path)).toBe(damaged)
    }
  })

  it('takes back an entry that a person changed, with what was changed', async () => {
    const path = write('mcp.json', '{ "mcpServers": { "a": { "command": "x", "args": ["1"] } } }')
    await wrap(path)
    writeFileSync(
      path,
      read(path).replace('"1"]', '"2", "3"], "timeout": 5').replace('"--"', '"--silence", "60", "--key", "k", "--"'),
    )
    unwrap(path)
    expect(read(path)).toBe('{ "mcpServers": { "a": { "command": "x", "args": ["2", "3"], "timeout": 5 } } }')
  })

  it('does without what was kept where that is damaged', async () => {
    const path = write('mcp.json', '{ "mcpServers": { "a": { "command": "x", "args": ["1"] } } }')
    await wrap(path)
    for (const name of readdirSync(join(folder, 'state/wrapped'))) write(`state/wrapped/${name}`, '{ "originals": [1')
    unwrap(path)
    expect(read(path)).toBe('{ "mcpServers": { "a": { "command": "x", "args": ["1"] } } }')
  })
})
