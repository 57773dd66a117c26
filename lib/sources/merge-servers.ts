import type { CatalogServer } from '../core/catalog/catalog'
import type { Adjustments } from './adjustments'
import { distinctRemotes } from './intake'

/**
 * Merges two listings of one server. Facts of the later count, with those of the earlier where it has none; lists are
 * joined, so that no tool, package or address of either is lost.
 */
export function mergeServers(earlier: CatalogServer, later: CatalogServer, adjusted: Adjustments): CatalogServer {
  const tools = new Map(earlier.tools.map((tool) => [tool.name, tool]))
  for (const tool of later.tools) {
    if (tools.has(tool.name)) adjusted.add('duplicate_tool')
    tools.set(tool.name, tool)
  }
  const packages = new Map(
    [...earlier.packages, ...later.packages].map((item) => [`${item.registry} ${item.name}`, item]),
  )
  return {
    ...(earlier.declaredAuth === undefined ? {} : { declaredAuth: earlier.declaredAuth }),
    ...(earlier.releasedAt === undefined ? {} : { releasedAt: earlier.releasedAt }),
    ...later,
    title: later.title || earlier.title,
    description: later.description || earlier.description,
    repository: later.repository ?? earlier.repository,
    version: later.version ?? earlier.version,
    packages: [...packages.values()],
    remotes: distinctRemotes([...earlier.remotes, ...later.remotes]),
    categoryHint: later.categoryHint ?? earlier.categoryHint,
    tags: [...new Set([...earlier.tags, ...later.tags])],
    license: later.license ?? earlier.license,
    declaredAccess: later.declaredAccess === 'unknown' ? earlier.declaredAccess : later.declaredAccess,
    tools: [...tools.values()],
  }
}
