import { existsSync, readFileSync } from 'node:fs'
import { claudeAnswer } from 'assay-decide/claude-code'
import type { Decision } from 'assay-decide/decision'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { down, knownServer, TestMachine } from '../test-command.ts'
import { claudeCode } from './claude-code.ts'
import { cursor } from './cursor.ts'
import { findHost, HOST_NAMES, hostOfEvent } from './find-host.ts'
import { goose } from './goose.ts'
import { recordedEvents } from './test-recorded.ts'

let machine: TestMachine
beforeEach(() => {
  machine = new TestMachine()
})
afterEach(() => machine.close())

const OLDBARN = knownServer('garden/oldbarn', [{ kind: 'url', name: 'oldbarn.example/mcp' }], down(), {})
const LANTERN = knownServer('garden/lantern', [{ kind: 'npm', name: '@garden/lantern' }], down(), {})
const REMOTE = { url: 'https://oldbarn.example/mcp' }
const LOCAL = { command: 'npx', args: ['-y', '@garden/lantern'] }

/** What the command prints on each event, and what it then remembers of it. */
async function replay(host: string, name: string) {
  machine.knows([OLDBARN, LANTERN])
  const printed: string[] = []
  for (const event of recordedEvents(name, machine.project)) {
    const { code, out, said } = await machine.run(['run', host], event)
    expect({ code, said }).toEqual({ code: 0, said: '' })
    printed.push(out)
  }
  return { printed, kinds: kinds() }
}

function kinds(): string[] {
  const path = machine.files().recent
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).kind)
}

describe('recorded events', () => {
  it('of Claude Code 2.1.332', async () => {
    machine.write('project/.mcp.json', { mcpServers: { gh: REMOTE } })
    const { printed, kinds } = await replay('claude-code', 'claude-code-2.1.332')
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
    // After the first completed call none is denied.
    expect(printed.slice(1).every((out) => out === '{}\n')).toBe(true)
    expect(kinds).toEqual(['denied', 'completed', 'completed', 'completed', 'failed'])
  })

  it('of Claude Code 2.1.227, which does not say the server', async () => {
    machine.write('project/.mcp.json', { mcpServers: { 'my srv': REMOTE } })
    const { printed, kinds } = await replay('claude-code', 'claude-code-2.1.227')
    expect(printed[0]).toContain('"deny"')
    expect(kinds).toEqual(['denied', 'completed', 'completed'])
  })

  it.each(['copilot', 'vscode'])('of Copilot CLI 1.0.102, also where the command is that of %s', async (name) => {
    machine.write('home/.copilot/mcp-config.json', {
      mcpServers: { 'my.srv-x': REMOTE, my: { url: 'https://x.example' } },
    })
    const { printed, kinds } = await replay(name, 'copilot-cli-1.0.102')
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
    expect(kinds).toEqual(['denied', 'completed', 'completed', 'completed', 'completed', 'failed'])
  })

  it.each(['github', 'own'])('of VS Code, whose setup calls the server %s', async (name) => {
    // Its tools are named by what the server calls itself.
    machine.write('project/.vscode/mcp.json', `{ "servers": { "${name}": ${JSON.stringify(REMOTE)}, }, // mine\n }`)
    OLDBARN.facts.title = 'GitHub'
    const { printed, kinds } = await replay('copilot', 'vscode-copilot-chat-0.42.0')
    expect(printed).toEqual([expect.stringContaining('"deny"'), '{}\n', '{}\n'])
    expect(kinds).toEqual(['denied', 'completed'])
  })

  it('of Cursor 1.0.32', async () => {
    machine.write('project/.cursor/mcp.json', { mcpServers: { lantern: LOCAL } })
    machine.write('home/.cursor/mcp.json', { mcpServers: { github: REMOTE } })
    const { printed, kinds } = await replay('cursor', 'cursor-sdk-1.0.32')
    const refused = { permission: 'deny', user_message: expect.any(String), agent_message: expect.any(String) }
    expect(printed.slice(0, 2).map((out) => JSON.parse(out))).toEqual([refused, refused])
    expect(printed.slice(2).every((out) => out === '{}\n')).toBe(true)
    // What the person or the hook refused was not called.
    expect(kinds).toEqual(['denied', 'denied', 'completed', 'failed', 'failed'])
  })

  it('of Goose 1.50.0, where nothing is printed but a refusal', async () => {
    machine.write(
      'home/.config/goose/config.yaml',
      'GOOSE_MODEL: x\nextensions:\n  git hub:\n    enabled: true\n    type: streamable_http\n    name: Git Hub\n    uri: https://oldbarn.example/mcp\n',
    )
    const { printed, kinds } = await replay('goose', 'goose-1.50.0')
    expect(printed[1]).toBe('')
    expect(JSON.parse(printed[0] ?? '')).toEqual({
      decision: 'block',
      reason: expect.stringContaining('ends by itself'),
    })
    expect(kinds).toEqual(['denied', 'completed'])
    expect(await machine.run(['run', 'goose'], 'no JSON')).toMatchObject({ code: 0, out: '' })
  })
})

