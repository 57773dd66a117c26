/** How a server can be reached. Transports without a prober are kept for readers. */
export const TRANSPORTS = ['streamable-http', 'sse', 'stdio', 'http-api', 'http-api-docs', 'openapi', 'other'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** Where packages are published. */
export const PACKAGE_REGISTRIES = ['npm', 'pypi', 'nuget', 'oci', 'mcpb'] as const
export type PackageRegistry = (typeof PACKAGE_REGISTRIES)[number]

/** What can be probed: an address by its transport, a package by its registry. */
export type TargetKind = Transport | PackageRegistry
