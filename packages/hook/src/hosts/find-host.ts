import type { Host } from './host.ts'
import { isMembers } from './members.ts'

/** Each is loaded alone: a call waits for no other. */
const HOSTS = {
  'claude-code': async () => (await import('./claude-code.ts')).claudeCode,
  vscode: async () => (await import('./vscode.ts')).vscode,
  copilot: async () => (await import('./copilot.ts')).copilot,
  cursor: async () => (await import('./cursor.ts')).cursor,
  goose: async () => (await import('./goose.ts')).goose,
} as const satisfies Record<string, () => Promise<Host>>

type HostName = keyof typeof HOSTS
export const HOST_NAMES = Object.keys(HOSTS) as HostName[]

/** The host of a name; undefined: there is none. */
export async function findHost(name: string): Promise<Host | undefined> {
  const known = HOST_NAMES.find((one) => one === name)
  return known === undefined ? undefined : HOSTS[known]()
}

/**
 * The host that an event is of, whatever command it runs: VS Code and Copilot CLI read one file, and these two and
 * Cursor also read hooks that were added for Claude Code.
 */
export function hostOfEvent(name: string, input: unknown): string {
  if (!isMembers(input) || !HOST_NAMES.some((one) => one === name)) return name
  const has = (member: string) => typeof input[member] === 'string'
  if (!has('hook_event_name')) return has('event') ? 'goose' : name
  if (has('cursor_version')) return 'cursor'
  if (isMembers(input.mcp_server)) return 'claude-code'
  // Only these two say when; only VS Code numbers calls.
  if (has('timestamp') || name === 'vscode' || name === 'copilot') return has('tool_use_id') ? 'vscode' : 'copilot'
  return has('tool_use_id') && `${input.tool_name}`.startsWith('mcp__') ? 'claude-code' : name
}
