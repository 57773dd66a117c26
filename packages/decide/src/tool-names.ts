import type { KnownServer } from './bundle.ts'

// Hosts write the name of a tool after that of its server, and replace characters in both.

/** What follows the prefix of a server in the name of a tool; null: the tool is not of that server. */
export function toolAfter(prefix: string, tool: string): string | null {
  return tool.length > prefix.length && tool.startsWith(prefix) ? tool.slice(prefix.length) : null
}

/** What the servers call a tool that a host writes so, the same name first; the written name where none fits. */
export function toolNames(written: string, write: (tool: string) => string, servers: readonly KnownServer[]): string[] {
  const known = servers.flatMap(({ facts, pins, state }) => [
    ...Object.keys(facts.tools),
    ...Object.keys(pins?.tools ?? {}),
    ...Object.values(state?.changed ?? {}).flatMap((tools) => tools ?? []),
  ])
  const same = known.includes(written) ? [written] : []
  const names = new Set([...same, ...known.filter((name) => write(name) === written)])
  return names.size === 0 ? [written] : [...names]
}
