import { openReference, REFERENCE_SERVERS, referenceServerId } from './reference'
import { type ReferenceServersOptions, startReferenceServers } from './reference-processes'
import type { Started } from './source'

/** Starts the reference servers as a source. */
export async function startReference(options: ReferenceServersOptions): Promise<Started> {
  const { origin, stdioCommands, close } = await startReferenceServers(options)
  return {
    run: openReference(origin),
    serverIds: REFERENCE_SERVERS.map(({ name }) => referenceServerId(name)),
    own: { origins: [origin], stdioCommands },
    summary: `${REFERENCE_SERVERS.length} MCP servers, everything at ${origin}/mcp`,
    close,
  }
}
