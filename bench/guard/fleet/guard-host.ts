import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { addressOf } from './direct-host'
import { CLIENT, type Host, takingChanges } from './host'
import type { PlannedServer } from './plan'

export interface GuardSettings {
  /** The built command. */
  built: string
  /** Where the configuration is written, and the guard keeps its state. */
  folder: string
  command(server: PlannedServer): string[]
  /** null: no service. */
  service: string | null
}

/** A configuration of these servers, as a client has it. */
export function writeConfiguration(
  path: string,
  servers: readonly PlannedServer[],
  command: (server: PlannedServer) => string[],
): void {
  const entryOf = (server: PlannedServer) =>
    server.port === null
      ? { command: process.execPath, args: command(server) }
      : { type: 'http', url: addressOf(server) }
  writeFileSync(
    path,
    JSON.stringify({ mcpServers: Object.fromEntries(servers.map((server) => [server.name, entryOf(server)])) }),
  )
}

/** What a guard is started with, over stdio or, with more arguments, over HTTP. */
export function guardProcess({ built, folder, service }: GuardSettings, ...more: string[]) {
  return {
    command: process.execPath,
    args: [built, 'run', '--config', join(folder, 'mcp.json'), ...more],
    env: { ASSAY_GUARD_STATE: join(folder, 'state'), ASSAY_URL: service ?? 'off', HOME: folder },
    cwd: folder,
  }
}

/** The official client with one connection, to a guard before all servers. */
export function guardHost(servers: readonly PlannedServer[], settings: GuardSettings): Host {
  let offered: ReadonlyMap<string, readonly string[]> = new Map()
  const take = (tools: readonly { name: string }[]) => {
    offered = byServer(tools.map(({ name }) => name))
  }
  const client = new Client(CLIENT, takingChanges(take))
  return {
    start: async () => {
      writeConfiguration(join(settings.folder, 'mcp.json'), servers, settings.command)
      await client.connect(new StdioClientTransport({ ...guardProcess(settings), stderr: 'inherit' }))
      take((await client.listTools()).tools)
    },
    offered: () => offered,
    call: (server, tool) => client.callTool({ name: `${server.name}${BETWEEN}${tool}`, arguments: {} }),
    close: () => client.close(),
  }
}

const BETWEEN = '__'

function byServer(names: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const name of names) {
    const at = name.indexOf(BETWEEN)
    const server = name.slice(0, at)
    found.set(server, [...(found.get(server) ?? []), name.slice(at + BETWEEN.length)])
  }
  return found
}
