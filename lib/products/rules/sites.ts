import { endpointNameOf } from 'assay-decide/names'
import { getDomain } from 'tldts'
import type { Remote } from '../../core/catalog/catalog'
import type { PublisherKeys } from './corrections'

/** What the addresses of an entry say of which thing it is, and of who answers there. */
export interface Sites {
  /** Host and path, without the segments that every server has (`/mcp`, `/sse`, `/v1`). */
  addresses: ReadonlySet<string>
  /** Registered domains of these, without those on which strangers have addresses. */
  domains: ReadonlySet<string>
  /** Registered domains of its pages of documentation, likewise. */
  documentation: ReadonlySet<string>
  /** An address leads to the reader's own machine or network, which says nothing. */
  isLocal: boolean
}

/** Of an address: says how it is spoken to, not to what. */
const GENERAL_SEGMENT = /^(mcp|sse|https?|stream|messages?|v\d+)$/i
export const LOCAL =
  /^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)|\.(local|localhost|internal|example|test)$/
/** Gateways and hosts of everybody's programs: each of their addresses is of another maker. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set([
  'smithery.ai',
  'apify.actor',
  'railway.app',
  'fastmcp.app',
  'glama.ai',
  'pipedream.net',
  'rapidapi.com',
])
/** Hosts of everybody's pages, at domains whose other hosts are their maker's. */
const SHARED_HOSTS: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'postman.com', 'www.postman.com'])

export function sitesOf(remotes: readonly Remote[], { ofDomain }: Pick<PublisherKeys, 'ofDomain'>): Sites {
  const [addresses, domains, documentation] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let isLocal = false
  for (const { transport, url, template } of remotes) {
    const name = endpointNameOf(url)
    const [host = '', ...segments] = name?.split('/') ?? []
    if (host === '') continue
    if (LOCAL.test(host.replace(/:\d+$/, ''))) {
      isLocal = true
      continue
    }
    const domain = ownDomain(host, ofDomain)
    if (transport === 'http-api-docs') {
      if (domain !== null) documentation.add(domain)
      continue
    }
    if (domain !== null) domains.add(domain)
    if (template) continue
    while (GENERAL_SEGMENT.test(segments.at(-1) ?? '')) segments.pop()
    addresses.add([host, ...segments].join('/').toLowerCase())
  }
  return { addresses, domains, documentation, isLocal }
}

/** The registered domain of a host; null where strangers share it, as on hosts of everybody's programs. */
function ownDomain(host: string, ofDomain: PublisherKeys['ofDomain']): string | null {
  const registered = getDomain(host)
  if (registered === null || SHARED_DOMAINS.has(registered) || SHARED_HOSTS.has(host)) return null
  // Below a private suffix (`workers.dev`) every customer has a name, unless it is known as one publisher's.
  const isShared = registered !== getDomain(host, { allowPrivateDomains: true }) && ofDomain(registered) === null
  return isShared ? null : registered
}
