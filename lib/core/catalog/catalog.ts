import type { CatalogTool } from 'assay-verify/catalog-tool'
import type { PackageRegistry, Transport } from 'assay-verify/target-kind'
import type { Access } from 'assay-verify/verdict'
import type { FlaggedText } from '../declarations/declarations'
import type { PackageArgument, PackageVariable } from './package-inputs'
import { MCP_TRANSPORTS } from './transports'

/** An address a server publishes. `template` addresses contain `{variables}`; they are kept and never dialled. */
export interface Remote {
  transport: Transport
  url: string
  template: boolean
  /** Headers that it reads, with what is said of them; absent: none, or the source does not say. */
  headers?: PackageVariable[]
}

export interface Package {
  registry: PackageRegistry
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
  /** When its newest version was published, as an ISO 8601 instant; absent: the source does not say. */
  releasedAt?: string
  declaredAccess: Access
  /** Absent or null: the source does not say. */
  declaredAuth?: AuthScheme | null
  lifecycle: 'active' | 'deprecated' | 'deleted'
  tools: CatalogTool[]
  /** Of its description and tools as the source has them: hidden characters, which cleaning takes out. Absent: none. */
  hidden?: FlaggedText[]
}

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
