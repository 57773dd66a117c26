import { getDomain } from 'tldts'
import type { CatalogServer } from '../../core/catalog/catalog'
import { endpointNameOf } from '../../core/lookup/endpoint-name'
import { repositoryNameOf } from '../../core/lookup/repository-name'
import type { PublisherKeys } from './corrections'
import { compact, wordsOf } from './names'

/** What identity is read from; of the tools their names alone. */
export type ListedServer = Pick<
  CatalogServer,
  'id' | 'title' | 'description' | 'repository' | 'packages' | 'remotes'
> & {
  tools: readonly { name: string }[]
  /** Of the newest handshake; null or left out: never seen. */
  serverInfoName?: string | null
  /** Digest of the tools of its newest own listing; null or left out: it never listed them. */
  toolsDigest?: string | null
}

/** What an entry of a catalog states about which thing it is, as comparable keys. Statements are often wrong. */
export interface Identity {
  id: string
  registry: string
  /** Of its id, without the registry: `owner/name`, lower case and without separators; null where it has no owner. */
  path: string | null
  /** Words of the title, and of the last segment of the id. */
  title: readonly string[]
  name: readonly string[]
  /** `github.com/owner/name`; null: none, or one that says nothing about identity. */
  repository: string | null
  owner: string | null
  /** Within the repository; empty: not stated. */
  folder: string
  /** `npm:name`, lower case. */
  packages: ReadonlySet<string>
  /** Host and path, without the segments that every server has (`/mcp`, `/sse`, `/v1`). */
  addresses: ReadonlySet<string>
  /**
   * Who makes it, by owner and addresses: a publisher that corrections name, else the owner, or the first label of the
   * registered domain (`stripe` of `mcp.stripe.com`).
   */
  makers: ReadonlySet<string>
  tools: ReadonlySet<string>
  /** The package is published by the registry itself, from code of others. */
  republished: boolean
}

/** Programs that start or connect other servers: whoever lists one has named no product. */
export const LAUNCHERS: ReadonlySet<string> = new Set([
  'npm:mcp-remote',
  'npm:supergateway',
  'npm:mcp-proxy',
  'npm:@smithery/cli',
  'pypi:mcp',
  'pypi:mcp-proxy',
  'pypi:fastmcp',
])
/** Of an address: says how it is spoken to, not to what. */
const GENERAL_SEGMENT = /^(mcp|sse|https?|stream|messages?|v\d+)$/i
/** An entry with more of them lists several servers. */
const MOST_ADDRESSES = 1
/** Folders that every repository may have. */
const GENERAL_FOLDERS: ReadonlySet<string> = new Set(['', 'src', 'server', 'mcp', 'main', 'dist', 'lib', 'app'])
/** Package scopes of registries, which publish others' code there. */
const REPUBLISHING_PATH = /^toolsdk\/toolsdk\.ai\//
export const LOCAL =
  /^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|169\.254\.|\[)|\.(local|localhost|internal|example|test)$/

/** The identity an entry states. */
export function identityOf(
  { id, title, repository, packages, remotes, tools }: ListedServer,
  publishers: PublisherKeys,
): Identity {
  const [registry = '', ...path] = id.split('/')
  const stated = repository === null ? undefined : repositoryNameOf(repository)
  const [, owner, project] = stated?.name.split('/') ?? []
  const known = stated !== undefined && project !== undefined ? stated : undefined
  const addresses = addressesOf(remotes)
  const names = packages.map((one) => `${one.registry}:${one.name.toLowerCase()}`)
  return {
    id,
    registry,
    path: path.length > 1 ? path.map((segment) => segment.toLowerCase().replaceAll(/[-_.@]/g, '')).join('/') : null,
    title: wordsOf(title),
    name: wordsOf(path.at(-1) ?? ''),
    repository: known?.name ?? null,
    owner: known === undefined ? null : (owner ?? null),
    folder: known === undefined || GENERAL_FOLDERS.has(known.path) ? '' : known.path,
    packages: new Set(names.filter((name) => !LAUNCHERS.has(name))),
    addresses: addresses.size > MOST_ADDRESSES ? new Set() : addresses,
    makers: new Set([...addresses].flatMap((address) => makerOfAddress(address, publishers) ?? [])),
    tools: new Set(tools.map(({ name }) => name.toLowerCase())),
    republished: REPUBLISHING_PATH.test(id),
  }
}

function addressesOf(remotes: ListedServer['remotes']): ReadonlySet<string> {
  const addresses = new Set<string>()
  for (const { transport, url, template } of remotes) {
    const name = template || transport === 'http-api-docs' ? undefined : endpointNameOf(url)
    const [host = '', ...segments] = name?.split('/') ?? []
    if (host === '' || LOCAL.test(host.replace(/:\d+$/, ''))) continue
    while (GENERAL_SEGMENT.test(segments.at(-1) ?? '')) segments.pop()
    addresses.add([host, ...segments].join('/').toLowerCase())
  }
  return addresses
}

/** Null where strangers share the domain, as on hosts of everybody's programs. */
function makerOfAddress(address: string, { ofDomain }: PublisherKeys): string | null {
  const host = address.split('/')[0] ?? ''
  // Below a private suffix (`workers.dev`) every customer has a name.
  const domain = getDomain(host, { allowPrivateDomains: true })
  if (domain === null || domain !== getDomain(host) || SHARED_DOMAINS.has(domain)) return null
  return ofDomain(domain) ?? compact(domain.split('.')[0]?.split('-') ?? [])
}

/** The key of an owner beside those of `Identity.makers`. */
export const makerOfOwner = (owner: string, { ofOwner }: PublisherKeys) =>
  ofOwner(owner) ?? compact(owner.split(/[-_]/))

/** Gateways: each of their addresses is of another maker. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set([
  'smithery.ai',
  'apify.com',
  'apify.actor',
  'railway.app',
  'fastmcp.app',
])
