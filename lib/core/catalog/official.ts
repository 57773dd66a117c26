import type { Remote } from './catalog'

/** Registries whose every entry is published by the makers of the protocol. */
const OWN_REGISTRIES: ReadonlySet<string> = new Set(['npm-official'])
/** The registry that checks who owns a namespace. */
const CHECKING_REGISTRY = 'official'
/** Accounts at a code host, which anybody can open. */
const ACCOUNT_NAMESPACE = /^io\.(github|gitlab)\./

/**
 * Whether the publisher of a server is known to be the owner of the domain that the server answers at: the official MCP
 * registry checks that only the owner of a domain publishes under its name (`com.example/server`), and the server has
 * an address on that domain. Also the reference servers of the protocol. A name made of an account at a code host shows
 * only who has the account.
 */
export function isOfficial({ id, remotes }: { id: string; remotes: readonly Remote[] }): boolean {
  const [registry = '', namespace = ''] = id.split('/')
  if (OWN_REGISTRIES.has(registry)) return true
  if (registry !== CHECKING_REGISTRY || !namespace.includes('.') || ACCOUNT_NAMESPACE.test(namespace)) return false
  const domain = namespace.toLowerCase().split('.').reverse().join('.')
  return remotes.some(({ url, template }) => !template && isOnDomain(url, domain))
}

/** Registries that may have official servers, for a first choice by the store. */
export const REGISTRIES_WITH_OFFICIAL: readonly string[] = [...OWN_REGISTRIES, CHECKING_REGISTRY]

function isOnDomain(url: string, domain: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
