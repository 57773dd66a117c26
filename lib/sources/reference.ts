import type { CatalogServer, Package, Remote } from '../core/catalog/catalog'
import type { PackageArgument } from '../core/catalog/package-inputs'
import type { SourceBatch, SourceMemory, SourceRun } from './source'

/** The version of the reference servers in package.json; a test compares it with the installed one. */
export const REFERENCE_VERSION = '2026.8.31'

const REGISTRY = 'npm-official'
const OWNER = 'modelcontextprotocol'

/**
 * The reference MCP servers published on npm, with the ids of `npm-official` catalogs, so that importing such a catalog
 * adds no duplicates.
 */
export const REFERENCE_SERVERS = [
  {
    name: 'server-everything',
    title: 'Everything Reference Server',
    description: 'MCP server that exercises all the features of the MCP protocol',
  },
  {
    name: 'server-filesystem',
    title: 'secure-filesystem-server',
    description: 'MCP server for filesystem access',
  },
  {
    name: 'server-memory',
    title: 'memory-server',
    description: 'MCP server for enabling memory for Claude through a knowledge graph',
  },
  {
    name: 'server-sequential-thinking',
    title: 'sequential-thinking-server',
    description: 'MCP server for sequential thinking and problem solving',
  },
] as const
export type ReferenceName = (typeof REFERENCE_SERVERS)[number]['name']

const FOLDERS: PackageArgument = {
  place: 'package',
  name: null,
  value: null,
  valueHint: 'folder',
  description: 'A folder that it may read and write; paths in calls are relative to it.',
  isRequired: true,
  isRepeated: true,
}

/** What their processes take, as their own documentation says; of the others, nothing. */
const REFERENCE_INPUTS: Partial<Record<ReferenceName, Pick<Package, 'arguments' | 'environment'>>> = {
  'server-filesystem': { arguments: [FOLDERS] },
  'server-memory': {
    environment: [
      {
        name: 'MEMORY_FILE_PATH',
        isRequired: false,
        isSecret: false,
        description: 'The file in which it keeps its graph.',
      },
    ],
  },
}

/** The id of a reference server: `npm-official/modelcontextprotocol/server-everything`. */
export function referenceServerId(name: ReferenceName): string {
  return `${REGISTRY}/${OWNER}/${name}`
}

/** Its package on npm. */
export function referencePackage(name: ReferenceName): string {
  return `@${OWNER}/${name}`
}

/** The address by which a prober finds the command of a reference server over stdio. */
export function referenceStdioUrl(name: ReferenceName): string {
  return `stdio:${referenceServerId(name)}`
}

/**
 * The four reference servers as this process runs them. `everythingOrigin` is where the everything server listens
 * (`ReferenceServers.origin`); the others use stdio. Their tools come from their own listing, so none are given here.
 */
export function openReference(everythingOrigin: string): SourceRun {
  const servers = REFERENCE_SERVERS.map(({ name, title, description }) =>
    referenceServer(name, title, description, everythingOrigin),
  )
  const memory: SourceMemory = { since: null }
  return { batches: once({ servers, deleted: [], rejected: [], adjusted: {}, progress: 1 }), memory: () => memory }
}

async function* once(batch: SourceBatch): AsyncGenerator<SourceBatch> {
  yield batch
}

function referenceServer(
  name: ReferenceName,
  title: string,
  description: string,
  everythingOrigin: string,
): CatalogServer {
  return {
    id: referenceServerId(name),
    registry: REGISTRY,
    title,
    description,
    repository: 'https://github.com/modelcontextprotocol/servers',
    version: REFERENCE_VERSION,
    packages: [{ registry: 'npm', name: referencePackage(name), ...REFERENCE_INPUTS[name] }],
    remotes: [remoteOf(name, everythingOrigin)],
    categoryHint: null,
    tags: [],
    license: 'SEE LICENSE IN LICENSE',
    declaredAccess: 'open',
    lifecycle: 'active',
    tools: [],
  }
}

function remoteOf(name: ReferenceName, everythingOrigin: string): Remote {
  if (name === 'server-everything')
    return { transport: 'streamable-http', url: `${everythingOrigin}/mcp`, template: false }
  return { transport: 'stdio', url: referenceStdioUrl(name), template: false }
}
