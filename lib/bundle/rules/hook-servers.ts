import { idFault } from 'assay-verify/subject-id'

/** The most servers of one address, and characters of the list of them. */
export const MOST_HOOK_SERVERS = 100
export const MOST_HOOK_SERVERS_LENGTH = 8192
/** Characters of a name that a setup gives to a server. */
const MOST_NAME = 200

/** What a setup calls a server, and the id of that server here. */
export interface HookServer {
  name: string
  id: string
  /** The caller runs it on its own machine. */
  isLocal: boolean
}

/** `name:id` or `name:id:local`, percent-encoded, with commas between; undefined: it is no such list. */
export function parseHookServers(text: string): HookServer[] | undefined {
  const pairs = text.split(',').map(hookServerOf)
  const servers = pairs.filter((pair) => pair !== undefined)
  return servers.length === pairs.length && servers.length <= MOST_HOOK_SERVERS ? servers : undefined
}

function hookServerOf(pair: string): HookServer | undefined {
  const [name, id, where, ...more] = pair.split(':').map(decoded)
  if (name === undefined || id === undefined || more.length > 0) return undefined
  if (pair.split(':').length > 2 && where !== 'local') return undefined
  const isLocal = where === 'local'
  return name !== '' && name.length <= MOST_NAME && idFault(id) === undefined ? { name, id, isLocal } : undefined
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** A server that a call may be of, and what the host calls the tool. */
export interface CalledServer extends HookServer {
  tool: string
}

/**
 * The servers that a tool of Claude Code may belong to: `mcp__SERVER__TOOL`, both names normalized. Several where names
 * become the same, or where one contains `__`; none where the setup's name is not in the list, or no tool of a server
 * is called. `configuredName`: what the event calls the server, which newer versions say; null: nothing.
 */
export function calledServers(
  toolName: string,
  configuredName: string | null,
  servers: readonly HookServer[],
): CalledServer[] {
  const named = configuredName === null ? servers : servers.filter(({ name }) => name === configuredName)
  return named.flatMap((server) => {
    const prefix = `mcp__${normalizedName(server.name)}__`
    const tool = toolName.startsWith(prefix) ? toolName.slice(prefix.length) : ''
    return tool === '' ? [] : [{ ...server, tool }]
  })
}

/** As Claude Code 2.1.332 writes the name of a server or tool in the name of a tool. */
export function normalizedName(name: string): string {
  const plain = name.replace(/[^\w-]/g, '_')
  return name.startsWith('claude.ai ') ? plain.replace(/_+/g, '_').replace(/^_|_$/g, '') : plain
}
