import { getDomain } from 'tldts'
import type { Remote } from '../../core/catalog/catalog'
import { endpointNameOf } from '../../core/lookup/endpoint-name'

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
const LOCAL =
  /^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)|\.(local|localhost|internal|example|test)$/
/** Gateways and hosts of everybody's programs: each of their addresses is of another maker. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set([
  'smithery.ai',
  'apify.com',
  'apify.actor',
  'railway.app',
  'fastmcp.app',
  'glama.ai',
  'pipedream.net',
  'github.com',
  'gitlab.com',
  'readme.io',
  'rapidapi.com',
  'postman.com',
  'gitbook.io',
])

export function sitesOf(remotes: readonly Remote[]): Sites {
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
    const domain = ownDomain(host)
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
function ownDomain(host: string): string | null {
  // Below a private suffix (`workers.dev`) every customer has a name.
  const domain = getDomain(host, { allowPrivateDomains: true })
  return domain === null || domain !== getDomain(host) || SHARED_DOMAINS.has(domain) ? null : domain
}
