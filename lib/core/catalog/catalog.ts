import type { Access } from '../verdict/verdict'

/** How a server can be reached. Only the first three are ever probed as MCP; the rest are kept for readers. */
export const TRANSPORTS = ['streamable-http', 'sse', 'stdio', 'http-api', 'http-api-docs', 'other'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** An address a server publishes. `template` addresses hold `{variables}`; they are kept and never dialled. */
export interface Remote {
  transport: Transport
  url: string
  template: boolean
}

export const PACKAGE_REGISTRIES = ['npm', 'pypi', 'nuget', 'oci', 'mcpb'] as const

export interface Package {
  registry: (typeof PACKAGE_REGISTRIES)[number]
  name: string
  version?: string
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
  /** The catalog's own label, a hint for our taxonomy. */
  categoryHint: string | null
  tags: string[]
  license: string | null
  declaredAccess: Access
  lifecycle: 'active' | 'deprecated' | 'deleted'
  tools: CatalogTool[]
}

/** The address a probe uses: the first that needs no variables, streamable HTTP before SSE before stdio; undefined when there is none. */
export function probeTarget(remotes: readonly Remote[]): Remote | undefined {
  const order: Transport[] = ['streamable-http', 'sse', 'stdio']
  const usable = remotes.filter((remote) => !remote.template && order.includes(remote.transport) && isDialable(remote))
  return usable.sort((a, b) => order.indexOf(a.transport) - order.indexOf(b.transport))[0]
}

/** Whose budget a look spends: host and port, or `stdio` for a child process of ours. */
export function hostOf(remote: Remote): string {
  return remote.transport === 'stdio' ? 'stdio' : new URL(remote.url).host
}

/** `local` for what stands on this machine: it can be looked at while our line to the world is down. */
export function networkOf(remote: Remote): 'public' | 'local' {
  if (remote.transport === 'stdio') return 'local'
  return /^(127(\.\d+){3}|localhost|\[::1\])$/.test(new URL(remote.url).hostname) ? 'local' : 'public'
}

/** A remote whose address a URL parser accepts; others are kept for readers and never dialled. */
function isDialable(remote: Remote): boolean {
  return remote.transport === 'stdio' || URL.canParse(remote.url)
}
