import type { CatalogServer, CatalogTool, Remote } from '../core/catalog/catalog'
import type { Categorizer } from '../core/catalog/categorizer'

/** A tool as a listing gives it, for tests. */
export function testTool(name: string, more: Partial<CatalogTool> = {}): CatalogTool {
  return {
    name,
    title: null,
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
    outputSchema: null,
    annotations: null,
    ...more,
  }
}

export function streamable(url: string): Remote {
  return { transport: 'streamable-http', url, template: false }
}

/** A server as a catalog gives it, for tests. */
export function testServer(id: string, more: Partial<CatalogServer> = {}): CatalogServer {
  return {
    id,
    registry: id.split('/')[0] ?? '',
    title: `Title of ${id}`,
    description: 'A server for tests.',
    repository: null,
    version: null,
    packages: [],
    remotes: [],
    categoryHint: null,
    tags: [],
    license: null,
    declaredAccess: 'unknown',
    lifecycle: 'active',
    tools: [],
    ...more,
  }
}

/** For tests to which categories do not matter. */
export const uncategorized: Categorizer = () => ['other']
