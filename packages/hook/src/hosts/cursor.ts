import { join } from 'node:path'
import type { Decision } from 'assay-decide/decision'
import { fileNameOf } from '../state/check-sum.ts'
import { TIMEOUT_SECONDS } from './claude-code.ts'
import type { Host, HostEvent, SettingsPlace } from './host.ts'
import { isMembers, type Members, member, membersOrNull, numberOrNull, textOr, withParents } from './members.ts'

// Events and answers: @cursor/sdk 1.0.32, as its local agent reads them; Cursor publishes no types of hooks.

const PHASES: Readonly<Record<string, HostEvent['phase']>> = {
  beforeMCPExecution: 'before',
  afterMCPExecution: 'after',
  postToolUseFailure: 'failed',
}
const OF_MCP = 'MCP:'
/** What Cursor puts before the name of a setup. */
const OF_USER = 'user-'
const OF_PROJECT = /^project-\d+-/

function parse(input: Members): HostEvent | null {
  const event = textOr(input.hook_event_name, '')
  const phase = Object.hasOwn(PHASES, event) ? PHASES[event] : undefined
  const tool = textOr(input.tool_name, '')
  if (phase === undefined || tool === '') return null
  const isFailure = phase === 'failed'
  // A call that was denied was not made.
  if (isFailure && (!tool.startsWith(OF_MCP) || input.failure_type === 'permission_denied')) return null
  const result = phase === 'after' ? jsonIn(input.result_json) : null
  if (isMembers(result) && ('rejected' in result || 'permissionDenied' in result)) return null
  const failure = isFailure ? input.error_message : member(result, 'error')
  const hasFailed = failure !== undefined || member(result, 'isError') === true
  return {
    phase: phase === 'after' && hasFailed ? 'failed' : phase,
    tool: isFailure ? tool.slice(OF_MCP.length) : tool,
    server: textOr(input.mcp_server_name, null),
    isOfFolder: isOfFolder(textOr(input.mcp_server_name, '')),
    settings: settingsIn(input),
    arguments: membersOrNull(typeof input.tool_input === 'string' ? jsonIn(input.tool_input) : input.tool_input),
    cwd: Array.isArray(input.workspace_roots) ? textOr(input.workspace_roots[0], null) : null,
    error: textOr(failure, null),
    isInterrupted: input.is_interrupt === true,
    durationMs: numberOrNull(input.duration),
    // Calls have no number.
    call: phase === 'before' ? fileNameOf(tool, JSON.stringify([input.generation_id, input.tool_input])) : null,
  }
}

function isOfFolder(server: string): boolean | null {
  return OF_PROJECT.test(server) || (server.startsWith(OF_USER) ? false : null)
}

function settingsIn(input: Members): HostEvent['settings'] {
  const url = textOr(input.mcp_server_url, textOr(input.url, null))
  if (url !== null) return { url }
  return typeof input.command === 'string' ? { command: input.command } : null
}

function jsonIn(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null
  } catch {
    return null
  }
}

/** Only denials: advice has no place here, and Cursor goes on where the answer is `ask`. */
function answer({ action, text }: Decision): object | null {
  // The error that the model sees is made of the message for the person.
  return action === 'deny' ? { permission: 'deny', user_message: text, agent_message: text } : null
}

export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  parse,
  toolOf({ tool, server }, name) {
    if (server === null) return null
    // Of a project the name of its folder stands between.
    const isOfProject = OF_PROJECT.test(server) && server.replace(OF_PROJECT, '-').endsWith(`-${name}`)
    return server === name || server === OF_USER + name || isOfProject ? tool : null
  },
  writtenTool: (tool) => tool,
  usesAnnouncedNames: false,
  failsWithoutServer: true,
  answer,
  silence: '{}',
  settings(cwd, { home }) {
    const servers = (value: unknown) => member(value, 'mcpServers')
    const path = (folder: string) => join(folder, '.cursor', 'mcp.json')
    const places = withParents(cwd).filter((folder) => folder !== home)
    return [
      ...places.map((folder): SettingsPlace => ({ path: path(folder), isOfFolder: true, servers })),
      { path: path(home), servers },
    ]
  },
  hooks(scope, { posix, powershell }, cwd, { home, platform }) {
    const command = platform === 'win32' ? powershell : posix
    const entry = { command, timeout: TIMEOUT_SECONDS }
    const lists = Object.keys(PHASES).map((event) => ({
      members: ['hooks', event],
      entry: event === 'postToolUseFailure' ? { ...entry, matcher: `^${OF_MCP}` } : entry,
    }))
    const path = join(scope === 'project' ? cwd : home, '.cursor', 'hooks.json')
    return [{ path, initial: { version: 1 }, lists }]
  },
  note: 'Cursor takes refusals only: it has no place for advice before a call.',
}
