import type { CatalogServer, Package, Remote } from './catalog'
import { startCommand } from './start-command'

/** A variable in an address, which a caller fills in. */
export const ADDRESS_VARIABLE = /\{([a-zA-Z_][a-zA-Z0-9_.-]{0,59})\}/g

/** Whether an MCP client can call a server by what an entry can hold: an address, or a package that it starts. */
export function isListable({ remotes, packages }: Pick<CatalogServer, 'remotes' | 'packages'>): boolean {
  return remotes.some(isListedRemote) || packages.some(isListedPackage)
}

/** Whether it is an address of MCP without variables that an entry cannot name. */
export function isListedRemote(remote: Remote): remote is Remote & { transport: 'streamable-http' | 'sse' } {
  const { transport, url, template } = remote
  if (transport !== 'streamable-http' && transport !== 'sse') return false
  const filled = template ? url.replace(ADDRESS_VARIABLE, 'x') : url
  return /^https?:\/\/[^\s{}<>]+$/.test(filled) && /^https?:\/\//.test(url) && URL.canParse(filled)
}

/** Whether its registry has a command that starts it, and its name is of the registry's form. */
export function isListedPackage(one: Package): boolean {
  // An MCPB file has no digest here.
  return one.registry !== 'mcpb' && startCommand(one) !== null
}
