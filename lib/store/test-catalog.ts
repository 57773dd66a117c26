import type { CatalogTool } from 'assay-verify/catalog-tool'
import type { CatalogServer, Remote } from '../core/catalog/catalog'
import type { Categorizer } from '../core/catalog/categorizer'
import { type ProbedTarget, placeOfAddress, type Targeting, targetsOf } from '../core/catalog/probe-target'

/** A tool as a listing has it. */
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

const PROBED = { prober: 'mcp-http', evidence: 'endpoint' } as const

/** An endpoint at this address. */
export function targetAt(url: string): ProbedTarget {
  const place = placeOfAddress(url)
  if (place === null) throw new Error(`not an address: ${url}`)
  return { kind: 'streamable-http', url, ...place, ...PROBED }
}

export function streamable(url: string): Remote {
  return { transport: 'streamable-http', url, template: false }
}

/** A server as a catalog has it. */
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

/** For tests in which categories do not matter. */
export const uncategorized: Categorizer = () => ['other']

/** For tests in which probers do not matter: targets the first address of a transport. */
export function targetingBy(kind: Remote['transport']): Targeting {
  return {
    version: `by ${kind}`,
    targetsOf(server) {
      const found = targetsOf(server).find((target) => target.kind === kind)
      const place = found === undefined ? null : placeOfAddress(found.url)
      return found === undefined || place === null ? [] : [{ ...found, ...place, ...PROBED }]
    },
  }
}
