import { join } from 'node:path'
import { claudeAnswer } from 'assay-decide/claude-code'
import { toolAfter } from 'assay-decide/tool-names'
import type { Machine } from '../state/state-folder.ts'
import { CLAUDE_EVENTS, parseClaudeEvent, TIMEOUT_SECONDS } from './claude-code.ts'
import type { HookCommand, HookPlace, Host, Scope, SettingsPlace } from './host.ts'
import { member, textOr, withParents } from './members.ts'

// Events, answers and names: Copilot CLI 1.0.102 as run; docs of GitHub, copilot/reference/hooks-reference.

/** Results of calls as the SDK names them. */
const NOT_CALLED: ReadonlySet<string> = new Set(['rejected', 'denied'])
const FAILED: ReadonlySet<string> = new Set(['failure', 'timeout'])
const OF_SERVER = /^MCP server '(.{1,200}?)': /s

/** What Copilot CLI makes of names of servers and tools. */
function writtenName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '-')
}

/**
 * The file that Copilot CLI and VS Code both read. A command that ends with anything but 0 denies the call, also where
 * it is not there any more: so it is guarded. Without `version`, which would change the form of the events.
 */
export function sharedHooks(
  scope: Scope,
  { posix, powershell }: HookCommand,
  cwd: string,
  machine: Machine,
): HookPlace[] {
  const folder = scope === 'project' ? join(cwd, '.github', 'hooks') : join(copilotHome(machine), 'hooks')
  const commands = { bash: `${posix} || true`, powershell: `try { ${powershell} } catch { }; exit 0` }
  const entry = { type: 'command', ...commands, timeout: TIMEOUT_SECONDS }
  const lists = CLAUDE_EVENTS.map((event) => ({ members: ['hooks', event], entry }))
  return [{ path: join(folder, 'assay.json'), initial: {}, lists }]
}

function copilotHome({ env, home }: Machine): string {
  return env.COPILOT_HOME || join(home, '.copilot')
}

export const copilot: Host = {
  name: 'copilot',
  title: 'Copilot CLI',
  parse(input) {
    const event = parseClaudeEvent(input)
    const result = textOr(member(input.tool_result, 'result_type'), '')
    if (event === null || NOT_CALLED.has(result)) return null
    const phase = event.phase === 'after' && FAILED.has(result) ? 'failed' : event.phase
    const [before = '', server = null] = OF_SERVER.exec(event.error ?? '') ?? []
    // Calls have no number; every hook of one has the time of its event.
    const call = typeof input.timestamp === 'string' ? `${input.session_id} ${input.timestamp} ${event.tool}` : null
    return { ...event, phase, server, error: event.error?.slice(before.length) ?? null, call }
  },
  toolOf({ tool, server: said }, server) {
    if (said !== null && said !== server) return null
    return toolAfter(`${writtenName(server)}-`, tool)
  },
  writtenTool: writtenName,
  usesAnnouncedNames: false,
  failsWithoutServer: false,
  answer: claudeAnswer,
  silence: '{}',
  settings(cwd, machine) {
    const servers = (value: unknown) => member(value, 'mcpServers')
    const places = withParents(cwd).flatMap((folder): SettingsPlace[] => [
      { path: join(folder, '.mcp.json'), isOfFolder: true, servers },
      { path: join(folder, '.github', 'mcp.json'), isOfFolder: true, servers },
    ])
    return [...places, { path: join(copilotHome(machine), 'mcp-config.json'), servers }]
  },
  hooks: sharedHooks,
  note: 'VS Code reads the same file.',
}
