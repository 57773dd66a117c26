import { type PackageRegistry, TRANSPORTS, type Transport } from 'assay-verify/target-kind'

/** What is known of a transport. */
interface TransportRow {
  /** How readers know it. */
  name: string
  /** The same beside the title of a server. */
  short: string
  /** The word of the filter of listings; left out: listings are not filtered by it. */
  filter?: string
  /**
   * What a caller finds there: MCP at an address, MCP of a process, the base address of an API, what describes an API,
   * or something else.
   */
  holds: 'mcp' | 'process' | 'api' | 'description' | 'other'
  /** What clients call it in their settings; left out: none connects to it. */
  client?: 'http' | 'sse'
  /** How sources write it; empty: no source may name it. */
  labels: readonly string[]
}

/** Each transport, in the order in which a client prefers them. */
export const TRANSPORT_ROWS: Readonly<Record<Transport, TransportRow>> = {
  'streamable-http': {
    name: 'MCP over Streamable HTTP',
    short: 'Streamable HTTP',
    filter: 'HTTP',
    holds: 'mcp',
    client: 'http',
    labels: ['streamable-http', 'streamable_http', 'streamablehttp', 'http'],
  },
  sse: {
    name: 'MCP over SSE (older)',
    short: 'SSE',
    filter: 'SSE',
    holds: 'mcp',
    client: 'sse',
    labels: ['sse'],
  },
  stdio: {
    name: 'MCP over stdio (a local process)',
    short: 'runs locally',
    filter: 'Local process',
    holds: 'process',
    // `stdio:` names a configured command, which a catalog must not refer to.
    labels: [],
  },
  'http-api': {
    name: 'An API over HTTP',
    short: 'HTTP API',
    filter: 'Web API',
    holds: 'api',
    labels: ['http-api'],
  },
  'http-api-docs': {
    name: 'An API with documentation only',
    short: 'http-api-docs',
    holds: 'description',
    labels: ['http-api-docs'],
  },
  openapi: { name: 'An API with an OpenAPI description', short: 'openapi', holds: 'description', labels: ['openapi'] },
  other: { name: 'Another way', short: 'other', holds: 'other', labels: [] },
}

/** Transports that hold one of these, in the order of `TRANSPORTS`. */
export function transportsThatHold(...wanted: readonly TransportRow['holds'][]): Transport[] {
  return TRANSPORTS.filter((transport) => wanted.includes(TRANSPORT_ROWS[transport].holds))
}

/** MCP's transports, in the order in which a client prefers them. */
export const MCP_TRANSPORTS: readonly Transport[] = transportsThatHold('mcp', 'process')

/** Of each package registry how readers know it, and what it holds. */
export const REGISTRY_ROWS: Readonly<Record<PackageRegistry, { name: string; holds: string }>> = {
  npm: { name: 'npm', holds: 'JavaScript and TypeScript' },
  pypi: { name: 'PyPI', holds: 'Python' },
  nuget: { name: 'NuGet', holds: '.NET' },
  oci: { name: 'OCI', holds: 'container images' },
  mcpb: { name: 'MCPB', holds: 'bundles for desktop clients' },
}
