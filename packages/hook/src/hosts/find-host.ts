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

/** The host that an event is of: VS Code and Copilot CLI run the same command, and only VS Code numbers calls. */
export function hostOfEvent(name: string, input: unknown): string {
  if (name !== 'vscode' && name !== 'copilot') return name
  return isMembers(input) && typeof input.tool_use_id === 'string' ? 'vscode' : 'copilot'
}
