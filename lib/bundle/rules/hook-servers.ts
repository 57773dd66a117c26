import { CLAUDE_HOOK_LIMITS, claudeTool } from 'assay-decide/claude-code'
import { idFault } from 'assay-verify/subject-id'

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
  return servers.length === pairs.length && servers.length <= CLAUDE_HOOK_LIMITS.servers ? servers : undefined
}

function hookServerOf(pair: string): HookServer | undefined {
  const [name, id, where, ...more] = pair.split(':').map(decoded)
  if (name === undefined || id === undefined || more.length > 0) return undefined
  if (pair.split(':').length > 2 && where !== 'local') return undefined
  return name !== '' && name.length <= CLAUDE_HOOK_LIMITS.nameCharacters && idFault(id) === undefined
    ? { name, id, isLocal: where === 'local' }
    : undefined
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
    const tool = claudeTool(toolName, server.name)
    return tool === null ? [] : [{ ...server, tool }]
  })
}
