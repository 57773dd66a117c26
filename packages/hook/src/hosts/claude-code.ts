import { join } from 'node:path'
import { claudeAnswer, claudeName, claudeTool } from 'assay-decide/claude-code'
import type { Machine } from '../state/state-folder.ts'
import type { HookCommand, Host, HostEvent, SettingsPlace } from './host.ts'
import { isMembers, type Members, member, membersOrNull, numberOrNull, textOr, withParents } from './members.ts'

// Events and answers: @anthropic-ai/claude-agent-sdk 0.3.332, sdk.d.ts; names and matchers: Claude Code 2.1.332.

const PHASES: Readonly<Record<string, HostEvent['phase']>> = {
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'failed',
}
/** Events of hosts with the settings of Claude Code. */
export const CLAUDE_EVENTS = Object.keys(PHASES)
const PREFIX = 'mcp__'
/** Not a list of exact names, so that it is read as an expression. */
const MATCHER = 'mcp__.*'
export const TIMEOUT_SECONDS = 5

/** An event in the form of Claude Code, which other hosts have too. */
export function parseClaudeEvent(input: Members): HostEvent | null {
  const event = textOr(input.hook_event_name, '')
  const tool = textOr(input.tool_name, '')
  const phase = Object.hasOwn(PHASES, event) ? PHASES[event] : undefined
  if (phase === undefined || tool === '') return null
  const source = member(input.mcp_server, 'source')
  return {
    ...{ phase, tool, settings: null },
    server: textOr(member(input.mcp_server, 'name'), null),
    isOfFolder: typeof source === 'string' ? source === 'project' : null,
    arguments: membersOrNull(input.tool_input),
    cwd: textOr(input.cwd, null),
    error: textOr(input.error, null),
    isInterrupted: input.is_interrupt === true,
    durationMs: numberOrNull(input.duration_ms),
    call: textOr(input.tool_use_id, null),
  }
}

/** A hook for each event, in the form of Claude Code's settings. */
function hookLists({ posix, powershell }: HookCommand, { platform }: Machine) {
  const command = platform === 'win32' ? powershell : posix
  const entry = { matcher: MATCHER, hooks: [{ type: 'command', command, timeout: TIMEOUT_SECONDS }] }
  return CLAUDE_EVENTS.map((event) => ({ members: ['hooks', event], entry }))
}

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  parse(input) {
    const event = parseClaudeEvent(input)
    return event?.tool.startsWith(PREFIX) ? event : null
  },
  toolOf({ tool, server: said }, server) {
    if (said !== null && said !== server) return null
    return claudeTool(tool, server)
  },
  writtenTool: claudeName,
  usesAnnouncedNames: false,
  failsWithoutServer: false,
  answer: claudeAnswer,
  silence: '{}',
  settings(cwd, machine) {
    const folders = withParents(cwd)
    const own = join(machine.env.CLAUDE_CONFIG_DIR || machine.home, '.claude.json')
    const servers = (value: unknown) => member(value, 'mcpServers')
    const ofProject = (value: unknown) => {
      const projects = member(value, 'projects')
      return folders.map((folder) => member(member(projects, folder), 'mcpServers')).find(isMembers)
    }
    return [
      { path: managedPath(machine), servers },
      { path: own, servers: ofProject },
      ...folders.map((folder): SettingsPlace => ({ path: join(folder, '.mcp.json'), isOfFolder: true, servers })),
      { path: own, servers },
    ]
  },
  hooks(scope, command, cwd, machine) {
    const own = machine.env.CLAUDE_CONFIG_DIR || join(machine.home, '.claude')
    const folder = scope === 'project' ? join(cwd, '.claude') : own
    return [{ path: join(folder, 'settings.json'), initial: {}, lists: hookLists(command, machine) }]
  },
  note: 'Sessions that run already read it when they are started again.',
}

function managedPath({ platform, env }: Machine): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-mcp.json'
  if (platform === 'win32') return join(env.ProgramFiles || 'C:\\Program Files', 'ClaudeCode', 'managed-mcp.json')
  return '/etc/claude-code/managed-mcp.json'
}
