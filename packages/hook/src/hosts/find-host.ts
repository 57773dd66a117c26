import type { Host } from './host.ts'

/** Each is loaded alone: a call waits for no other. */
const HOSTS: Readonly<Record<string, () => Promise<Host>>> = {
  'claude-code': async () => (await import('./claude-code.ts')).claudeCode,
}

export const HOST_NAMES = Object.keys(HOSTS)

/** The host of a name; undefined: there is none. */
export async function findHost(name: string): Promise<Host | undefined> {
  return Object.hasOwn(HOSTS, name) ? HOSTS[name]?.() : undefined
}
