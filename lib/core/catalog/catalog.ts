import type { FlaggedText } from '../declarations/declarations'
import type { Access } from '../verdict/verdict'
import type { PackageArgument, PackageVariable } from './package-inputs'

/** How a server can be reached. Transports without a prober are kept for readers. */
export const TRANSPORTS = ['streamable-http', 'sse', 'stdio', 'http-api', 'http-api-docs', 'openapi', 'other'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** An address a server publishes. `template` addresses contain `{variables}`; they are kept and never dialled. */
export interface Remote {
  transport: Transport
  url: string
  template: boolean
}

export const PACKAGE_REGISTRIES = ['npm', 'pypi', 'nuget', 'oci', 'mcpb'] as const
/** How readers know them. */
export const PACKAGE_REGISTRY_NAMES = {
  npm: 'npm',
  pypi: 'PyPI',
  nuget: 'NuGet',
  oci: 'OCI',
  mcpb: 'MCPB',
} as const satisfies Record<(typeof PACKAGE_REGISTRIES)[number], string>

export interface Package {
  registry: (typeof PACKAGE_REGISTRIES)[number]
  name: string
  version?: string
  /** Environment variables that it requires, by name; absent: none, or the source does not say. */
  variables?: string[]
  /**
   * All environment variables that it reads, with what is said of them; absent: the source says no more than
   * `variables`.
   */
  environment?: PackageVariable[]
  /** What its command takes; absent: nothing, or the source does not say. */
  arguments?: PackageArgument[]
}

export interface ToolAnnotations {
  title?: string
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

export type JsonSchema = { [key: string]: unknown }

/** A tool as a catalog or a server's own listing describes it. `name` is exactly what a client must call. */
export interface CatalogTool {
  name: string
  title: string | null
  description: string
  inputSchema: JsonSchema | null
  outputSchema: JsonSchema | null
  annotations: ToolAnnotations | null
}

/** How an API that asks for credentials takes them: a key sent with each call, or a token of an OAuth flow. */
export const AUTH_SCHEMES = ['apiKey', 'oauth'] as const
export type AuthScheme = (typeof AUTH_SCHEMES)[number]

/** A server as a source describes it. `id` is `<registry>/<owner path>/<server>`, matched whole. */
export interface CatalogServer {
  id: string
  registry: string
  title: string
  description: string
  repository: string | null
  version: string | null
  packages: Package[]
  remotes: Remote[]
  /** The catalog's own label, a hint for the taxonomy. */
  categoryHint: string | null
  tags: string[]
  license: string | null
  declaredAccess: Access
  /** Absent or null: the source does not say. */
  declaredAuth?: AuthScheme | null
  lifecycle: 'active' | 'deprecated' | 'deleted'
  tools: CatalogTool[]
  /** Of its description and tools as the source has them: hidden characters, which cleaning takes out. Absent: none. */
  hidden?: FlaggedText[]
}

/** MCP's transports, in the order in which a client prefers them. */
export const MCP_TRANSPORTS: readonly Transport[] = ['streamable-http', 'sse', 'stdio']

/**
 * The MCP endpoint a client uses: the first of its preferred transport that needs no variables and can be dialled;
 * undefined: none.
 */
export function mcpEndpoint(remotes: readonly Remote[]): Remote | undefined {
  const usable = ({ transport, url, template }: Remote) => !template && (transport === 'stdio' || URL.canParse(url))
  for (const transport of MCP_TRANSPORTS) {
    const found = remotes.find((remote) => remote.transport === transport && usable(remote))
    if (found !== undefined) return found
  }
  return undefined
}
