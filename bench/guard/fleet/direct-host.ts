import { setTimeout as delay } from 'node:timers/promises'
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { CLIENT, type Host, namesOf, takingChanges } from './host'
import type { PlannedServer } from './plan'

/**
 * `all`: awaits all servers as one, so that one that fails fails them all. `settled`: awaits each, and goes on with
 * those that answered. `reconnecting`: as that, and keeps the tools of a lost connection and connects anew.
 */
export type DirectMode = 'all' | 'settled' | 'reconnecting'

const NONE: ReadonlyMap<string, readonly string[]> = new Map()
/** After a connection was lost or could not be made, and after each further try. */
const CONNECT_EVERY_MS = 5000

/** How a server is reached without a guard. */
export type Reach = (server: PlannedServer) => StdioClientTransport | StreamableHTTPClientTransport

export function reachOf(command: (server: PlannedServer) => string[]): Reach {
  return (server) =>
    server.port === null
      ? new StdioClientTransport({ command: process.execPath, args: command(server), stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(addressOf(server)))
}

export const addressOf = ({ port }: Pick<PlannedServer, 'port'>): string => `http://127.0.0.1:${port}/mcp`

/** The official client once for each server, with its own limits of time. */
export function directHost(servers: readonly PlannedServer[], reach: Reach, mode: DirectMode): Host {
  const clients = new Map<string, Client>()
  const opening = new Set<Client>()
  const offered = new Map<string, readonly string[]>()
  const connect = async (server: PlannedServer): Promise<Client> => {
    const { name } = server
    const client: Client = new Client(
      CLIENT,
      takingChanges((tools) => offered.set(name, namesOf(tools))),
    )
    opening.add(client)
    client.onclose = () => {
      if (clients.get(name) === client) forget(name)
    }
    await client.connect(reach(server))
    offered.set(name, namesOf((await client.listTools()).tools))
    clients.set(name, client)
    return client
  }
  const forget = (name: string) => {
    clients.delete(name)
    if (mode !== 'reconnecting') offered.delete(name)
  }
  const connectAnew = async (server: PlannedServer) => {
    for (; !isOver; await delay(CONNECT_EVERY_MS))
      if (!clients.has(server.name)) await connect(server).catch(() => undefined)
  }
  let [isListed, isOver] = [false, false]
  return {
    start: async () => {
      if (mode === 'all') await Promise.all(servers.map(connect))
      else await Promise.allSettled(servers.map(connect))
      isListed = true
      if (mode === 'reconnecting') for (const server of servers) connectAnew(server).catch(console.error)
    },
    // A host that waits for all has none before.
    offered: () => (isListed ? offered : NONE),
    call: async (server, tool) => {
      const client = clients.get(server.name)
      if (client === undefined) throw new Error('Not connected')
      try {
        return await client.callTool({ name: tool, arguments: {} })
      } catch (error) {
        // Anything but an error that the server answered.
        if (mode === 'reconnecting' && !(error instanceof ProtocolError)) {
          forget(server.name)
          client.close().catch(() => undefined)
        }
        throw error
      }
    },
    close: async () => {
      isOver = true
      await Promise.allSettled([...opening].map((client) => client.close()))
    },
  }
}
