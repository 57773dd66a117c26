import { namedByCommand } from './command-name.ts'
import { namedByAddress } from './public-address.ts'
import { type Named, notLookedUp, type SetupServer } from './setup-server.ts'

/** Members that hold servers by name: most clients, VS Code, Zed, opencode, Codex. */
const SERVER_MEMBERS: readonly string[] = ['mcpServers', 'servers', 'context_servers', 'mcp_servers', 'mcp']
const URL_MEMBERS: readonly string[] = ['url', 'serverUrl', 'httpUrl', 'uri', 'endpoint']
const DEPENDENCY_MEMBERS: readonly string[] = ['dependencies', 'devDependencies', 'optionalDependencies']
/** How far below the root a client keeps its servers: Claude Code has them in `projects`, by folder. */
const MOST_DEEP = 4

type Members = Readonly<Record<string, unknown>>

/**
 * The servers that the settings of a client name, each place once; empty: none. Only commands, their arguments and
 * addresses are read.
 */
export function serversInSettings(value: unknown): SetupServer[] {
  const found: SetupServer[] = []
  collect(value, 0, found)
  if (found.length === 0 && isMembers(value)) collectServers(isServer(value) ? { '': value } : value, found)
  return found
}

/** The packages that a package.json depends on; undefined: it is none. Versions are read only where they are exact. */
export function dependenciesIn(value: unknown): { name: string; version: string }[] | undefined {
  if (!isMembers(value)) return undefined
  const lists = DEPENDENCY_MEMBERS.map((member) => value[member]).filter(isMembers)
  if (lists.length === 0) return undefined
  const versions = new Map(lists.flatMap((list) => Object.entries(list)))
  return [...versions].map(([name, version]) => ({ name, version: typeof version === 'string' ? version : '' }))
}

function collect(value: unknown, depth: number, found: SetupServer[]): void {
  if (!isMembers(value) || depth > MOST_DEEP) return
  for (const [name, member] of Object.entries(value)) {
    if (SERVER_MEMBERS.includes(name) && isMembers(member)) collectServers(member, found)
    collect(member, depth + 1, found)
  }
}

function collectServers(servers: Members, found: SetupServer[]): void {
  for (const [name, server] of Object.entries(servers))
    if (isMembers(server) && isServer(server)) found.push({ name, ...namedByServer(server) })
}

function isServer(server: Members): boolean {
  return commandOf(server) !== undefined || addressOf(server) !== undefined
}

function namedByServer(server: Members): Named {
  const address = addressOf(server)
  if (address !== undefined) return namedByAddress(address)
  const line = commandOf(server)
  return line === undefined ? notLookedUp('no_name') : namedByCommand(line.command, line.args)
}

function addressOf(server: Members): string | undefined {
  return URL_MEMBERS.map((member) => server[member]).find((value) => typeof value === 'string')
}

/** A command with its arguments; Zed nests it, opencode writes it as one list. */
function commandOf({ command, args }: Members): { command: string; args: string[] } | undefined {
  if (typeof command === 'string') return { command, args: textsOf(args) }
  if (Array.isArray(command)) {
    const [program, ...rest] = textsOf(command)
    return program === undefined ? undefined : { command: program, args: rest }
  }
  if (!isMembers(command) || typeof command.path !== 'string') return undefined
  return { command: command.path, args: textsOf(command.args) }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
