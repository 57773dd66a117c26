import type { Action, Decision } from './decision.ts'
import { toolAfter } from './tool-names.ts'

// Names and answers of Claude Code 2.1.332, for its hook as a command and for the one by address.

/** What Claude Code makes of names of servers and tools. */
export function claudeName(name: string): string {
  const plain = name.replace(/[^\w-]/g, '_')
  return name.startsWith('claude.ai ') ? plain.replace(/_+/g, '_').replace(/^_|_$/g, '') : plain
}

/** The tool, as Claude Code writes it, of the server that the setup calls `server`; null: it is not of this server. */
export function claudeTool(tool: string, server: string): string | null {
  return toolAfter(`mcp__${claudeName(server)}__`, tool)
}

export interface ClaudeAnswer {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse'
    permissionDecision?: Exclude<Action, 'allow' | 'advise'>
    permissionDecisionReason?: string
    additionalContext?: string
  }
}

/** An answer in the form of Claude Code; null: nothing is to be said. */
export function claudeAnswer({ action, text }: Pick<Decision, 'action' | 'text'>): ClaudeAnswer | null {
  if (action === 'allow' || text === '') return null
  const said =
    action === 'advise' ? { additionalContext: text } : { permissionDecision: action, permissionDecisionReason: text }
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } }
}

/** What the service takes of the list of servers in the address of the hook. `characters`: of the list, not encoded. */
export const CLAUDE_HOOK_LIMITS = { servers: 100, characters: 8192, nameCharacters: 200 }

/**
 * The address of the hook for these servers: what the setup calls each, and its id in the service. `local`: names of
 * those that run on the caller's machine.
 */
export function claudeHookAddress(
  serviceUrl: string,
  servers: readonly (readonly [name: string, id: string])[],
  local: ReadonlySet<string> = new Set(),
): string {
  const where = (name: string) => (local.has(name) ? ':local' : '')
  const pairs = servers.map(([name, id]) => `${encodeURIComponent(name)}:${encodeURIComponent(id)}${where(name)}`)
  return `${serviceUrl}/v1/hooks/claude-code?servers=${encodeURIComponent(pairs.join(','))}`
}
