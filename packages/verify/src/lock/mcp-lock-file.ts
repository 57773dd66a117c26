import { isPlainObject } from '../json-schema/json-value.ts'
import { digestOf } from '../leaves/leaf.ts'
import { parseStrictJson } from '../text/strict-json.ts'
import type { LockEntry, LockedTool, LockFile } from './lock-file.ts'
import { LockFileFault } from './lock-file.ts'

// The format of the program mcp-lock (github.com/ace26597/mcp-lock), `mcp-lock.json`, version 1, of February 2026. Its
// hashes are SHA-256 of canonical JSON: of the description (an empty text where there is none), and of the input schema
// with its lists in their order ({} where there is none).

const MCP_LOCK_VERSION = 1

/** Every capability that mcp-lock infers from words: where all are pinned, it reports none as new. */
const CAPABILITIES = ['read', 'write', 'delete', 'execute', 'network', 'database', 'secrets']

const NO_DESCRIPTION = digestOf('')
const NO_SCHEMA = digestOf({})

/** What mcp-lock pins of one server of a client's configuration. */
export interface McpLockServer {
  /** What the configuration calls it. */
  name: string
  version: string | null
  tools: LockedTool[]
}

/** The servers of an `mcp-lock.json`. Throws `LockFileFault`. */
export function parseMcpLock(text: string): McpLockServer[] {
  const parsed = parseStrictJson(text)
  const file = parsed.ok && isPlainObject(parsed.value) ? parsed.value : undefined
  if (file === undefined || !isPlainObject(file.servers)) throw new LockFileFault('it is no mcp-lock.json.')
  if (file.version !== MCP_LOCK_VERSION) throw new LockFileFault(`its "version" is not ${MCP_LOCK_VERSION}.`)
  return Object.entries(file.servers).map(([name, server]) => {
    if (!isPlainObject(server) || !isPlainObject(server.tools))
      throw new LockFileFault(`the server ${JSON.stringify(name).slice(0, 200)} has no "tools".`)
    const { serverVersion } = server
    return {
      name,
      version: typeof serverVersion === 'string' ? serverVersion : null,
      tools: Object.entries(server.tools).flatMap(([tool, pinned]) =>
        isPlainObject(pinned) ? [toolOf(tool, pinned)] : [],
      ),
    }
  })
}

function toolOf(name: string, { descriptionHash, inputSchemaHash }: Record<string, unknown>): LockedTool {
  const description = hashIn(descriptionHash, name)
  const schema = hashIn(inputSchemaHash, name)
  return {
    name,
    description: description === NO_DESCRIPTION ? null : description,
    inputSchemaAsWritten: schema === NO_SCHEMA ? null : schema,
  }
}

function hashIn(hash: unknown, tool: string): string {
  if (typeof hash === 'string' && /^sha256:[0-9a-f]{64}$/.test(hash)) return hash
  throw new LockFileFault(`the tool ${JSON.stringify(tool).slice(0, 200)} has a hash that is no SHA-256.`)
}

/**
 * What of a server that mcp-lock pinned a lock pins: names of tools, descriptions, input schemas as written. Everything
 * else is not pinned.
 */
export function lockEntryOfMcpLock(
  id: string,
  { name, version, tools }: McpLockServer,
): LockEntry & { clientName: string } {
  return { id, clientName: name, version, leaf: null, parts: {}, tools }
}

/**
 * The text of an `mcp-lock.json` with the tools of a lock; see docs/lock.md for what it loses. `writtenAt`: the time it
 * names.
 */
export function mcpLockText({ servers }: LockFile, writtenAt: Date): string {
  const file = {
    version: MCP_LOCK_VERSION,
    locked: writtenAt.toISOString(),
    host: '',
    client: 'assay',
    configPath: '',
    servers: Object.fromEntries(servers.map((entry) => [nameOf(entry), mcpLockServer(entry)])),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** What the client's configuration calls it, where the lock knows. */
function nameOf(entry: LockEntry & { clientName?: unknown }): string {
  return typeof entry.clientName === 'string' ? entry.clientName : entry.id
}

function mcpLockServer({ version, tools }: LockEntry): object {
  // A tool of which either hash is not known would be reported as changed.
  const pinned = (tools ?? []).filter(
    (tool) => tool.description !== undefined && tool.inputSchemaAsWritten !== undefined,
  )
  return {
    transport: 'unknown',
    ...(version === null ? {} : { serverVersion: version }),
    tools: Object.fromEntries(
      pinned.map(({ name, description, inputSchemaAsWritten }) => [
        name,
        {
          descriptionHash: description ?? NO_DESCRIPTION,
          inputSchemaHash: inputSchemaAsWritten ?? NO_SCHEMA,
          capabilities: CAPABILITIES,
        },
      ]),
    ),
    toolCount: (tools ?? []).length,
  }
}
