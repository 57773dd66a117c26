import type { TestMachine } from '../test-command.ts'

/** How one host writes and is answered, as it documents or publishes it; see docs/hosts. */
export interface HostForm {
  name: string
  /** Configures servers by name, at these addresses. */
  configure(machine: TestMachine, servers: Readonly<Record<string, string>>): void
  /** The event before a call. */
  before(cwd: string, server: string, tool: string): object
  after(cwd: string, server: string, tool: string): object
  /** The event of a call that brought no answer; null: the host has none that says so. */
  unanswered: ((cwd: string, server: string, tool: string) => object) | null
  /** The event of a call that the server answered with an error. */
  error(cwd: string, server: string, tool: string): object
  unknownEvent: object
  /** Names of servers that it writes alike. */
  alike: [string, string]
  silence: string
  /** The answers with this text; null: it is silent. */
  advice: ((text: unknown) => object) | null
  refusal(text: unknown): object
}

const json = (path: string, member: string) => (machine: TestMachine, servers: Readonly<Record<string, string>>) => {
  const entries = Object.entries(servers).map(([name, url]) => [name, { type: 'http', url }])
  machine.write(path, { [member]: Object.fromEntries(entries) })
}
const said = (rest: object) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...rest } })
const claudeAnswers = {
  silence: '{}\n',
  advice: (text: unknown) => said({ additionalContext: text }),
  refusal: (text: unknown) => said({ permissionDecision: 'deny', permissionDecisionReason: text }),
}

type Write = (name: string) => string

/** A host whose events have the members of Claude Code. */
function claudeEvents(tool: (server: string, tool: string) => string, rest: (event: string) => object) {
  const event = (hook_event_name: string, more: object) => (cwd: string, server: string, name: string) => ({
    ...{ hook_event_name, session_id: 's', cwd, tool_name: tool(server, name), tool_input: { path: 'a' } },
    ...rest(hook_event_name),
    ...more,
  })
  return {
    before: event('PreToolUse', {}),
    after: event('PostToolUse', { tool_response: 'pong', tool_result: { result_type: 'success' } }),
    failed: (error: string) => event('PostToolUseFailure', { error }),
    unknownEvent: { ...event('PreToolWish', {})('/', 'gh', 'read'), cwd: undefined },
  }
}

const written: Write = (name) => name.replace(/[^a-zA-Z0-9_-]/g, '_')
const claude = claudeEvents(
  (server, tool) => `mcp__${written(server)}__${written(tool)}`,
  () => ({ tool_use_id: 'toolu_1', transcript_path: '/t' }),
)
const copilot = claudeEvents(
  (server, tool) => `${server}-${tool}`.replace(/[^a-zA-Z0-9_-]/g, '-'),
  () => ({ timestamp: '2026-11-27T04:28:48.333Z' }),
)
const vscode = claudeEvents(
  (server, tool) => `mcp_${server.replace(/[^a-z0-9_.-]+/g, '_').slice(0, 13)}_${written(tool)}`,
  () => ({ timestamp: '2026-11-27T04:28:48.333Z', tool_use_id: 'call_1__vscode-1' }),
)

function cursorEvent(hook_event_name: string, rest: object) {
  return (cwd: string, server: string, tool_name: string) => ({
    ...{ hook_event_name, conversation_id: 'c', generation_id: 'g', cursor_version: '3.0.0', workspace_roots: [cwd] },
    ...{ tool_name, tool_input: '{"path":"a"}', mcp_server_name: `user-${server}` },
    ...rest,
  })
}

function gooseEvent(event: string) {
  return (working_dir: string, server: string, tool: string) => {
    const tool_name = `${server.replace(/\s/g, '').toLowerCase()}__${tool}`
    return {
      event,
      session_id: 's',
      tool_call_id: 't',
      tool_name,
      matcher_context: tool_name,
      tool_input: {},
      working_dir,
    }
  }
}

export const HOST_FORMS: readonly HostForm[] = [
  {
    name: 'claude-code',
    configure: json('project/.mcp.json', 'mcpServers'),
    ...claude,
    unanswered: claude.failed('Connection closed'),
    error: claude.failed('The backend said: Connection closed'),
    alike: ['a.b', 'a b'],
    ...claudeAnswers,
  },
  {
    name: 'vscode',
    configure: json('project/.vscode/mcp.json', 'servers'),
    ...vscode,
    unanswered: null,
    error: vscode.after,
    alike: ['a long name of one', 'a long name of two'],
    ...claudeAnswers,
  },
  {
    name: 'copilot',
    configure: json('home/.copilot/mcp-config.json', 'mcpServers'),
    ...copilot,
    unanswered: copilot.failed("MCP server 'gh': MCP request failed: MCP transport closed before the tool responded"),
    error: copilot.failed("MCP server 'gh': McpError: MCP error -32000: backend exploded"),
    alike: ['a.b', 'a b'],
    ...claudeAnswers,
  },
  {
    name: 'cursor',
    configure: json('home/.cursor/mcp.json', 'mcpServers'),
    before: cursorEvent('beforeMCPExecution', {}),
    after: cursorEvent('afterMCPExecution', { result_json: '{"content":[],"isError":false}', duration: 1 }),
    unanswered: cursorEvent('afterMCPExecution', { result_json: '{"error":"fetch failed"}', duration: 1 }),
    error: cursorEvent('afterMCPExecution', { result_json: '{"content":[],"isError":true}', duration: 1 }),
    unknownEvent: cursorEvent('beforeWish', {})('/', 'gh', 'read'),
    alike: ['own', 'my-own'],
    silence: '{}\n',
    advice: null,
    refusal: (text) => ({ permission: 'deny', user_message: text, agent_message: text }),
  },
  {
    name: 'goose',
    configure(machine, servers) {
      const lines = Object.entries(servers).flatMap(([name, uri], at) => [
        ...[`  e${at}:`, '    enabled: true', '    type: streamable_http', `    name: ${JSON.stringify(name)}`],
        `    uri: ${uri}`,
      ])
      machine.write('home/.config/goose/config.yaml', `extensions:\n${lines.join('\n')}\n`)
    },
    before: gooseEvent('PreToolUse'),
    after: gooseEvent('PostToolUse'),
    unanswered: null,
    error: gooseEvent('PostToolUseFailure'),
    unknownEvent: gooseEvent('PreToolWish')('/', 'gh', 'read'),
    alike: ['Git Hub', 'github'],
    silence: '',
    advice: null,
    refusal: (text) => ({ decision: 'block', reason: text }),
  },
]
