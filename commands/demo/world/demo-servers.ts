import type { CatalogTool } from 'assay-verify/catalog-tool'
import type { CatalogServer } from '../../../lib/core/catalog/catalog'
import fileServers from './file-servers.json' with { type: 'json' }
import mailServers from './mail-servers.json' with { type: 'json' }
import officeServers from './office-servers.json' with { type: 'json' }
import otherServers from './other-servers.json' with { type: 'json' }
import { type DemoServer, readServers } from './read-servers'
import searchServers from './search-servers.json' with { type: 'json' }

/**
 * Every server of the demonstration world. Their publishers are invented, under the domain that is reserved for
 * examples (RFC 2606).
 */
export const DEMO_SERVERS: readonly DemoServer[] = readServers([
  ...searchServers,
  ...fileServers,
  ...mailServers,
  ...officeServers,
  ...otherServers.map((server) =>
    server.id === 'demo/sandpiper.example/suite' ? { ...server, tools: suite() } : server,
  ),
])

/** Four hundred tools, for what shows or searches servers with very many. */
function suite() {
  const things = ['invoice', 'customer', 'order', 'lead', 'campaign', 'ticket', 'contract', 'product']
  const areas = ['sales', 'support', 'billing', 'stock', 'staff', 'travel', 'legal', 'events', 'partner', 'web']
  const nouns = areas.flatMap((area) => things.map((thing) => `${area}_${thing}`))
  return nouns.flatMap((noun) =>
    ['get', 'list', 'find', 'create', 'update'].map((verb, at) => ({
      name: `${verb}_${noun}`,
      description: `${verb === 'list' ? 'List' : 'Work with'} ${noun} records of the business suite.`,
      takes: { id: ['string!', `Id of the ${noun}.`] },
      does: at < 3 ? 'reads' : 'writes',
    })),
  )
}

/** Path of a server below its origin. */
export function pathOf({ id, kind }: DemoServer): string {
  return `/${id.slice(id.lastIndexOf('/') + 1)}/${kind === 'mcp' ? 'mcp' : 'api'}`
}

/** The entry of a server in a catalog. */
export function catalogEntryOf(server: DemoServer, origin: string): CatalogServer {
  const { id, title, description, repository, license, tags, declaredAccess, kind, versions } = server
  const [first] = versions
  return {
    id,
    registry: id.slice(0, id.indexOf('/')),
    title,
    description,
    repository,
    version: first?.version ?? null,
    packages: [],
    remotes: [
      {
        transport: kind === 'mcp' ? 'streamable-http' : 'http-api',
        url: `${origin}${pathOf(server)}`,
        template: false,
      },
    ],
    categoryHint: null,
    tags: [...tags],
    license,
    declaredAccess,
    lifecycle: 'active',
    tools: (first?.tools ?? []).map(
      ({ title: toolTitle = null, outputSchema = null, annotations = null, ...tool }): CatalogTool => ({
        ...tool,
        title: toolTitle ?? null,
        outputSchema,
        annotations,
      }),
    ),
  }
}
