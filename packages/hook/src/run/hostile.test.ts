import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseJsonWithComments } from '../setup/json-with-comments.ts'
import { namedServers } from '../setup/server-names.ts'
import { stateRoot } from '../state/state-folder.ts'
import { down, healthy, knownServer, NOBODY, TestMachine } from '../test-command.ts'

let machine: TestMachine
beforeEach(() => {
  machine = new TestMachine()
})
afterEach(() => machine.close())

const OLDBARN = { kind: 'url', name: 'oldbarn.example/mcp' } as const
const WELL = { kind: 'url', name: 'well.example/mcp' } as const
const setup = (host: string) => ({ mcpServers: { gh: { type: 'http', url: `https://${host}.example/mcp` } } })
const event = (rest: object = {}) => ({
  ...{ cwd: machine.project, hook_event_name: 'PreToolUse', tool_name: 'mcp__gh__read_file', tool_use_id: 't' },
  ...rest,
})
const decision = async (rest: object = {}, words: string[] = []) => {
  const { out } = await machine.run(['run', 'claude-code', ...words], event(rest))
  return JSON.parse(out).hookSpecificOutput?.permissionDecision
}
const knowsBoth = (first = down(), second = healthy()) =>
  machine.knows([knownServer('g/oldbarn', [OLDBARN], first), knownServer('g/well', [WELL], second)])

describe('a folder that a stranger wrote', () => {
  beforeEach(() => {
    machine.write('project/.mcp.json', setup('oldbarn'))
    machine.write('home/.claude.json', setup('well'))
  })

  it('does not have a call of a server of this name refused that may be the one of the person', async () => {
    knowsBoth()
    expect(await decision()).toBeUndefined()
    expect(await decision({ mcp_server: { name: 'gh', source: 'user' } })).toBeUndefined()
    expect(await decision({ mcp_server: { name: 'gh', source: 'project' } })).toBe('deny')
  })

  it('does not hide an outage of the server that the host says is called', async () => {
    knowsBoth(healthy() as ReturnType<typeof down>, down())
    expect(await decision({ mcp_server: { name: 'gh', source: 'user' } })).toBe('deny')
  })

  it('does not choose the service where one was installed', async () => {
    knowsBoth(down(), down())
    const installed = machine.url
    machine.url = 'http://127.0.0.1:1'
    expect(await decision({}, ['--url', installed])).toBe('deny')
    expect(readdirSync(join(machine.state, 'services'))).toHaveLength(1)
  })

  it('has no part in the home of an empty HOME', async () => {
    const [home, state] = [machine.home, machine.state]
    Object.assign(machine, { home: '', state: '.state' })
    expect(await machine.run(['run', 'claude-code'], event())).toMatchObject({
      ...{ code: 0, out: '{}\n', said: expect.stringMatching(/no absolute path/) },
    })
    Object.assign(machine, { home, state })
    expect(existsSync(join(machine.project, '.state'))).toBe(false)
    expect(() => stateRoot({ env: {}, home: '', platform: 'linux' })).toThrow('no absolute path')
    expect(stateRoot({ env: { XDG_STATE_HOME: 'x' }, home: '/h', platform: 'linux' })).toBe(
      '/h/.local/state/assay-hook',
    )
  })

  it('does not lead an installation for the project to a file elsewhere', async () => {
    const elsewhere = machine.write('home/x.json', '{}')
    mkdirSync(join(machine.project, '.claude'))
    for (const target of [elsewhere, join(machine.home, 'not-there.json')]) {
      symlinkSync(target, join(machine.project, '.claude/settings.json'))
      await machine.run(['install', 'claude-code', '--project'])
      rmSync(join(machine.project, '.claude/settings.json'))
    }
    symlinkSync(machine.home, join(machine.project, '.cursor'))
    expect(await machine.run(['install', 'cursor', '--project'])).toMatchObject({
      ...{ code: 1, said: expect.stringMatching(/a link leads out of/) },
    })
    expect(readFileSync(elsewhere, 'utf8')).toBe('{}')
    expect(readdirSync(machine.home).sort()).toEqual(['.claude.json', 'x.json'])
  })

  it('may have comments without an end', () => {
    expect(() => parseJsonWithComments('/*'.repeat(500_000))).toThrow('it is not JSON')
  })
})

describe('a state folder', () => {
  beforeEach(() => {
    machine.write('project/.mcp.json', setup('oldbarn'))
    knowsBoth()
  })

  it('that others may write to is not used', async () => {
    chmodSync(machine.state, 0o777)
    expect(await machine.run(['run', 'claude-code'], event())).toMatchObject({
      ...{ code: 0, out: '{}\n', said: expect.stringMatching(/others may write/) },
    })
  })

  it('does not stop the status where the settings of a host are a folder', async () => {
    machine.write('home/.claude/settings.json/x', '')
    const { code, out } = await machine.run(['status'])
    expect(code).toBe(0)
    expect(out).toContain('No host has the hook')
  })

  it('whose files are pipes or folders does not hold up a call', async () => {
    for (const file of ['recent', 'view'] as const) {
      const path = machine.files()[file]
      rmSync(path, { force: true })
      execFileSync('mkfifo', [path])
      expect((await machine.run(['run', 'claude-code'], event())).code).toBe(0)
    }
  })
})

it('a program that starts others is the name of none of them', () => {
  const namesOf = (command: string, ...args: string[]) => namedServers({ a: { command, args } }, {})[0]
  expect(namesOf('npx', 'tsx', 'server.ts')?.names).toEqual([])
  expect(namesOf('docker', 'run', '-i', 'node:20', 'x')?.names).toEqual([])
  // Its variable has no value.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as settings have it
  expect(namesOf('npx', 'mcp-remote', '${URL}')?.names).toEqual([])
  expect(namesOf('npx', '-y', '@garden/lantern')).toMatchObject({ names: [{ kind: 'npm' }], isLocal: true })
  expect(namedServers({ a: { url: NOBODY } }, {})[0]?.isLocal).toBe(false)
})

it('a server that is started through the guard has the name of its own', () => {
  const guard = ['C:\\Program Files\\nodejs\\node.exe', '/opt/assay-guard.js', 'run', '--name', 'a']
  const service = ['--service', 'https://assay.example']
  const namesOf = (...words: string[]) => {
    const [command, ...args] = [...guard, ...service, ...words]
    return namedServers({ a: { command, args } }, {})[0]
  }
  for (const own of [
    ['npx', '-y', '@garden/lantern'],
    ['uvx', 'lantern'],
    ['npx', 'mcp-remote', 'https://x.example/a/b'],
  ]) {
    const [command, ...args] = own
    const { names, isLocal } = namedServers({ a: { command, args } }, {})[0] ?? {}
    expect(namesOf('--', ...own)).toMatchObject({ names, isLocal })
  }
  const { names, isLocal } = namedServers({ a: { url: 'https://x.example/a/b' } }, {})[0] ?? {}
  expect(namesOf('--url', 'https://x.example/a/b')).toMatchObject({ names, isLocal })
  expect(namesOf()?.names).toEqual([])
})
