import type { Access } from 'assay-verify/verdict'
import type { Package } from './catalog'
import { argumentWords } from './package-inputs'
import { startCommand } from './start-command'
import { TRANSPORT_ROWS } from './transports'
import type { WaysIn } from './ways-in'

/** How one client is set up to use a server. */
export interface ClientSetup {
  client: 'Claude Code' | 'Cursor' | 'VS Code' | 'JSON'
  /** What it is: a command for a shell, or a file. */
  kind: 'command' | 'file'
  /** The file that the text belongs to; null: a command. */
  file: string | null
  text: string
  /** An address that opens the client and has it add the server; null: the client has none. */
  link: string | null
}

/** What a client needs to know of a server. */
export type Connection =
  | { transport: 'http' | 'sse'; url: string; headers: Readonly<Record<string, string>> }
  | { transport: 'stdio'; command: string; args: readonly string[]; env: Readonly<Record<string, string>> }

/** A placeholder of ours, to be replaced by the reader. */
const TOKEN = 'YOUR_TOKEN'

/**
 * How a client connects to a server: to its address, else by starting its package. null: the catalog declares neither
 * in a form that a client takes. Where it asks for credentials and `sendsKey` (no client can sign in there by itself),
 * the header has a placeholder.
 */
export function connectionOf(
  { endpoint, package: run }: Pick<WaysIn, 'endpoint' | 'package'>,
  access: Access,
  sendsKey: boolean,
): Connection | null {
  const transport = endpoint === null ? undefined : TRANSPORT_ROWS[endpoint.transport].client
  if (endpoint !== null && transport !== undefined) {
    const headers: Record<string, string> = access === 'auth' && sendsKey ? { Authorization: `Bearer ${TOKEN}` } : {}
    return { transport, url: endpoint.url, headers }
  }
  return run === null ? null : processOf(run)
}

function processOf(run: Package): Connection | null {
  const [command, ...args] = startCommand(run)?.split(' ') ?? []
  if (command === undefined) return null
  const env = Object.fromEntries((run.variables ?? []).map((name) => [name, `YOUR_${name}`]))
  const started = command === 'docker' ? withVariables(args, run) : args
  return { transport: 'stdio', command, args: [...started, ...argumentWords(run)], env }
}

/** A container gets the variables it is given by name. */
function withVariables(args: readonly string[], { variables = [] }: Package): string[] {
  const image = args.at(-1) ?? ''
  return [...args.slice(0, -1), ...variables.flatMap((name) => ['-e', name]), image]
}

/**
 * How Claude Code, Cursor and VS Code add a server, and the file that most other clients read. `id`: of the server; it
 * is named after its last part.
 */
export function clientSetups(id: string, connection: Connection): ClientSetup[] {
  const name = nameIn(id)
  const config = configOf(connection)
  const typed =
    connection.transport === 'stdio' ? { type: 'stdio', ...config } : { type: connection.transport, ...config }
  const cursor = new URLSearchParams({ name, config: base64(JSON.stringify(config)) })
  return [
    { client: 'Claude Code', kind: 'command', file: null, text: claudeCommand(name, connection), link: null },
    {
      client: 'Cursor',
      kind: 'file',
      file: '.cursor/mcp.json',
      text: file({ mcpServers: { [name]: config } }),
      link: `cursor://anysphere.cursor-deeplink/mcp/install?${cursor}`,
    },
    {
      client: 'VS Code',
      kind: 'file',
      file: '.vscode/mcp.json',
      text: file({ servers: { [name]: typed } }),
      link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...typed }))}`,
    },
    { client: 'JSON', kind: 'file', file: 'mcp.json', text: file({ mcpServers: { [name]: typed } }), link: null },
  ]
}

/** The command that takes the server out of Claude Code again. */
export function removalCommand(id: string): string {
  return `claude mcp remove ${nameIn(id)}`
}

/** What leaves one tool of the server out in the settings of Claude Code, as it stands in its file. */
export function denyRule(id: string, tool: string): string {
  return JSON.stringify({ permissions: { deny: [`mcp__${nameIn(id)}__${tool}`] } }, null, 2)
}

/** A name that every client takes: letters, digits and hyphens of the last part of the id that has any. */
function nameIn(id: string): string {
  const parts = id.split('/').map((part) =>
    part
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  )
  return (parts.findLast((part) => part !== '') ?? 'server').slice(0, MOST_NAME_CHARS).replace(/-$/, '')
}

const MOST_NAME_CHARS = 40

function configOf(connection: Connection) {
  if (connection.transport === 'stdio') {
    const { command, args, env } = connection
    return { command, args, ...(Object.keys(env).length > 0 && { env }) }
  }
  const { url, headers } = connection
  return { url, ...(Object.keys(headers).length > 0 && { headers }) }
}

function claudeCommand(name: string, connection: Connection): string {
  if (connection.transport === 'stdio') {
    const { command, args, env } = connection
    const variables = Object.entries(env).map(([key, value]) => `--env ${key}=${value}`)
    return [`claude mcp add ${name}`, ...variables, `-- ${[command, ...args].map(quoted).join(' ')}`].join(' \\\n  ')
  }
  const { transport, url, headers } = connection
  const given = Object.entries(headers).map(([key, value]) => `--header "${key}: ${value}"`)
  return [`claude mcp add --transport ${transport}`, `${name} ${quoted(url)}`, ...given].join(' \\\n  ')
}

/** For a shell: strangers wrote the address. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function file(content: object): string {
  return JSON.stringify(content, null, 2)
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
