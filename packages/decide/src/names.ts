// How a setup names a server. The service derives the keys of its bundle from the same functions.

/** `id`: the id in the service, or the name in an MCP registry. */
export const SERVER_NAME_KINDS = ['url', 'npm', 'pypi', 'oci', 'id'] as const
export type ServerNameKind = (typeof SERVER_NAME_KINDS)[number]

/** A name in its canonical form: of `url` host and path (`endpointNameOf`). */
export interface ServerName {
  kind: ServerNameKind
  name: string
}

/** What is hashed to the key of a server. */
export function keyText({ kind, name }: ServerName): string {
  return `assay ${kind} ${name}`
}
