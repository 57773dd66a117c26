/**
 * The tool that examples of the contract name: one of the reference servers, which the standalone service runs itself.
 */
export const EXAMPLE_TOOL = 'npm-official/modelcontextprotocol/server-everything/echo'
export const EXAMPLE_SERVER = 'npm-official/modelcontextprotocol/server-everything'
/** Servers that exist nowhere, in further examples of the contract. */
const INVENTED_SERVERS = ['garden/northwind/file-cabinet', 'garden/lantern/lamps']

/** A tool and its server, as examples name them. */
export interface ExampleTool {
  toolId: string
  serverId: string
}

/** An example of the contract with a tool and a server that a service knows in place of the contract's own. */
export function withExample<Value>(value: Value, { toolId, serverId }: ExampleTool): Value {
  if (typeof value === 'string') {
    const named = value.replaceAll(EXAMPLE_TOOL, () => toolId).replaceAll(EXAMPLE_SERVER, () => serverId)
    return INVENTED_SERVERS.reduce((text, id) => text.replaceAll(id, () => serverId), named) as Value
  }
  if (Array.isArray(value)) return value.map((item) => withExample(item, { toolId, serverId })) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withExample(item, { toolId, serverId })]),
  ) as Value
}
