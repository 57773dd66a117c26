import { claudeHookAddress } from 'assay-decide/claude-code'
import { runNode } from './hook-process'
import type { LiveServer } from './live-servers'

/** A caller of the first server, whose host asks a hook before each call. */
export interface HookedCaller {
  name: string
  /** What came of one call: why it was denied, or null and whether the server answered. */
  call(): Promise<{ denied: string | null; answered: boolean }>
}

interface Installed {
  command: string
  project: string
  env: NodeJS.ProcessEnv
}

const TOOL = 'mcp__oldbarn__read_file'
const INPUT = { path: 'notes.txt' }

/** By the command, which also receives the event after each call, and by address. */
export async function openCallers(
  { command, project, env }: Installed,
  servers: readonly LiveServer[],
  url: string,
): Promise<HookedCaller[]> {
  const called = servers[0]?.url ?? ''
  const run = async (event: object) => (await runNode([command, 'run', 'claude-code'], JSON.stringify(event), env)).out
  const common = { cwd: project, session_id: 'live', tool_name: TOOL, tool_input: INPUT, tool_use_id: 'live-1' }
  const named = servers.map(({ name }) => [name, `live/${name}/files`] as const)
  const address = claudeHookAddress(url, named)
  return [
    {
      name: 'command',
      call: async () => {
        const denied = reasonIn(await run({ ...common, hook_event_name: 'PreToolUse' }))
        if (denied !== null) return { denied, answered: false }
        const error = await errorOf(called)
        if (error === null)
          await run({ ...common, hook_event_name: 'PostToolUse', tool_response: 'pong', duration_ms: 9 })
        else await run({ ...common, hook_event_name: 'PostToolUseFailure', error, duration_ms: 9 })
        return { denied, answered: error === null }
      },
    },
    {
      name: 'address',
      call: async () => {
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...common, hook_event_name: 'PreToolUse' }),
        })
        if (response.status !== 200) throw new Error(`the hook answered ${response.status}: ${await response.text()}`)
        const denied = reasonIn(await response.text())
        return { denied, answered: denied === null && (await errorOf(called)) === null }
      },
    },
  ]
}

function reasonIn(text: string): string | null {
  const answer = JSON.parse(text) as {
    hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string }
  }
  const { permissionDecision, permissionDecisionReason = '' } = answer.hookSpecificOutput ?? {}
  return permissionDecision === 'deny' ? permissionDecisionReason : null
}

/** Calls the tool; the error that a host would show, or null. */
async function errorOf(url: string): Promise<string | null> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'read_file', arguments: INPUT },
  })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok ? null : 'Connection closed: connect ECONNREFUSED'
}
