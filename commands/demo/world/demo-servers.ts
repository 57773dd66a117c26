import type { CatalogTool } from 'assay-verify/catalog-tool'
import type { CatalogServer } from '../../../lib/core/catalog/catalog'
import type { DemoServer } from './demo-server'
import { FILE_SERVERS } from './file-servers'
import { MAIL_SERVERS } from './mail-servers'
import { OFFICE_SERVERS } from './office-servers'
import { OTHER_SERVERS } from './other-servers'
import { SEARCH_SERVERS } from './search-servers'

/**
 * Every server of the demonstration world. Their publishers are invented, under the domain that is reserved for
 * examples (RFC 2606).
 */
export const DEMO_SERVERS: readonly DemoServer[] = [
  ...SEARCH_SERVERS,
  ...FILE_SERVERS,
  ...MAIL_SERVERS,
  ...OFFICE_SERVERS,
  ...OTHER_SERVERS,
]

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