describe('answers', () => {
  const decision = (action: Decision['action']): Decision => ({
    ...{ action, code: 'degraded', text: 'It is slow.', serverId: 'x', alternative: null },
  })

  it('are what each host has a place for', () => {
    const said = { hookEventName: 'PreToolUse' }
    expect(claudeAnswer(decision('allow'))).toBeNull()
    expect(claudeAnswer(decision('advise'))).toEqual({
      hookSpecificOutput: { ...said, additionalContext: 'It is slow.' },
    })
    for (const permissionDecision of ['ask', 'deny'] as const)
      expect(claudeAnswer(decision(permissionDecision))).toEqual({
        hookSpecificOutput: { ...said, permissionDecision, permissionDecisionReason: 'It is slow.' },
      })
    for (const host of [cursor, goose])
      for (const action of ['allow', 'advise', 'ask'] as const) expect(host.answer(decision(action))).toBeNull()
  })

  it('never allow a call, which would skip the question to the person', async () => {
    for (const host of await Promise.all(HOST_NAMES.map(findHost)))
      expect(JSON.stringify(host?.answer(decision('deny')))).not.toContain('allow')
  })
})

describe('names', () => {
  it('of servers that are part of one another', () => {
    const event = claudeCode.parse({ hook_event_name: 'PreToolUse', tool_name: 'mcp__git__hub__x' })
    if (event === null) throw new Error('it is an event')
    expect(claudeCode.toolOf(event, 'git')).toBe('hub__x')
    expect(claudeCode.toolOf(event, 'git__hub')).toBe('x')
    expect(claudeCode.toolOf(event, 'hub')).toBeNull()
  })

  it('of hosts that run one command', () => {
    const event = { hook_event_name: 'PreToolUse', tool_name: 'x' }
    expect(hostOfEvent('vscode', { ...event, tool_use_id: 'x' })).toBe('vscode')
    expect(hostOfEvent('vscode', event)).toBe('copilot')
    expect(hostOfEvent('claude-code', { ...event, tool_use_id: 'x' })).toBe('claude-code')
  })

  it('of hosts that run the command of another', () => {
    const event = { hook_event_name: 'PreToolUse', tool_name: 'mcp__gh__x' }
    const claude = { ...event, tool_use_id: 'toolu_1' }
    const found = (input: unknown) => HOST_NAMES.map((name) => hostOfEvent(name, input))
    const all = (name: string) => HOST_NAMES.map(() => name)
    expect(found({ ...claude, mcp_server: { name: 'gh', source: 'user' }, timestamp: 'later versions' })).toEqual(
      all('claude-code'),
    )
    expect(found({ ...event, timestamp: '2026-02-09T10:30:00.000Z', tool_use_id: 'call_1' })).toEqual(all('vscode'))
    expect(found({ ...event, timestamp: '2026-02-09T10:30:00.000Z' })).toEqual(all('copilot'))
    expect(found({ ...event, cursor_version: '3.0.0' })).toEqual(all('cursor'))
    expect(found({ event: 'PreToolUse', tool_name: 'gh__x' })).toEqual(all('goose'))
    expect(hostOfEvent('cursor', claude)).toBe('claude-code')
    for (const input of [null, [], 'text', {}, { toolName: 'gh-x', timestamp: 1 }])
      expect(hostOfEvent('cursor', input)).toBe('cursor')
    expect(hostOfEvent('emacs', claude)).toBe('emacs')
  })
})
